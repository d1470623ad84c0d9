import type { Db } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import * as queries from './queries.ts'
import type { WebhookOut } from './schemas.ts'

export const maxWebhooks = 10

/** A user's endpoints, the oldest first. */
export async function listWebhooks(db: Db, user_id: string) {
  const items = (await queries.list(db, user_id)).map(toOut)
  return { items, total: items.length, page: 1, page_size: maxWebhooks }
}

/** @throws AppError 404 `webhook_not_found`, also for other people's. */
export async function getWebhook(db: Db, user_id: string, webhook_id: string): Promise<WebhookOut> {
  const webhook = isUuid(webhook_id) ? await queries.find(db, user_id, webhook_id) : undefined
  if (!webhook) throw webhookNotFound()
  return toOut(webhook)
}

export function webhookNotFound(): AppError {
  return new AppError(404, 'webhook_not_found', 'No such webhook.')
}

export function toOut({ previous_until, ...webhook }: queries.VisibleWebhook): WebhookOut {
  return { ...webhook, enabled: webhook.disabled_at === null, previous_secret_until: previous_until }
}
