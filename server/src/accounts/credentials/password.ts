import { isCommonPassword } from './common-passwords.ts'

export const minPasswordLength = 8

/** Tells why a new password is refused, or undefined. It needs length, not a mix of kinds of characters. */
export function passwordProblem(
  password: string,
  user: { email: string; nickname?: string | undefined },
  blocklist: 'on' | 'off' = 'on',
): string | undefined {
  const length = Array.from(password).length
  if (length < minPasswordLength) return `Password must have at least ${minPasswordLength} characters`
  if (length > 128 || Buffer.byteLength(password) > 512)
    return 'Password must have at most 128 characters and 512 bytes'
  const same = (other: string | undefined): boolean => other?.toLowerCase() === password.toLowerCase()
  if (same(user.email) || same(user.email.split('@')[0]) || same(user.nickname)) {
    return 'Password must not be your address or your name'
  }
  if (blocklist === 'on' && isCommonPassword(password)) return 'Password is one of the most common ones'
  return undefined
}
