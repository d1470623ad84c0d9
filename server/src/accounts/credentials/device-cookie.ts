import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountDeps, Client } from '../account/context.ts'
import { deviceCookieLifetime_s } from './cookies.ts'

const shape = /^([A-Za-z0-9_-]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/

/** Returns the device's id if the server issued the cookie for this address and it has not expired. */
export function knownDevice(
  key: Uint8Array,
  identity: string,
  cookie: string | undefined,
  now: Date,
): string | undefined {
  const [, id, expires, mac] = shape.exec(cookie ?? '') ?? []
  if (id === undefined || expires === undefined || mac === undefined) return undefined
  const expected = sign(key, identity, id, expires)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Number(expires) * 1000 > now.getTime() ? id : undefined
}

/** Returns a cookie that identifies this browser at its next login; a known device keeps its id. */
export function renewDeviceCookie(
  deps: Pick<AccountDeps, 'clock' | 'secrets'>,
  identity: string,
  client: Client,
): string {
  const key = deps.secrets.lock_key
  const now = deps.clock()
  const id = knownDevice(key, identity, client.device_cookie, now) ?? randomBytes(16).toString('base64url')
  const expires = String(Math.floor(now.getTime() / 1000) + deviceCookieLifetime_s)
  return `${id}.${expires}.${sign(key, identity, id, expires).toString('base64url')}`
}

function sign(key: Uint8Array, identity: string, id: string, expires: string): Buffer {
  return createHmac('sha256', key).update(`device-cookie:${id}:${expires}:${identity}`).digest()
}
