import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { apiKeyPrefix } from '../platform/http/principal.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checkLength = 6
const shape = /^svck_[0-9A-Za-z]{38}$/

/** 32 random characters (190 bits) and a checksum of 6, so that scanners and the server recognize a key without a lookup. */
export function createSecret(): string {
  const random = randomBase62(randomLength)
  return apiKeyPrefix + random + checksum(random)
}

/** Whether shape and checksum are a key's. */
export function isWellFormed(key: string): boolean {
  if (!shape.test(key)) return false
  const body = key.slice(apiKeyPrefix.length)
  return checksum(body.slice(0, randomLength)) === body.slice(randomLength)
}

/** Rejects bytes beyond the largest multiple of 62, since a plain remainder would favour some characters. */
function randomBase62(length: number): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

function checksum(text: string): string {
  let digits = ''
  for (let rest = crc32(text); digits.length < checkLength; rest = Math.floor(rest / alphabet.length))
    digits = alphabet[rest % alphabet.length] + digits
  return digits
}
