import { limitTable } from '../platform/limit-table.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '../platform/db/database.ts'
import { inBatches } from '../platform/concurrency/in-batches.ts'
import { finalConflict, noSuch } from '../platform/errors.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import { webhooksChannel } from './delivery-loop.ts'
import * as deliveryQueries from './delivery-queries.ts'
import { getWebhook } from './list-webhooks.ts'
import * as queries from './queries.ts'
import type { DeliveryOut } from './schemas.ts'
import { sendDelivery } from './send-delivery.ts'
import type { DeliveryStatus, WebhookFormat } from './tables.ts'
import type { WebhookDeps } from './webhooks.ts'

/** An endpoint's log, newest first. @throws AppError 404 `webhook_not_found`. */
export async function listDeliveries(
  db: Db,
  user_id: string,
  webhook_id: string,
  query: Page & { status?: DeliveryStatus | undefined },
) {
  await getWebhook(db, user_id, webhook_id)
  const { total, rows } = await deliveryQueries.list(db, webhook_id, query)
  return { items: rows.map(toOut), total, page: query.page, page_size: query.page_size }
}

/**
 * Sends a `ping` at once, also to a disabled endpoint, and returns the outcome. It is not retried and does not affect the
 * endpoint. @throws AppError 404 `webhook_not_found`, 429 `rate_limited`.
 */
export async function pingWebhook(
  deps: WebhookDeps,
  user_id: string,
  webhook_id: string,
): Promise<DeliveryOut> {
  const target = await queries.findTarget(deps.db, user_id, webhook_id)
  if (!target) throw noSuch('webhook')
  await deps.limiter.take(limitTable['webhook-test'], user_id)
  const delivery_id = randomUUID()
  const created_at = deps.clock()
  const body = pingBody(target.format, { delivery_id, webhook_id, created_at })
  const { retry_after_ms: _, ...outcome } = await sendDelivery(deps, target, { delivery_id, body })
  const status = outcome.error === null ? 'delivered' : 'failed'
  const ping = { ...outcome, status, due_at: null, delivery_id, webhook_id, body, created_at } as const
  return toOut(await deliveryQueries.insertPing(deps.db, ping))
}

function pingBody(
  format: WebhookFormat,
  { delivery_id, webhook_id, created_at }: { delivery_id: string; webhook_id: string; created_at: Date },
): string {
  if (format === 'standard')
    return JSON.stringify({ type: 'ping', timestamp: created_at, data: { webhook_id } })
  const seconds = Math.floor(created_at.getTime() / 1000)
  const id = `evt_${delivery_id.replaceAll('-', '')}`
  return JSON.stringify({ id, object: 'event', created_at: seconds, type: 'ping', data: { id: webhook_id } })
}

/**
 * Delivers again at once, with the same `webhook-id` and a full set of retries. @throws AppError 404 `webhook_not_found`,
 * `delivery_not_found`, 409 `webhook_disabled`, 429 `rate_limited`.
 */
export async function redeliver(
  deps: WebhookDeps,
  user_id: string,
  webhook_id: string,
  delivery_id: string,
): Promise<DeliveryOut> {
  const { enabled } = await getWebhook(deps.db, user_id, webhook_id)
  await deps.limiter.take(limitTable['webhook-redeliver'], user_id)
  if (!enabled) throw finalConflict('webhook_disabled', 'The webhook is disabled: enable it first.')
  const delivery = await deliveryQueries.makeDue(deps.db, webhook_id, delivery_id, deps.clock())
  if (!delivery) throw noSuch('delivery')
  deps.notifier.notify(webhooksChannel)
  return toOut(delivery)
}

const day_ms = 86_400_000
const batch = 5_000

/** Deletes old deliveries, whatever their outcome. */
export async function forgetDeliveries(db: Db, now: Date, retention_days: number): Promise<void> {
  const before = new Date(now.getTime() - retention_days * day_ms)
  await inBatches(batch, (limit) => deliveryQueries.deleteBefore(db, before, limit))
}

function toOut({
  seq,
  due_at,
  body: request_body,
  ...delivery
}: deliveryQueries.VisibleDelivery): DeliveryOut {
  const next_attempt_at = delivery.status === 'waiting' ? (due_at ?? delivery.created_at) : null
  return { ...delivery, request_body, event_id: seq, next_attempt_at }
}
