import { schedules as accountDataSchedules } from './account-data/schedules.ts'
import { schedules as accountSchedules } from './accounts/schedules.ts'
import { schedules as auditSchedules } from './audit/schedules.ts'
import { taskLimits } from './config/config.ts'
import type { Deps } from './deps.ts'
import { schedules as eventSchedules } from './events/schedules.ts'
import { schedules as idempotencySchedules } from './idempotency/schedules.ts'
import { startSendLoop } from './outbox/outbox.ts'
import { schedules as outboxSchedules } from './outbox/schedules.ts'
import { startSchedules } from './platform/schedules/schedules.ts'
import { createSender } from './settings/settings.ts'
import { schedules as storageSchedules } from './storage/schedules.ts'
import { schedules as taskSchedules } from './tasks/schedules.ts'
import { startTaskWorker } from './tasks/worker.ts'
import { schedules as uploadSchedules } from './uploads/schedules.ts'
import { schedules as walletSchedules } from './wallet/schedules.ts'
import { schedules as webhookSchedules } from './webhooks/schedules.ts'
import { startDeliveryLoop } from './webhooks/webhooks.ts'
import packageJson from '../package.json' with { type: 'json' }

/** Background work of one process; disposing stops it gracefully. */
export type Worker = AsyncDisposable

/** Starts every loop, job and schedule, in one list. */
export async function startWorker(deps: Deps): Promise<Worker> {
  const { config } = deps
  await using resources = new AsyncDisposableStack()

  const schedules = resources.use(startSchedules(deps))
  for (const schedule of [
    ...accountSchedules(deps),
    ...accountDataSchedules(deps),
    ...auditSchedules(deps, config),
    ...eventSchedules(deps, config),
    ...idempotencySchedules(deps),
    ...outboxSchedules(deps),
    ...storageSchedules(deps),
    ...taskSchedules({ ...deps, retention: config }),
    ...uploadSchedules(deps, config),
    ...walletSchedules(deps),
    ...webhookSchedules(deps, config),
  ])
    await schedules.schedule(schedule)

  const mails = startSendLoop({ ...deps, sender: createSender(deps.db, config.mail_from) })
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
