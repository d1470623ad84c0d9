import { drain } from '../platform/db/drain.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import * as deliveryQueries from './delivery-queries.ts'
import * as queries from './queries.ts'

export { type DeliveryLoop, startDeliveryLoop } from './delivery-loop.ts'
export { webhookItems } from './describe-webhooks.ts'
export { listWebhooks } from './list-webhooks.ts'
export { rotateWebhookSecrets, sampleWebhookSecrets } from './secrets.ts'

export interface WebhookDeps {
  db: Db
  outbound: Outbound
  secrets: { ring: KeyRing }
  limiter: RateLimiter
  notifier: Pick<Notifier, 'notify'>
  clock: () => Date
}

/** Endpoints of an erased account, with all that was sent to them. */
export function removeWebhooksOf(trx: Trx, user_id: string): Promise<void> {
  return queries.removeAll(trx, user_id)
}

const kept_ms = 30 * 86_400_000
const batch = 5_000

/** Forgets what was sent a month ago, whatever became of it. */
export async function forgetDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - kept_ms)
  await drain(batch, (limit) => deliveryQueries.deleteBefore(db, before, limit))
}
