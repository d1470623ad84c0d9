import type { Trx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { createToken, hashToken } from '../platform/secrets/secret-token.ts'
import type { Json } from '../platform/json.ts'
import { after } from './context.ts'
import * as queries from './mail-token-queries.ts'
import { lockUser } from './queries.ts'
import type { MailTokenPurpose } from './tables.ts'

const lifetimes_s: Record<MailTokenPurpose, number> = {
  verify: 86_400,
  reset: 1_800,
  change_password: 1_800,
  change_email: 3_600,
  undo_email: 259_200,
  undo_delete: 1_209_600,
}

/** How many links of a purpose may be good at once; of the others only the newest is. */
const keptTokens: Partial<Record<MailTokenPurpose, number>> = {
  verify: 3, // several people may try to register one address
  undo_email: 100, // whoever moves an account on must not void the link of the address it was taken from
}

/** A new token for a link, in the clear this once. Older ones of its purpose are void, but for the newest few. */
export async function issueMailToken(
  trx: Trx,
  order: { user_id: string; purpose: MailTokenPurpose; payload?: { [key: string]: Json } },
  now: Date,
): Promise<{ token: string; expires_in_s: number }> {
  const { user_id, purpose, payload = {} } = order
  await queries.voidTokens(trx, user_id, purpose, (keptTokens[purpose] ?? 1) - 1, now)
  const token = createToken('')
  const expires_in_s = lifetimes_s[purpose]
  const expires_at = after(now, expires_in_s)
  await queries.insert(trx, {
    token_hash: hashToken(token),
    user_id,
    purpose,
    payload,
    expires_at,
    created_at: now,
  })
  return { token, expires_in_s }
}

/**
 * Spends a token, in the transaction of its effect. Undefined when unknown, expired, spent, or made for something else. The
 * user is locked first, as by everybody who makes tokens: in the other order two of them could wait for each other.
 */
export async function consumeMailToken(trx: Trx, purpose: MailTokenPurpose, token: string, now: Date) {
  const token_hash = hashToken(token)
  const live = await queries.findLive(trx, token_hash, purpose, now)
  if (!live) return undefined
  await lockUser(trx, live.user_id)
  return queries.consume(trx, token_hash, purpose, now)
}

/** Unknown, expired, spent, made for something else: one answer. */
export function badMailToken(): AppError {
  return new AppError(400, 'invalid_or_expired_token', 'This link is not valid, or not any more.')
}

/** Makes the open links of these purposes worthless. */
export async function voidMailTokens(
  trx: Trx,
  user_id: string,
  purposes: readonly MailTokenPurpose[],
  now: Date,
): Promise<void> {
  for (const purpose of purposes) await queries.voidTokens(trx, user_id, purpose, 0, now)
}

/** A link to a page of the web app. The token stands in the fragment, which no server and no log ever sees. */
export function mailLink(public_base_url: string, page: string, token: string): string {
  return `${public_base_url}/${page}#t=${token}`
}
