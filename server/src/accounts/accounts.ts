import type { Db } from '../platform/db/database.ts'
import { deleteStaleFailures } from './lock.ts'
import { removeExpired as deleteExpiredChallenges } from './mfa-queries.ts'
import { deleteExpired as deleteExpiredMailTokens } from './mail-token-queries.ts'
import { after } from './context.ts'
import * as queries from './queries.ts'

// What other slices and the files above them may call.

export {
  type AccountDeps,
  type AccountSecrets,
  after,
  type Client,
  type Lifetimes,
  lifetimesOf,
} from './context.ts'
export { confirmEmailChange, undoEmailChange } from './change-email.ts'
export { confirmPasswordChange } from './change-password.ts'
export { anonymizeUser, listDueDeletions, undoDeletion } from './delete-account.ts'
export { listSessions } from './manage-sessions.ts'
export { getMe } from './me.ts'
export { mailResetLink } from './mail-links.ts'
export { forgotPassword } from './request-mail-link.ts'
export { resetPassword } from './reset-password.ts'
export { clientOf } from './sign-in-routes.ts'
export { verifyEmail } from './verify-email.ts'
export * from './manage-users.ts'
export type { UserRole } from './tables.ts'

/** Links that are over are still known for a week: `resend-verification` looks at who tried to register. */
const keptMailTokens_s = 604_800

/** Removes tokens that can never be used again. A spent refresh token stays until it expires: it must be recognised. */
export async function deleteExpiredCredentials(db: Db, now: Date): Promise<void> {
  await queries.deleteExpiredTokens(db, now)
  await deleteStaleFailures(db, now)
  await deleteExpiredChallenges(db, now)
  await deleteExpiredMailTokens(db, after(now, -keptMailTokens_s))
}
