import { hostname } from 'node:os'
import { eraseDueAccounts } from './account-data/account-data.ts'
import { deleteExpiredCredentials } from './accounts/accounts.ts'
import { removeOrphans } from './accounts/avatar.ts'
import type { Deps } from './deps.ts'
import { startEngineLoops } from './inventory/engine-loops.ts'
import { forgetEvents } from './events/events.ts'
import { forgetOldKeys } from './idempotency/idempotency.ts'
import { deleteOldMails, startSendLoop } from './outbox/outbox.ts'
import { startSchedules } from './platform/schedules/schedules.ts'
import { taskLimits } from './config/task-settings.ts'
import { purgeResults, sweepResults } from './tasks/results/purge.ts'
import { createReceiver, sweepReceiving } from './tasks/results/receive-video.ts'
import { createUnfitReaper } from './tasks/run/fail-unfit.ts'
import { createReaper, failOverdueTasks } from './tasks/run/reap.ts'
import { forgetSilentWorkers, registerWorker } from './tasks/fleet/register-worker.ts'
import { createLearnSpeed } from './tasks/queue/speed.ts'
import { queuedChannel } from './tasks/tasks.ts'
import { purgeUploads } from './uploads/uploads.ts'
import { recordRecent, recordReconciliation } from './wallet/wallet.ts'
import { forgetDeliveries, startDeliveryLoop } from './webhooks/webhooks.ts'
import packageJson from '../package.json' with { type: 'json' }

/** Background work of one process; disposing stops it gracefully. */
export type Worker = AsyncDisposable

const reapEvery_ms = 1_000
const reapUnfitEvery_ms = 5_000
const sweepReceivingEvery_ms = 3_600_000
const inspectEvery_ms = 250

/** Starts every loop, job and schedule, in one list. */
export async function startWorker(deps: Deps): Promise<Worker> {
  const { config, db, log } = deps
  await using resources = new AsyncDisposableStack()

  const schedules = resources.use(startSchedules(deps))
  await schedules.schedule({
    name: 'fail-overdue-tasks',
    cron: '* * * * *',
    run: async (signal) => void (await failOverdueTasks(db, log, signal)),
  })
  await schedules.schedule({
    name: 'forget-silent-workers',
    cron: '* * * * *',
    run: () => forgetSilentWorkers(db, log),
  })
  await schedules.schedule({
    name: 'delete-expired-credentials',
    cron: '17 * * * *',
    run: async () => {
      await deleteExpiredCredentials(db, deps.clock())
      await forgetOldKeys(db, deps.clock())
      await deps.limiter.forgetExpired(deps.clock())
    },
  })
  await schedules.schedule({
    name: 'remove-orphaned-objects',
    cron: '*/15 * * * *',
    run: () => removeOrphans(deps),
  })
  await schedules.schedule({
    name: 'erase-due-accounts',
    cron: '41 * * * *',
    run: async (signal) => void (await eraseDueAccounts(deps, signal)),
  })
  await schedules.schedule({
    name: 'purge-results',
    cron: '7 * * * *',
    run: async (signal) => void (await purgeResults(deps, config, signal)),
  })
  await schedules.schedule({
    name: 'sweep-results',
    cron: '* * * * *',
    run: async (signal) => void (await sweepResults(deps, signal)),
  })
  await schedules.schedule({
    name: 'purge-uploads',
    cron: '37 * * * *',
    run: async (signal) => void (await purgeUploads(deps, config.upload_retention_days, signal)),
  })
  await schedules.schedule({
    name: 'remove-unfinished-uploads',
    cron: '53 * * * *',
    run: () => deps.storage.removeUnfinished(),
  })
  await schedules.schedule({
    name: 'delete-old-mails',
    cron: '27 3 * * *',
    run: () => deleteOldMails(db, deps.clock()),
  })
  await schedules.schedule({
    name: 'forget-old-events',
    cron: '7 * * * *',
    run: () => forgetEvents(db, deps.clock(), config.event_retention_days),
  })
  await schedules.schedule({
    name: 'forget-old-deliveries',
    cron: '22 * * * *',
    run: () => forgetDeliveries(db, deps.clock()),
  })
  const reconcileBy = (check: typeof recordRecent) => async () => {
    const { is_clean, checks } = await check(db, deps.clock())
    if (!is_clean) log.error({ checks }, 'reconciliation_failed')
  }
  await schedules.schedule({
    name: 'reconcile-ledger',
    cron: '*/10 * * * *',
    run: reconcileBy(recordRecent),
  })
  await schedules.schedule({
    name: 'reconcile-whole-ledger',
    cron: '13 3 * * *',
    run: reconcileBy(recordReconciliation),
  })

  const registration = await registerWorker(deps, {
    worker_id: deps.worker_id,
    version: packageJson.version,
    host: hostname(),
    pid: process.pid,
  })
  resources.defer(() => registration.leave())

  // Every second, in every worker: a lost task is somebody's again soon after its lease has passed.
  const reap = createReaper(deps, { lease_s: config.task_lease_s, max_attempts: config.task_max_attempts })
  const reaper = setInterval(() => {
    reap()
      .then((moved) => moved > 0 && deps.notifier.notify(queuedChannel))
      .catch((error: unknown) => log.warn({ err: error }, 'reap_failed'))
  }, reapEvery_ms)
  resources.defer(() => clearInterval(reaper))

  const reapUnfit = createUnfitReaper(deps)
  const unfitReaper = setInterval(() => {
    reapUnfit().catch((error: unknown) => log.warn({ err: error }, 'reap_failed'))
  }, reapUnfitEvery_ms)
  resources.defer(() => clearInterval(unfitReaper))

  // In every worker: the folder may be its own.
  const sweepFolder = () =>
    void sweepReceiving(deps).catch((error: unknown) => log.warn({ err: error }, 'receiving_not_swept'))
  sweepFolder()
  const folderSweeper = setInterval(sweepFolder, sweepReceivingEvery_ms)
  resources.defer(() => clearInterval(folderSweeper))

  const mails = startSendLoop({ ...deps, mail_from: config.mail_from })
  resources.defer(() => mails.stop(config.stop_patience_s * 1000))

  const webhooks = startDeliveryLoop(deps)
  resources.defer(() => webhooks.stop(config.stop_patience_s * 1000))

  const settings = {
    worker_id: deps.worker_id,
    lease_s: config.task_lease_s,
    max_attempts: config.task_max_attempts,
    inspect_every_ms: inspectEvery_ms,
    limits: taskLimits(config).max_running,
    max_stint_s: config.model_stint_s,
  }
  const learnSpeed = createLearnSpeed(db)
  const receive = createReceiver({ ...deps, ffmpeg_path: config.ffmpeg_path })
  const engines = startEngineLoops({ ...deps, receive, learnSpeed, settings })
  resources.defer(() => engines.stop(config.stop_patience_s * 1000))
  return resources.move()
}
