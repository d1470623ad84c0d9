import { limitTable } from '../../platform/limit-table.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'

/** Why a caller can make us mail an address. */
export type MailCause = 'register' | 'forgot' | 'resend' | 'change-email'

/**
 * Whether the quota of an address allows another mail. Callers must not learn it: it would tell who has an account. The counter
 * is named by a hash, so that the table of counters is no list of addresses.
 */
export async function mayMail(
  limiter: RateLimiter,
  cause: MailCause,
  email_identity: string,
): Promise<boolean> {
  const subject = hashToken(email_identity).toString('base64url')
  const minute = limitTable[`mail-${cause}-minute`]
  const day = limitTable[`mail-${cause}-day`]
  return (await limiter.tryTake(minute, subject)) && (await limiter.tryTake(day, subject))
}
