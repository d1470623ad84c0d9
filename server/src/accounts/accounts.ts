// What other slices, and the files that put the server together, may call.

export { createAccountDeps } from './account/deps.ts'
export {
  type AccountDeps,
  type AccountSecrets,
  type Client,
  type Lifetimes,
  lifetimesOf,
} from './account/context.ts'
export { limits } from './account/limits.ts'
export type { UserRole } from './account/tables.ts'
export { clientOf } from './credentials/client.ts'
export { cookieRules } from './credentials/cookies.ts'
export { forgetFailures } from './credentials/lock.ts'
export { listSessions } from './credentials/manage-sessions.ts'
export { hasSecondFactor, removeSecondFactor } from './second-factor/factor.ts'
export { rotateSecrets, sampleSecrets } from './second-factor/rotate-secrets.ts'
export { confirmEmailChange, undoEmailChange } from './mailed-links/change-email.ts'
export { confirmPasswordChange } from './mailed-links/change-password.ts'
export { mailResetLink } from './mailed-links/mail-links.ts'
export { forgotPassword } from './mailed-links/request-mail-link.ts'
export { resetPassword } from './mailed-links/reset-password.ts'
export { verifyEmail } from './mailed-links/verify-email.ts'
export { createAuthenticate } from './sign-in/authenticate.ts'
export { getMe } from './profile/me.ts'
export { createAdmin } from './lifecycle/create-admin.ts'
export { anonymizeUser, listDueDeletions, undoDeletion } from './lifecycle/delete-account.ts'
export * from './lifecycle/manage-users.ts'
