import assert from 'node:assert/strict'
import { until } from '../lib/product.ts'
import type { Recovery, Scene } from './fault.ts'
import type { Person } from './person.ts'
import type { FarWorker, Site } from './site.ts'

/** Long enough that a fault hits it in the middle, also on a machine that is quick. */
export const victim_seconds = 4

/** A task that is being drawn, and who draws it. */
export interface Victim {
  task_id: string
  attempt: number
  worker: FarWorker
}

interface Running {
  attempt: number
  worker_id: string
  progress: number | null
}

/** Submits a longer task and waits until a worker is in the middle of it. */
export async function findVictim({
  site,
  person,
  during,
}: Pick<Scene, 'site' | 'person' | 'during'>): Promise<Victim> {
  const { task_id } = await person.submit(during, victim_seconds)
  const [running] = await until(
    () =>
      site.ask<Running>(
        `select attempt, worker_id, progress from tasks where task_id = $1 and status = 'running'`,
        [task_id],
      ),
    ([task]) => (task?.progress ?? 0) > 0,
    120_000,
  )
  const pid = Number(/-(\d+)-[0-9a-f]+$/.exec(running!.worker_id)?.[1])
  const worker = site.workers.find((worker) => worker.pid() === pid)
  assert.ok(worker, `no worker is ${running!.worker_id}`)
  return { task_id, attempt: running!.attempt, worker }
}

/**
 * Waits for the attempt after this one, which another worker makes: how long from `moment` to its start, and of that to the
 * end of the lease that somebody noticed. The rest is the wait for a slot.
 */
export async function takenOver(site: Site, victim: Victim, moment: number): Promise<Recovery> {
  const [next] = await until(
    () =>
      site.ask<{ started_ms: number; lost_ms: number; worker_id: string }>(
        `select extract(epoch from next.started_at)::float8 * 1000 as started_ms,
                extract(epoch from lost.ended_at)::float8 * 1000 as lost_ms, next.worker_id
           from task_attempts as lost join task_attempts as next on next.task_id = lost.task_id and next.attempt = lost.attempt + 1
          where lost.task_id = $1 and lost.attempt = $2`,
        [victim.task_id, victim.attempt],
      ),
    (rows) => rows.length > 0,
    120_000,
  )
  assert.ok(!next!.worker_id.includes(`-${victim.worker.pid()}-`), 'another worker has taken it')
  return { took_ms: next!.started_ms - moment, found_ms: next!.lost_ms - moment }
}

/** Everything that anybody can see of a task: a late worker may change nothing of it. */
export async function portrait(site: Site, person: Person, task_id: string): Promise<object> {
  const [task, attempts, movements, objects] = [
    await person.get(task_id),
    await person.attempts(task_id),
    await person.movements(),
    await site.bucket.list(),
  ]
  const video = objects.find(({ key }) => key === task.result_url)
  return {
    task,
    attempts,
    movements: movements.filter((movement) => movement.task_id === task_id),
    video: video && { ...video, written_at: undefined },
  }
}

export async function ended(person: Person, task_id: string): Promise<void> {
  await until(
    () => person.get(task_id),
    ({ status }) => status === 'completed' || status === 'failed',
    120_000,
  )
}
