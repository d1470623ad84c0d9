import { createHash, randomBytes } from 'node:crypto'

/** A prefix that tells people what they hold, and 256 random bits as 43 base64url characters. */
export function createToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. No slow hash: 256 random bits can't be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
