import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { downloadResult } from '@clipwright/client'
import { until } from '../lib/product.ts'
import type { Fault } from './fault.ts'
import type { Known, Person, Seen } from './person.ts'
import type { Site } from './site.ts'

/** What became of the tasks of one fault. */
export interface Tally {
  created: number
  completed: number
  failed: number
  /** Of the failed: those that their owner canceled. */
  canceled: number
  /** Acknowledged, and gone, or never ended. */
  lost: number
  /** Completed by two attempts, charged twice, or stored twice. */
  twice: number
  /** Every promise that was not kept, one line each. */
  broken: string[]
}

const ends = new Set(['completed', 'failed'])
const drainWithin_ms = 240_000
const sweptWithin_ms = 180_000

/** Waits until nothing is under way any more; what still is then counts as lost later. */
export async function drain(people: readonly Person[]): Promise<void> {
  const open = async () =>
    (await Promise.all(people.map((person) => person.open()))).reduce((a, b) => a + b, 0)
  await until(open, (count) => count === 0, drainWithin_ms).catch(() => {})
}

/** Looks at every task of a fault from outside, as its owner sees it. */
export async function auditTasks(people: readonly Person[], fault: Fault): Promise<Tally> {
  const tally: Tally = { created: 0, completed: 0, failed: 0, canceled: 0, lost: 0, twice: 0, broken: [] }
  for (const person of people) {
    const listed = new Set((await person.list()).map(({ task_id }) => task_id))
    const movements = Map.groupBy(await person.movements(), ({ task_id }) => task_id)
    const known = new Set(person.tasks.map(({ task_id }) => task_id))
    for (const task_id of listed)
      if (!known.has(task_id)) tally.broken.push(`${task_id}: nobody asked for it`)
    const left = person.tasks.filter(({ during }) => during === fault.name)
    tally.created += left.length
    const auditLeft = async () => {
      for (let task = left.pop(); task; task = left.pop()) {
        const charges = (movements.get(task.task_id) ?? []).map(({ type, status }) => `${type} ${status}`)
        await auditTask(tally, person, task, { isListed: listed.has(task.task_id), charges, fault })
      }
    }
    await Promise.all([auditLeft(), auditLeft(), auditLeft()])
  }
  return tally
}

async function auditTask(
  tally: Tally,
  person: Person,
  known: Known,
  { isListed, charges, fault }: { isListed: boolean; charges: string[]; fault: Fault },
): Promise<void> {
  const { task_id } = known
  const expect = (holds: boolean, otherwise: string) => {
    if (!holds) tally.broken.push(`${task_id}: ${otherwise}`)
  }
  expect(isListed !== Boolean(known.deleted), isListed ? 'listed after its deletion' : 'not listed')
  const task = known.deleted ?? (isListed ? await person.get(task_id) : undefined)
  if (!task || !ends.has(task.status)) {
    tally.lost++
    return expect(false, `lost, and is ${task?.status ?? 'gone'}`)
  }
  const paid = charges.filter((line) => line === 'task_charge settled').length
  if (task.status === 'completed') {
    tally.completed++
    expect(charges.join() === 'task_charge settled', `completed, and its money: ${charges.join(', ')}`)
  } else {
    tally.failed++
    const code = task.error?.code ?? ''
    if (code === 'canceled') tally.canceled++
    else expect(fault.mayFailWith?.includes(code) ?? false, `failed with ${code}: ${task.error?.message}`)
    const isBack = charges.toSorted().join() === 'task_charge reversed,task_refund settled'
    expect(isBack, `failed, and its money: ${charges.join(', ')}`)
  }
  if (known.deleted) {
    if (paid > 1) tally.twice++
    return
  }
  const attempts = await person.attempts(task_id)
  const outcomes = attempts.toSorted((a, b) => a.attempt - b.attempt).map(({ outcome }) => outcome)
  const completions = outcomes.filter((outcome) => outcome === 'completed').length
  if (completions > 1 || paid > 1) tally.twice++
  const numbers = attempts.map(({ attempt }) => attempt).toSorted((a, b) => a - b)
  expect(
    numbers.every((number, i) => number === i + 1),
    `attempts ${numbers.join()}`,
  )
  expect(completions === (task.status === 'completed' ? 1 : 0), `${task.status} with ${outcomes.join()}`)
  expect(!outcomes.slice(0, -1).includes('completed'), `tried after it was completed: ${outcomes.join()}`)
  expect(!outcomes.includes(null), `ended with an attempt under way: ${outcomes.join()}`)
  for (const { outcome, error } of attempts)
    if (outcome !== null && !['completed', 'canceled', fault.attemptsMay].includes(outcome))
      expect(false, `an attempt is ${outcome}: ${error?.code} ${error?.message}`)
  if (task.status === 'completed') {
    const length_s = await lengthOfResult(person, task_id)
    expect(Math.abs(length_s - known.duration_seconds) < 0.1, `its video is ${length_s} s long`)
  }
}

