import { randomBytes, randomInt } from 'node:crypto'
import { type PasswordHasher } from '../../platform/secrets/password-hasher.ts'

const count = 10
const length = 10
/** Crockford's base32: no two characters look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export interface RecoveryCodeSet {
  /** In the clear, as `XXXXX-XXXXX`; shown once and not stored. */
  codes: string[]
  salt: Buffer
  hashes: Buffer[]
}

/** Makes ten codes of 50 bits. They share one salt, so that checking one costs one hash. */
export async function createRecoveryCodes(hasher: PasswordHasher): Promise<RecoveryCodeSet> {
  const salt = randomBytes(16)
  const codes = new Set<string>()
  while (codes.size < count) {
    codes.add(Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join(''))
  }
  const hashes: Buffer[] = []
  for (const code of codes) hashes.push(await hasher.derive(code, salt))
  return { codes: [...codes].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), salt, hashes }
}

/** Normalizes a typed code to the form that was hashed: O is read as 0, I and L as 1. Undefined when it can't be a code. */
export function parseRecoveryCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === length && Array.from(code).every((sign) => alphabet.includes(sign))
    ? code
    : undefined
}
