import { randomUUID } from 'node:crypto'
import * as audit from '../audit/audit.ts'
import { type EventType, eventTypes } from '../events/events.ts'
import type { Language } from '../mail/mail.ts'
import { finalConflict, invalid, unauthorized } from '../platform/errors.ts'
import type { Outbound, Refusal } from '../platform/outbound/outbound.ts'
import { maxWebhooks, toOut } from './list-webhooks.ts'
import * as queries from './queries.ts'
import type { WebhookCreate, WebhookWithSecret } from './schemas.ts'
import { createSecret, sealSecret } from './secrets.ts'
import type { WebhookFormat } from './tables.ts'
import type { WebhookDeps } from './webhooks.ts'

/**
 * Creates an endpoint for future events; only this answer shows its secret. @throws ValidationError for an address that is
 * never allowed; AppError 409 `webhook_limit_reached`, also for concurrent calls.
 */
export async function createWebhook(
  deps: WebhookDeps,
  user_id: string,
  input: WebhookCreate,
  client: audit.Origin & { language: Language },
): Promise<WebhookWithSecret> {
  checkUrl(deps.outbound, input.url)
  const { format = 'standard', event_types = usualTypes } = input
  checkTypes(format, event_types)
  const now = deps.clock()
  const webhook_id = randomUUID()
  const secret = createSecret()
  const made = await deps.db.transaction().execute(async (trx) => {
    if (!(await queries.lockOwner(trx, user_id))) throw unauthorized('invalid_token', 'The account is gone.')
    if ((await queries.count(trx, user_id)) >= maxWebhooks) {
      throw finalConflict('webhook_limit_reached', `At most ${maxWebhooks} webhooks: delete one.`)
    }
    await audit.record(trx, 'webhook_created', client, {
      actor: user_id,
      subject: webhook_id,
      details: { host: new URL(input.url).host },
    })
    return queries.insert(trx, {
      webhook_id,
      user_id,
      url: input.url,
      description: input.description ?? '',
      event_types: inOrder(event_types),
      format,
      language: client.language,
      secret_enc: sealSecret(deps.secrets.ring, webhook_id, secret),
      disabled_at: input.enabled === false ? now : null,
      created_at: now,
    })
  })
  return { ...toOut(made), secret }
}

/** Those at the end of a task, which every format has. */
const usualTypes: readonly EventType[] = ['task.completed', 'task.failed']

/** @throws ValidationError for types of events that the format has no word for. */
export function checkTypes(format: WebhookFormat, wanted: readonly EventType[]): void {
  if (format === 'openai' && wanted.some((type) => !usualTypes.includes(type)))
    throw invalid(['body', 'event_types'], `The format openai has ${usualTypes.join(' and ')} alone`)
}

/** In the order of `eventTypes`, each once. */
export function inOrder(wanted: readonly EventType[]): EventType[] {
  return eventTypes.filter((type) => wanted.includes(type))
}

const refusals: Record<Refusal, string> = {
  not_a_url: 'Input must be a full URL',
  scheme: 'Input must begin with https://',
  credentials: 'Input must not hold a user or a password',
  port: 'Input must use the port 443 or 80',
  address: 'Input must lead to a public address',
}

/** @throws ValidationError. The addresses behind its name are checked at each delivery. */
export function checkUrl(outbound: Outbound, url: string): void {
  const refusal = outbound.refusal(url)
  if (refusal) throw invalid(['body', 'url'], refusals[refusal])
}
