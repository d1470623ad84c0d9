import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { createDeps, openTracing } from '../../server/src/deps.ts'
import type { Engine } from '../../server/src/engines/engines.ts'
import { collectGarbage } from '../../server/src/platform/give-back-memory.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { startClaimLoop } from '../../server/src/tasks/run/claim-loop.ts'
import { createLearnSpeed } from '../../server/src/tasks/queue/speed.ts'
import { createSubmitDeps, submitTask } from '../../server/src/tasks/submit/submit-task.ts'
import { createInstantEngine } from '../../server/src/testing/instant-engine.ts'
import type { Answer, Order, Started } from './server.ts'
import { percentile } from './table.ts'

// The process under test: the whole server, and what only a benchmark asks of it.

const config = readConfig()
const tracing = await openTracing(config, () => {})
const deps = await createDeps(config, createLog({ level: config.log_level }), tracing)
const app = await createApp(deps)
app.get('/bench/select', async () => (await sql`select 1 as one`.execute(deps.db)).rows)
app.get('/bench/object', async (request) => {
  const { size_bytes } = request.query as { size_bytes: string }
  const key = 'videos/bench.mp4'
  await deps.storage.put(key, Readable.from(noise(Number(size_bytes))), { content_type: 'video/mp4' })
  return { url: await deps.storage.signedUrl(key, { expires_in_s: 3600 }), folder: deps.disk?.root_dir, key }
})
const started: Started = {
  url: await app.listen({ host: '127.0.0.1', port: 0 }),
  database_url: await findDatabase(),
}
process.send!(started)

const limits = {
  max_active: { user: 1_000_000, admin: 1_000_000 },
  max_running: { user: 1_000_000, admin: 1_000_000 },
  per_minute: 1_000_000,
  deadline_s: 7200,
}
const submitDeps = createSubmitDeps({
  ...deps,
  uploads: deps,
  limits,
  readQuota: async () => 0,
  notDrawn: () => [],
})

process.on('message', (order: Order) => {
  void answer(order).then((result) => process.send!(result))
})
process.once('disconnect', () => {
  void app
    .close()
    .then(() => deps[Symbol.asyncDispose]())
    .then(() => process.exit(0))
})

function answer(order: Order): Promise<Answer> {
  switch (order.do) {
    case 'fill':
      return fill(order.user_id, order.rows)
    case 'queue':
      return queue(order.user_id, order.rows)
    case 'memory':
      collectGarbage()
      return Promise.resolve({ rss_bytes: process.memoryUsage.rss() })
    case 'rss':
      return Promise.resolve({ rss_bytes: process.memoryUsage.rss() })
    case 'drain':
      return drain(order.user_id, order.tasks, order.slots)
    case 'dispatch':
      return dispatch(order.user_id, order.tasks)
  }
}

function* noise(size_bytes: number): Generator<Buffer> {
  for (let left = size_bytes; left > 0; left -= 1_000_000) yield randomBytes(Math.min(left, 1_000_000))
}

async function findDatabase(): Promise<string> {
  const { rows } = await sql<{ host: string; port: string; user: string; name: string }>`
    select current_setting('unix_socket_directories') as host, current_setting('port') as port,
           current_user as user, current_database() as name`.execute(deps.db)
  const { host, port, user, name } = rows[0]!
  return `postgresql://${user}@/${name}?host=${host}&port=${port}`
}

/** Ended tasks, written behind the triggers: what counts is that they are there. */
async function fill(user_id: string, rows: number): Promise<Answer> {
  await deps.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx) // a million rows take longer than any request may
    await sql`insert into tasks (task_id, user_id, model, status, prompt, params, cost, result_key, progress,
                                 attempt, deadline_at, created_at, started_at, completed_at)
      select gen_random_uuid()::text, ${user_id}, 'preview', 'completed',
             'a calm sea' || case when i % 10000 = 7 then ', a lighthouse 灯塔' else '' end,
             jsonb_set(${params()}::jsonb, '{aspect_ratio}', case when i % 2 = 0 then '"9:16"' else '"16:9"' end::jsonb),
             0, 'videos/x.mp4', 1, 1, now(), now() - i * interval '1 second', now(), now()
        from generate_series(1, ${rows}::int) i`.execute(trx)
    await sql`insert into task_counts (user_id, completed) values (${user_id}, ${rows})
      on conflict (user_id) do update set completed = task_counts.completed + ${rows}`.execute(trx)
  })
  await sql`vacuum analyze tasks`.execute(deps.db)
  return { rows }
}

