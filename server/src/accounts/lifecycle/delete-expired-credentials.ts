import type { Db } from '../../platform/db/database.ts'
import { after } from '../account/context.ts'
import { deleteStaleFailures } from '../credentials/lock.ts'
import { deleteExpiredTokens } from '../credentials/token-queries.ts'
import { deleteExpired as deleteExpiredMailTokens } from '../mailed-links/mail-token-queries.ts'
import { deleteExpired as deleteExpiredChallenges } from '../second-factor/challenge-queries.ts'
import { deleteExpired as deleteExpiredSetUps } from '../second-factor/totp-queries.ts'

/** Mailed links are kept for a week after they expire: `resend-verification` looks at who tried to register. */
const keptMailTokens_s = 604_800

/**
 * Deletes tokens that can never be used again. A spent refresh token stays until it expires, so that showing it again raises
 * the alarm.
 */
export async function deleteExpiredCredentials(db: Db, now: Date): Promise<void> {
  await deleteExpiredTokens(db, now)
  await deleteStaleFailures(db, now)
  await deleteExpiredChallenges(db, now)
  await deleteExpiredSetUps(db, now)
  await deleteExpiredMailTokens(db, after(now, -keptMailTokens_s))
}
