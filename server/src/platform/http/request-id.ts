import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford base32

function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}

/** `req_` and a ULID: sorts by time, and is never taken from the caller, so it is safe in logs and headers. */
export function createRequestId(now_ms: number = Date.now()): string {
  const random = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return `req_${base32(now_ms, 10)}${random}`
}
