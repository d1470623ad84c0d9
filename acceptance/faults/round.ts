import { setTimeout as wait } from 'node:timers/promises'
import { auditEvents, auditSite, auditTasks, drain, type Tally } from './audit.ts'
import type { Fault } from './faults.ts'
import { startLoad } from './load.ts'
import { createPerson, type Person, watch } from './person.ts'
import { openSite, type Site } from './site.ts'

export { faults } from './faults.ts'

/** One fault, and what came of it. */
export interface Outcome extends Tally {
  fault: string
  recovery_ms: number
}

export interface RoundOptions {
  /** Tasks that people submit around each fault, at least. */
  tasks_per_fault: number
  outage_ms: number
  onOutcome?: (outcome: Outcome) => void
}

const people_count = 3
const workers_count = 3

/** Every fault after the other on one installation under load; what is broken of the whole is in `broken`. */
export async function runRound(
  faults: readonly Fault[],
  options: RoundOptions,
): Promise<{ outcomes: Outcome[]; events: number; broken: string[] }> {
  await using site = await openSite({ workers: workers_count })
  const people = await Promise.all(Array.from({ length: people_count }, () => createPerson(site.url)))
  const watcher = people[0]!
  const stream = watch(watcher)
  const outcomes: Outcome[] = []
  for (const fault of faults) {
    const outcome = await strike(site, people, fault, options)
    outcomes.push(outcome)
    options.onOutcome?.(outcome)
  }
  const broken = await auditSite(site, people)
  const [row] = await site.ask<{ last: string }>(
    'select max(seq) as last from task_events where user_id = $1',
    [(await watcher.me()).user_id],
  )
  await stream.stop(Number(row!.last))
  broken.push(...auditEvents(stream.seen, watcher.tasks))
  return { outcomes, events: stream.seen.length, broken }
}

async function strike(
  site: Site,
  people: readonly Person[],
  fault: Fault,
  { tasks_per_fault, outage_ms }: RoundOptions,
): Promise<Outcome> {
  const load = startLoad(people, fault.name, fault.leavesRoom ? 1 : 3)
  const problems: string[] = []
  let recovery_ms = Number.NaN
  try {
    await load.acceptedAfter(Date.now())
    recovery_ms = await fault.strike({ site, during: fault.name, person: people[0]!, load, outage_ms })
    while (load.count() < tasks_per_fault) await wait(100)
  } catch (error) {
    problems.push(`${fault.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
  await load.stop()
  await drain(people)
  const tally = await auditTasks(people, fault)
  if (tally.created !== tally.completed + tally.failed)
    problems.push(`${fault.name}: created and ended differ`)
  return { ...tally, broken: [...problems, ...tally.broken], fault: fault.name, recovery_ms }
}

/** Lines of a table, as the README shows it. */
export function tabulate(outcomes: readonly Outcome[]): string {
  const faults = Map.groupBy(outcomes, ({ fault }) => fault)
  const sum = (
    of: readonly Outcome[],
    what: 'created' | 'completed' | 'failed' | 'canceled' | 'lost' | 'twice',
  ) => of.reduce((total, outcome) => total + outcome[what], 0)
  const row = (name: string, of: readonly Outcome[]) => {
    const longest_ms = Math.max(...of.map(({ recovery_ms }) => recovery_ms))
    const recovery = Number.isNaN(longest_ms) ? 'none' : `${(longest_ms / 1000).toFixed(1)} s`
    const failed = `${sum(of, 'failed')} (${sum(of, 'canceled')})`
    const cells = [sum(of, 'created'), sum(of, 'completed'), failed, sum(of, 'lost'), sum(of, 'twice')]
    return `| ${[name, ...cells, recovery].join(' | ')} |`
  }
  return [
    '| Fault | Created | Completed | Failed (canceled) | Lost | Twice | Longest recovery |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...faults].map(([name, of]) => row(name, of)),
    row('**All**', outcomes),
  ].join('\n')
}
