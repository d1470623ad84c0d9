import { setTimeout as wait } from 'node:timers/promises'
import { auditEvents, auditSite, auditTasks, drain, type Tally } from './audit.ts'
import type { Fault, Recovery } from './fault.ts'
import { startLoad } from './load.ts'
import { createPerson, type Person, watch } from './person.ts'
import { openSite, type Site } from './site.ts'

export { faults } from './faults.ts'

/** One fault, and what came of it. */
export interface Outcome extends Tally {
  fault: string
  /** NaN where there was none. */
  recovery: Recovery
  /** A recovery longer than promised: one finding with its figure, nothing is lost by it. */
  late?: string
  /** Something was broken before in this round, and what is broken here may follow from it. */
  after?: string
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
): Promise<{ outcomes: Outcome[]; events: number; broken: string[]; after?: string }> {
  await using site = await openSite({ workers: workers_count })
  const people = await Promise.all(Array.from({ length: people_count }, () => createPerson(site.url)))
  const watcher = people[0]!
  const stream = watch(watcher)
  const outcomes: Outcome[] = []
  let after: string | undefined
  for (const fault of faults) {
    const outcome = { ...(await strike(site, people, fault, options)), ...(after && { after }) }
    outcomes.push(outcome)
    options.onOutcome?.(outcome)
    if (outcome.broken.length > 0) after ??= fault.name
  }
  const broken = await auditSite(site, people)
  const [row] = await site.ask<{ last: string }>(
    'select max(seq) as last from task_events where user_id = $1',
    [(await watcher.me()).user_id],
  )
  await stream.stop(Number(row!.last))
  broken.push(...auditEvents(stream.seen, watcher.tasks))
  return { outcomes, events: stream.seen.length, broken, ...(after && { after }) }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

export function describe({ took_ms, found_ms }: Recovery): string {
  if (Number.isNaN(took_ms)) return 'none'
  return found_ms === undefined ? seconds(took_ms) : `${seconds(took_ms)} (${seconds(found_ms)})`
}

async function strike(
  site: Site,
  people: readonly Person[],
  fault: Fault,
  { tasks_per_fault, outage_ms }: RoundOptions,
): Promise<Outcome> {
  const load = startLoad(people, fault.name, fault.leavesRoom ? 1 : 3)
  const problems: string[] = []
  const orProblem = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      problems.push(`${fault.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  let recovery: Recovery = { took_ms: Number.NaN }
  await orProblem(async () => {
    await load.acceptedAfter(Date.now())
    const took = await fault.strike({ site, during: fault.name, person: people[0]!, load, outage_ms })
    recovery = typeof took === 'number' ? { took_ms: took } : took
  })
  await orProblem(() => site.restore())
  await orProblem(async () => {
    while (problems.length === 0 && load.count() < tasks_per_fault) await wait(100)
  })
  await load.stop()
  await drain(people)
  const tally = await auditTasks(people, fault)
  if (tally.created !== tally.completed + tally.failed)
    problems.push(`${fault.name}: created and ended differ`)
  const { bound_ms = Number.POSITIVE_INFINITY } = fault
  return {
    ...tally,
    broken: [...problems, ...tally.broken],
    fault: fault.name,
    recovery,
    ...(recovery.took_ms > bound_ms && {
      late: `${describe(recovery)}, and promised are ${seconds(bound_ms)}`,
    }),
  }
}

/** Lines of a table, as the README shows it. */
export function tabulate(outcomes: readonly Outcome[]): string {
  const faults = Map.groupBy(outcomes, ({ fault }) => fault)
  const sum = (
    of: readonly Outcome[],
    what: 'created' | 'completed' | 'failed' | 'canceled' | 'lost' | 'twice',
  ) => of.reduce((total, outcome) => total + outcome[what], 0)
  const row = (name: string, of: readonly Outcome[]) => {
    const longest = of.reduce((a, b) => (b.recovery.took_ms > a.recovery.took_ms ? b : a))
    const recovery = describe(longest.recovery)
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
