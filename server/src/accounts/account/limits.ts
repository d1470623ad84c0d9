import type { RateLimit, RateLimiter } from '../../platform/rate-limit.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'

const hour_s = 3600
const day_s = 86_400

/** Generous, since a whole office can share one IP address. docs/config.md lists those that count by IP address. */
export const limits = {
  /** By IP address. Many people may share one, so only failures count. */
  failed_logins: { name: 'failed-logins', points: 50, per_s: 15 * 60 },
  /** By IP address: invite codes may be short words. Only wrong ones count. */
  invite_codes: { name: 'invite-codes', points: 10, per_s: hour_s },
  /** By IP address: wrong tokens of the link that makes the first administrator. */
  failed_setups: { name: 'failed-setups', points: 50, per_s: 15 * 60 },
  /** By IP address. */
  register: { name: 'register', points: 100, per_s: hour_s },
  /** `forgot-password` and `resend-verification` together, by IP address. */
  mail_links: { name: 'mail-links', points: 30, per_s: hour_s },
  /** Changes of address that one user asks for. */
  change_email: { name: 'change-email', points: 10, per_s: day_s },
} satisfies Record<string, RateLimit>

/** Why a caller can make us mail an address. */
export type MailCause = 'register' | 'forgot' | 'resend' | 'change-email'

// Whoever registers again at once may have mistyped something, and each attempt needs a link of its own.
const perMinute: Record<MailCause, number> = { register: 5, forgot: 1, resend: 1, 'change-email': 5 }
const perDay: Record<MailCause, number> = { register: 10, forgot: 5, resend: 5, 'change-email': 5 }

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
  const minute = { name: `mail-${cause}-minute`, points: perMinute[cause], per_s: 60 }
  const day = { name: `mail-${cause}-day`, points: perDay[cause], per_s: day_s }
  return (await limiter.tryTake(minute, subject)) && (await limiter.tryTake(day, subject))
}
