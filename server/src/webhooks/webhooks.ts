import type { Db, Trx } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import type { KeyRing } from '../platform/secrets/key-ring.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import * as queries from './queries.ts'

export { type DeliveryLoop, startDeliveryLoop } from './delivery-loop.ts'
export { webhookItems } from './describe-webhooks.ts'
export { findFailing as findFailingWebhooks } from './queries.ts'
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

/** Deletes the endpoints of an erased account with their logs. */
export function removeWebhooksOf(trx: Trx, user_id: string): Promise<void> {
  return queries.removeAll(trx, user_id)
}
