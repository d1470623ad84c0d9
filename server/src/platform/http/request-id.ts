import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford base32

function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}

// Random bytes for many ids at once: a system call per request would be a few percent of a short one.
const idBytes = 16
const random = Buffer.alloc(256 * idBytes)
let next = random.length

function drawBytes(): Buffer {
  if (next === random.length) {
    randomFillSync(random)
    next = 0
  }
  next += idBytes
  return random.subarray(next - idBytes, next)
}

/** `req_` and a ULID: sorts by time. It is never taken from the caller, so it is safe in logs and headers. */
export function createRequestId(now_ms: number = Date.now()): string {
  const tail = Array.from(drawBytes(), (byte) => alphabet[byte & 31]).join('')
  return `req_${base32(now_ms, 10)}${tail}`
}
