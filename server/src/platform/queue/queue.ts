import { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** A background job on a schedule, in one process at a time. */
export interface Schedule {
  /** Also the name of its queue. */
  name: string
  /** Five fields, in UTC. */
  cron: string
  run: (signal: AbortSignal) => Promise<void>
}

export interface Queue extends AsyncDisposable {
  /** Registers a schedule and runs it. */
  schedule(schedule: Schedule): Promise<void>
}

/** Seconds that a graceful stop waits for running jobs. */
const stopWithin_s = 5
const answerWithin_ms = 60_000
const connectWithin_ms = 5_000

/**
 * Scheduled jobs in the same database (pg-boss). Tasks are not among them: their row in `tasks` is their place in the queue.
 */
export async function startQueue(options: { connection: ConnectionOptions; log: Log }): Promise<Queue> {
  // pg-boss passes these to pg. Its statements are short, so one without an answer is on a dead connection.
  const guarded = {
    ...options.connection,
    query_timeout: answerWithin_ms,
    connectionTimeoutMillis: connectWithin_ms,
  }
  const boss = new PgBoss({
    ...guarded,
    schema: 'pgboss',
    max: 2,
    useListenNotify: true,
    // With the default of 60 s a dead worker's job would wait as long.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'queue_error')) // without a listener it ends the process
  await boss.start()
  return {
    schedule: async ({ name, cron, run }) => {
      await boss.createQueue(name, {
        policy: 'exclusive',
        retryLimit: 1,
        heartbeatSeconds: 15,
        deleteAfterSeconds: 86_400,
      })
      await boss.work(
        name,
        {
          pollingIntervalSeconds: 5,
          notifyPollingIntervalSeconds: 5, // the default of 30 s starves a backlog, and due retries send no hint
          heartbeatRefreshSeconds: 5,
        },
        async ([job]) => {
          if (job) await run(job.signal)
        },
      )
      await boss.schedule(name, cron, null, { tz: 'UTC' })
    },
    [Symbol.asyncDispose]: () => boss.stop({ graceful: true, timeout: stopWithin_s * 1000 }),
  }
}

interface ConnectionOptions {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
}
