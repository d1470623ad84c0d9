import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A 32-byte master key; sealed values carry its `kid`. */
export interface MasterKey {
  kid: string
  key: Uint8Array
}

/** Encrypts small secrets for the database: AES-256-GCM with a derived key per object. */
export interface KeyRing {
  /** `v1.{kid}.{nonce}.{ciphertext and tag}`; opens under the same name only. */
  seal(name: string, text: string): string
  /** @throws Error when the value was changed, belongs to another name, or its master key is not on the ring. */
  open(name: string, sealed: string): string
  /** Whether the first key sealed it; otherwise seal it again. */
  isCurrent(sealed: string): boolean
  /** Whether a key of the ring opens it. */
  opens(name: string, sealed: string): boolean
}

const kidShape = /^[A-Za-z0-9_-]{1,32}$/
const nonce_bytes = 12
const tag_bytes = 16

/** The first key seals, all of them open. */
export function createKeyRing(keys: readonly [MasterKey, ...MasterKey[]]): KeyRing {
  const byId = new Map(keys.map(({ kid, key }) => [kid, key]))
  const [current] = keys
  const ring: KeyRing = {
    seal: (name, text) => {
      const nonce = randomBytes(nonce_bytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(current.key, name), nonce).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return ['v1', current.kid, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open: (name, value) => {
      const [version, kid = '', nonce = '', sealed = '', ...rest] = value.split('.')
      const master = byId.get(kid)
      if (version !== 'v1' || rest.length > 0) throw new Error('not a sealed value')
      if (!master) throw new Error(`no key ${kid} on the ring`)
      const bytes = Buffer.from(sealed, 'base64url')
      const options = { authTagLength: tag_bytes }
      const key = keyOf(master, name)
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), options)
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-tag_bytes))
      return decipher.update(bytes.subarray(0, -tag_bytes), undefined, 'utf8') + decipher.final('utf8')
    },
    isCurrent: (sealed) => sealed.startsWith(`v1.${current.kid}.`),
    opens: (name, sealed) => {
      try {
        ring.open(name, sealed)
        return true
      } catch {
        return false
      }
    },
  }
  return ring
}

/** Derives a key per object: nonces need no budget, and a value does not open under another name. */
function keyOf(master: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, new Uint8Array(0), name, 32))
}

/** Reads `kid1:base64,kid2:base64`; undefined when it is anything else. */
export function parseMasterKeys(text: string): [MasterKey, ...MasterKey[]] | undefined {
  const keys = text.split(',').map((item) => {
    const [kid = '', base64 = ''] = item.trim().split(':')
    return { kid, key: Buffer.from(base64, 'base64') }
  })
  const [first, ...rest] = keys
  const fine = keys.every(({ kid, key }) => kidShape.test(kid) && key.length === 32)
  if (!first || !fine || new Set(keys.map(({ kid }) => kid)).size !== keys.length) return undefined
  return [first, ...rest]
}