/** Seconds, by ffprobe, of what is downloaded; NaN when that is no video. */
async function lengthOfResult(person: Person, task_id: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-result-'))
  try {
    const path = join(folder, 'video.mp4')
    const response = await downloadResult(person.client, task_id)
    await writeFile(path, new Uint8Array(await response.arrayBuffer()))
    const args = ['-v', 'error', '-count_packets', '-select_streams', 'v:0']
    const wanted = ['-show_entries', 'stream=duration', '-of', 'csv=p=0', path]
    return Number((await promisify(execFile)('ffprobe', [...args, ...wanted])).stdout)
  } catch {
    return Number.NaN
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What must hold of a site at rest, whatever happened to it: money, objects, answers. */
export async function auditSite(
  site: Pick<Site, 'bucket' | 'reconcile'>,
  people: readonly Person[],
): Promise<string[]> {
  const broken = people.flatMap(({ surprises }) => surprises)
  for (const [rule, count] of Object.entries(await site.reconcile()))
    if (count !== 0) broken.push(`money: ${rule} is broken ${count} times`)
  const completed = new Set<string>()
  for (const person of people) {
    const tasks = [...(await person.list()), ...person.tasks.flatMap(({ deleted }) => deleted ?? [])]
    const done = tasks.filter(({ status }) => status === 'completed')
    for (const { task_id } of done) completed.add(task_id)
    const spent = done.reduce((sum, { cost }) => sum + cost, 0)
    const { balance, balance_held } = await person.me()
    if (balance !== person.credits - spent || balance_held !== 0)
      broken.push(`money: ${balance} and ${balance_held} held, after ${spent} were spent`)
  }
  const stored = await sweptObjects(site, completed)
  for (const { key } of stored)
    if (!completed.has(taskOf(key))) broken.push(`${key} is stored, and no task has it`)
  const videos = new Set(stored.map(({ key }) => key))
  for (const task_id of completed)
    if (!videos.has(`videos/${task_id}.mp4`)) broken.push(`videos/${task_id}.mp4 is not stored`)
  return broken
}

const taskOf = (key: string): string => /^[a-z]+\/(.+)\.[a-z0-9]+$/.exec(key)?.[1] ?? key

/** What is in the bucket once the schedule that runs every minute had its time to remove what nobody owns. */
async function sweptObjects({ bucket }: Pick<Site, 'bucket'>, owners: ReadonlySet<string>) {
  const list = () => bucket.list()
  const areOwned = (objects: Awaited<ReturnType<typeof list>>) =>
    objects.every(({ key }) => owners.has(taskOf(key)))
  return until(list, areOwned, sweptWithin_ms).catch(list)
}

/** A stream of events that saw everything: numbers without a gap, and one end for each task. */
export function auditEvents(seen: readonly Seen[], tasks: readonly Known[]): string[] {
  const broken = seen.flatMap(({ id, type }, i) => (id === i + 1 ? [] : [`event ${i + 1} is ${type} ${id}`]))
  const terminal = Map.groupBy(
    seen.filter(({ type }) => type === 'task.completed' || type === 'task.failed'),
    ({ task_id }) => task_id,
  )
  for (const { task_id } of tasks) {
    const count = terminal.get(task_id)?.length ?? 0
    if (count !== 1) broken.push(`${task_id}: ${count} events tell its end`)
  }
  return broken
}
