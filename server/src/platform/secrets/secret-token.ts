import { hash, randomBytes } from 'node:crypto'

/** A readable prefix and 256 random bits as 43 base64url characters. */
export function createToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** The hash that the database stores. 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
