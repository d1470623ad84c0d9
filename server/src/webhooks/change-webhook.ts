import * as audit from '../audit/audit.ts'
import { noSuch } from '../platform/errors.ts'
import { checkTypes, checkUrl, inOrder } from './create-webhook.ts'
import { toOut } from './list-webhooks.ts'
import * as queries from './queries.ts'
import type { WebhookChange, WebhookOut, WebhookWithSecret } from './schemas.ts'
import { createSecret, previousKept_ms, sealSecret } from './secrets.ts'
import type { WebhookDeps } from './webhooks.ts'

/**
 * Changes only the given fields. Disabling gives up waiting deliveries; enabling continues with future events. Idempotent.
 * @throws ValidationError as `createWebhook`; AppError 404 `webhook_not_found`.
 */
export async function changeWebhook(
  deps: WebhookDeps,
  user_id: string,
  webhook_id: string,
  { enabled, ...input }: WebhookChange,
  origin: audit.Origin,
): Promise<WebhookOut> {
  if (input.url !== undefined) checkUrl(deps.outbound, input.url)
  const changes = { ...input, ...(input.event_types && { event_types: inOrder(input.event_types) }) }
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    let webhook = await queries.change(trx, user_id, webhook_id, changes, now)
    if (!webhook) throw noSuch('webhook')
    checkTypes(webhook.format, webhook.event_types)
    if (enabled === true) webhook = (await queries.enable(trx, user_id, webhook_id, now)) ?? webhook
    if (enabled === false) webhook = (await queries.disable(trx, webhook_id, 'owner', now)) ?? webhook
    const changed = [...Object.keys(input), ...(enabled === undefined ? [] : ['enabled'])]
    await audit.record(trx, 'webhook_changed', origin, {
      actor: user_id,
      subject: webhook_id,
      details: { changed, host: new URL(webhook.url).host },
    })
    return toOut(webhook)
  })
}

/** Replaces the secret; only this answer shows the new one. The old one also signs for a day. */
export async function rotateSecret(
  deps: WebhookDeps,
  user_id: string,
  webhook_id: string,
  origin: audit.Origin,
): Promise<WebhookWithSecret> {
  const now = deps.clock()
  const secret = createSecret()
  const secret_enc = sealSecret(deps.secrets.ring, webhook_id, secret)
  const previous_until = new Date(now.getTime() + previousKept_ms)
  return deps.db.transaction().execute(async (trx) => {
    const change = { secret_enc, previous_until, now }
    const webhook = await queries.replaceWithNewSecret(trx, user_id, webhook_id, change)
    if (!webhook) throw noSuch('webhook')
    await audit.record(trx, 'webhook_secret_rotated', origin, { actor: user_id, subject: webhook_id })
    return { ...toOut(webhook), secret }
  })
}

/** Deletes an endpoint and its log. @throws AppError 404 `webhook_not_found`, also the second time. */
export async function deleteWebhook(
  deps: WebhookDeps,
  user_id: string,
  webhook_id: string,
  origin: audit.Origin,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await queries.remove(trx, user_id, webhook_id))) throw noSuch('webhook')
    await audit.record(trx, 'webhook_deleted', origin, { actor: user_id, subject: webhook_id })
  })
}
