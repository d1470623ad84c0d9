import type { Db } from '../platform/db/database.ts'
import { noSuch } from '../platform/errors.ts'
import * as queries from './queries.ts'
import type { WebhookOut } from './schemas.ts'

export const maxWebhooks = 10

/** A user's endpoints, oldest first. */
export async function listWebhooks(db: Db, user_id: string) {
  const items = (await queries.list(db, user_id)).map(toOut)
  return { items, total: items.length, page: 1, page_size: maxWebhooks }
}

/** @throws AppError 404 `webhook_not_found`, also for other people's. */
export async function getWebhook(db: Db, user_id: string, webhook_id: string): Promise<WebhookOut> {
  const webhook = await queries.find(db, user_id, webhook_id)
  if (!webhook) throw noSuch('webhook')
  return toOut(webhook)
}

export function toOut({ previous_until, ...webhook }: queries.VisibleWebhook): WebhookOut {
  return { ...webhook, enabled: webhook.disabled_at === null, previous_secret_until: previous_until }
}
