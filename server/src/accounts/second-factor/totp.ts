import { generateSecret, generateURI, verify } from 'otplib'

const period_s = 30

/** 20 random bytes in base32. */
export function createTotpSecret(): string {
  return generateSecret({ length: 20 })
}

/** The URL that an authenticator app reads from a QR code. */
export function totpUrl(secret: string, email: string): string {
  return generateURI({ issuer: 'Clipwright', label: email, secret })
}

/** The name under which the key ring seals a user's secret. */
export function secretName(user_id: string): string {
  return `totp:${user_id}`
}

/** The 30-second step that a code belongs to: the current one or a neighbour. Undefined for a wrong code. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | undefined> {
  const epoch = Math.floor(now.getTime() / 1000)
  try {
    const result = await verify({ secret, token: code, epoch, epochTolerance: period_s })
    return result.valid ? Math.floor(epoch / period_s) + result.delta : undefined
  } catch {
    return undefined // the library throws on text that can't be a code
  }
}
