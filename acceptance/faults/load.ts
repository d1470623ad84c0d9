import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../lib/product.ts'
import type { Known, Person } from './person.ts'

const cancelEvery = 6
const deleteEvery = 5

/** What people do while things break. */
export interface Load {
  /** How many tasks were submitted. */
  count(): number
  /** Resolves when a request is answered with a task that was sent after this moment; how long after, in milliseconds. */
  acceptedAfter(moment: number): Promise<number>
  /** Submits no more, and waits until what is under way was submitted, canceled or deleted. */
  stop(): Promise<void>
}

/** People submit as long as nobody stops them, each keeping so many tasks under way; some are canceled soon, some deleted after their end. */
export function startLoad(people: readonly Person[], during: string, open_at_once: number): Load {
  let count = 0
  let stopped = false
  const errands: Promise<void>[] = []

  async function submitAlways(person: Person): Promise<void> {
    const open = new Map<string, Known>()
    while (!stopped) {
      if (open.size >= open_at_once) {
        await wait(500)
        for (const [task_id, known] of open) {
          const { status } = await person.get(task_id)
          if (status === 'queued' || status === 'running') continue
          open.delete(task_id)
          if (person.tasks.indexOf(known) % deleteEvery === 0) errands.push(person.delete(known))
        }
        continue
      }
      const known = await person.submit(during)
      open.set(known.task_id, known)
      const number = ++count
      if (number % cancelEvery === 0) errands.push(cancelSoon(person, known, (number % 7) * 300))
    }
  }
  async function cancelSoon(person: Person, { task_id }: Known, after_ms: number): Promise<void> {
    await wait(after_ms)
    await person.cancel(task_id)
  }

  const loops = people.map(submitAlways)
  const ended = Promise.all(loops)
  ended.catch(() => {}) // told by `stop`
  return {
    count: () => count,
    acceptedAfter: async (moment) => {
      const newest = async () => Math.max(...people.map((person) => person.acceptedAt()))
      await Promise.race([until(newest, (sent_at) => sent_at > moment, 120_000), ended])
      return Date.now() - moment
    },
    stop: async () => {
      stopped = true
      await ended
      await Promise.all(errands)
    },
  }
}
