import { randomUUID } from 'node:crypto'
import * as audit from '../audit/audit.ts'
import { apiKeyCreatedMail, type Language } from '../mail/mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { finalConflict, invalid, unauthorized } from '../platform/errors.ts'
import { mfaRequired, type Principal, scopes, sessionOf } from '../platform/http/principal.ts'
import { checkedInstant } from '../platform/http/input/time-span.ts'
import { hashToken } from '../platform/secrets/secret-token.ts'
import type { ApiKeyDeps } from './context.ts'
import { toOut } from './list-api-keys.ts'
import * as queries from './queries.ts'
import type { ApiKeyCreate, ApiKeyCreated } from './schemas.ts'
import { createSecret } from './secret.ts'

const maxActiveKeys = 50
const maxYears = 2

/**
 * Makes a key, which is in the clear only in this answer, and mails its owner about it.
 * @throws ValidationError; AppError 403 `session_required`, `mfa_required` (the account has a second factor and this
 * login did not pass it), 409 `api_key_limit_reached`, also for two calls at once.
 */
export async function createApiKey(
  deps: ApiKeyDeps,
  principal: Principal,
  input: ApiKeyCreate,
  client: audit.Origin & { language: Language },
): Promise<ApiKeyCreated> {
  const { user_id, mfa } = sessionOf(principal)
  const now = deps.clock()
  if (!mfa && (await deps.hasSecondFactor(deps.db, user_id))) {
    throw mfaRequired('Sign in with your second factor to make an API key.')
  }
  const api_key = createSecret()
  const { spend_cap = null } = input
  if (spend_cap === null && input.spend_cap_period !== undefined)
    throw invalid(['body', 'spend_cap_period'], 'Input needs a spend_cap')
  const key = {
    key_id: randomUUID(),
    user_id,
    name: input.name,
    key_hash: hashToken(api_key),
    key_prefix: api_key.slice(0, 9),
    last4: api_key.slice(-4),
    scopes: scopes.filter((scope) => (input.scopes ?? scopes).includes(scope)),
    rate_limit_per_minute: input.rate_limit_per_minute ?? null,
    spend_cap,
    spend_cap_period: spend_cap === null ? null : (input.spend_cap_period ?? 'month'),
    created_at: now,
    expires_at: checkedExpiry(input.expires_at ?? null, now),
  }
  const made = await deps.db.transaction().execute(async (trx) => {
    const owner = await queries.lockOwner(trx, user_id)
    if (!owner) throw unauthorized('invalid_token', 'The account is gone.')
    if ((await queries.countActive(trx, user_id, now)) >= maxActiveKeys) {
      throw finalConflict('api_key_limit_reached', `At most ${maxActiveKeys} keys may be active: revoke one.`)
    }
    await audit.record(trx, 'api_key_created', client, {
      actor: user_id,
      subject: key.key_id,
      details: { name: key.name, scopes: key.scopes },
    })
    await enqueueMail(trx, owner.email, apiKeyCreatedMail(client.language, { name: key.name }))
    return queries.insert(trx, key)
  })
  return { ...toOut(made, now), api_key }
}

function checkedExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const instant = checkedInstant(text, ['body', 'expires_at'])
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + maxYears)
  if (instant <= now || instant > latest) {
    throw invalid(['body', 'expires_at'], `Input must lie in the future, at most ${maxYears} years ahead`)
  }
  return instant
}
