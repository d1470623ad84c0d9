import * as audit from '../audit/audit.ts'
import { webhookDisabledMail } from '../mail/mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import * as deliveryQueries from './delivery-queries.ts'
import * as queries from './queries.ts'
import { nextTry } from './retry.ts'
import type { Outcome } from './send-delivery.ts'

const gone = 410
/** An endpoint is disabled when a delivery is given up and every try has failed for this long. */
const failsAtMost_ms = 5 * 86_400_000

/**
 * Records the outcome of a try and its consequence: none, a retry, or a disabled endpoint, of which its owner is told by
 * mail. Locks the endpoint's row first, as everywhere.
 */
export async function settleDelivery(
  db: Db,
  delivery: deliveryQueries.TakenDelivery,
  { retry_after_ms, ...outcome }: Outcome,
  { now, random }: { now: Date; random: number },
): Promise<void> {
  const { webhook_id, attempts } = delivery
  await db.transaction().execute(async (trx) => {
    if (outcome.error === null) {
      await deliveryQueries.markWorking(trx, webhook_id)
      await deliveryQueries.settle(trx, delivery, { ...outcome, status: 'delivered', due_at: null })
      return
    }
    const failing_since = await deliveryQueries.markFailing(trx, webhook_id, now)
    const isGone = outcome.response_status === gone
    const due_at = isGone ? undefined : nextTry(attempts, { now, random, retry_after_ms })
    const status = due_at ? 'waiting' : 'failed'
    const noted = await deliveryQueries.settle(trx, delivery, { ...outcome, status, due_at: due_at ?? null })
    if (!noted || due_at) return
    if (isGone) await switchOff(trx, webhook_id, 'gone', now)
    else if (now.getTime() - failing_since.getTime() >= failsAtMost_ms)
      await switchOff(trx, webhook_id, 'failing', now)
  })
}

async function switchOff(trx: Trx, webhook_id: string, reason: 'gone' | 'failing', now: Date): Promise<void> {
  const webhook = await queries.disable(trx, webhook_id, reason, now)
  if (!webhook) return
  const { host } = new URL(webhook.url)
  const email = await queries.getOwnerEmail(trx, webhook.user_id)
  await enqueueMail(trx, email, webhookDisabledMail(webhook.language, { host, reason }))
  const nobody = { ip: null, request_id: null }
  await audit.record(trx, 'webhook_disabled', nobody, {
    actor: 'system',
    subject: webhook_id,
    details: { host, reason },
  })
}
