import { schedules as accountDataSchedules } from './account-data/schedules.ts'
import { schedules as accountSchedules } from './accounts/schedules.ts'
import type { Deps } from './deps.ts'
import { forgetEvents } from './events/events.ts'
import { forgetOldKeys } from './idempotency/idempotency.ts'
import { startSendLoop } from './outbox/outbox.ts'
import { schedules as outboxSchedules } from './outbox/schedules.ts'
import { startQueue } from './platform/queue/queue.ts'
import { taskLimits } from './config/task-settings.ts'
import { schedules as taskSchedules } from './tasks/schedules.ts'
import { startTaskWorker } from './tasks/worker.ts'
import { purgeUploads } from './uploads/uploads.ts'
import { recordRecent, recordReconciliation } from './wallet/wallet.ts'
import { forgetDeliveries, startDeliveryLoop } from './webhooks/webhooks.ts'
import packageJson from '../package.json' with { type: 'json' }

/** Background work of one process; disposing stops it gracefully. */
export type Worker = AsyncDisposable

/** Starts every loop, job and schedule, in one list. */
export async function startWorker(deps: Deps): Promise<Worker> {
  const { config, db, log } = deps
  await using resources = new AsyncDisposableStack()

  const queue = resources.use(await startQueue({ connection: deps.connection, log }))
  for (const schedule of [
    ...accountSchedules(deps),
    ...accountDataSchedules(deps),
    ...outboxSchedules(deps),
    ...taskSchedules({ ...deps, retention: config }),
  ])
    await queue.schedule(schedule)
  await queue.schedule({
    name: 'forget-old-idempotency-keys',
    cron: '17 * * * *',
    run: () => forgetOldKeys(db, deps.clock()),
  })
  await queue.schedule({
    name: 'purge-uploads',
    cron: '37 * * * *',
    run: async (signal) => void (await purgeUploads(deps, config.upload_retention_days, signal)),
  })
  await queue.schedule({
    name: 'remove-unfinished-uploads',
    cron: '53 * * * *',
    run: () => deps.storage.removeUnfinished(),
  })
  await queue.schedule({
    name: 'forget-old-events',
    cron: '7 * * * *',
    run: () => forgetEvents(db, deps.clock(), config.event_retention_days),
  })
  await queue.schedule({
    name: 'forget-old-deliveries',
    cron: '22 * * * *',
    run: () => forgetDeliveries(db, deps.clock()),
  })
  const reconcileBy = (check: typeof recordRecent) => async () => {
    const { is_clean, checks } = await check(db, deps.clock())
    if (!is_clean) log.error({ checks }, 'reconciliation_failed')
  }
  await queue.schedule({
    name: 'reconcile-ledger',
    cron: '*/10 * * * *',
    run: reconcileBy(recordRecent),
  })
  await queue.schedule({
    name: 'reconcile-whole-ledger',
    cron: '13 3 * * *',
    run: reconcileBy(recordReconciliation),
  })

  const mails = startSendLoop({ ...deps, mail_from: config.mail_from })
  resources.defer(() => mails.stop(config.stop_patience_s * 1000))

  const webhooks = startDeliveryLoop(deps)
  resources.defer(() => webhooks.stop(config.stop_patience_s * 1000))

  resources.use(
    await startTaskWorker(
      { ...deps, ffmpeg_path: config.ffmpeg_path },
      {
        version: packageJson.version,
        worker_id: deps.worker_id,
        lease_s: config.task_lease_s,
        max_attempts: config.task_max_attempts,
        limits: taskLimits(config).max_running,
        max_stint_s: config.model_stint_s,
        stop_patience_s: config.stop_patience_s,
      },
    ),
  )
  return resources.move()
}
