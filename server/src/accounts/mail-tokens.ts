import type { Trx } from '../platform/db/database.ts'
import { createToken, hashToken } from '../platform/secret-token.ts'
import type { Json } from '../platform/json.ts'
import { after } from './after.ts'
import * as queries from './mail-token-queries.ts'
import type { MailTokenPurpose } from './tables.ts'

const lifetimes_s: Record<MailTokenPurpose, number> = {
  verify: 86_400,
  reset: 1_800,
  change_password: 1_800,
  change_email: 3_600,
  undo_email: 259_200,
  undo_delete: 1_209_600,
}

/** Several people may try to register one address: each of this many links stays good. */
const keptVerifyTokens = 3

/** A new token for a link, in the clear this once. Older ones of its purpose are void, but for the newest few of `verify`. */
export async function issueMailToken(
  trx: Trx,
  order: { user_id: string; purpose: MailTokenPurpose; payload?: { [key: string]: Json } },
  now: Date,
): Promise<{ token: string; expires_in_s: number }> {
  const { user_id, purpose, payload = {} } = order
  await queries.voidTokens(trx, user_id, purpose, purpose === 'verify' ? keptVerifyTokens - 1 : 0, now)
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

/** Spends a token, in the transaction of its effect. Undefined when unknown, expired, spent, or made for something else. */
export function consumeMailToken(trx: Trx, purpose: MailTokenPurpose, token: string, now: Date) {
  return queries.consume(trx, hashToken(token), purpose, now)
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