/** Waiting tasks of a model that nobody makes, all of its queue long; written behind the triggers. */
async function queue(user_id: string, rows: number): Promise<Answer> {
  await deps.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into tasks (task_id, user_id, model, prompt, params, cost, deadline_at, queue_tag)
      select gen_random_uuid()::text, ${user_id}, 'nobody', 'a calm sea', ${params()}::jsonb, 0, now() + interval '1 day', random()
        from generate_series(1, ${rows}::int)`.execute(trx)
  })
  await sql`vacuum analyze tasks`.execute(deps.db)
  return { rows }
}

function params(): string {
  const size = { resolution: '480p', aspect_ratio: '16:9', width_px: 832, height_px: 480 }
  return JSON.stringify({ mode: 'text-to-video', duration_seconds: 1, ...size, fps: 16, frames: 17, seed: 1 })
}

const run = {
  worker_id: 'bench',
  lease_s: 15,
  max_attempts: 3,
  inspect_every_ms: 5,
  limits: submitDeps.limits.max_running,
  max_stint_s: 120,
}

/** Everything but the video itself: a no-op engine makes none. */
const runDeps = { ...deps, settings: run, receive: async () => null, learnSpeed: createLearnSpeed(deps.db) }

const submit = (user_id: string) =>
  submitTask(
    submitDeps,
    { user_id, request_id: 'bench', spender: undefined },
    { prompt: 'a calm sea', duration_seconds: 1, seed: 1 },
  )

async function countEnded(user_id: string): Promise<number> {
  const counts = await deps.db
    .selectFrom('task_counts')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return counts.completed + counts.failed
}

/** Tasks per second from a full queue to completed and paid, with an engine that is done at once. */
async function drain(user_id: string, tasks: number, slots: number): Promise<Answer> {
  const before = await countEnded(user_id).catch(() => 0)
  for (let i = 0; i < tasks; i += 50) await Promise.all(Array.from({ length: 50 }, () => submit(user_id)))
  const engine = createInstantEngine({ video: new Uint8Array(), models: ['preview'] })
  const began = performance.now()
  const loop = startClaimLoop(runDeps, { engine, slots, shared: false })
  while ((await countEnded(user_id)) < before + tasks) await wait(10)
  const seconds = (performance.now() - began) / 1000
  await loop.stop(1000)
  return { tasks_per_s: tasks / seconds }
}

/** Milliseconds from the answer to a submission to the start of its engine, with the worker idle. */
async function dispatch(user_id: string, tasks: number): Promise<Answer> {
  const waits: number[] = []
  let answered_at = 0
  let started_at = 0
  let started = (): void => {}
  const instant = createInstantEngine({ video: new Uint8Array(), models: ['preview'] })
  const engine: Engine = {
    ...instant,
    start: (request, context) => {
      const now = performance.now()
      started()
      started_at = now
      return instant.start(request, context)
    },
  }
  const loop = startClaimLoop(runDeps, { engine, slots: 8, shared: false })
  for (let i = 0; i < tasks; i++) {
    const begun = new Promise<void>((resolve) => (started = resolve))
    await submit(user_id)
    answered_at = performance.now()
    await begun
    waits.push(Math.max(0, started_at - answered_at))
    await wait(5)
  }
  await loop.stop(1000)
  return { p50_ms: percentile(waits, 0.5), p99_ms: percentile(waits, 0.99) }
}
