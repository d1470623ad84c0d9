import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

// Ed25519 signatures in DSSE envelopes (github.com/secure-systems-lab/dsse): the envelope carries the signed bytes, so that
// verifiers need no canonical JSON.

export interface Envelope {
  payloadType: string
  /** Base64. */
  payload: string
  signatures: { keyid: string; sig: string }[]
}

export interface PublicKey {
  key_id: string
  algorithm: 'Ed25519'
  /** SubjectPublicKeyInfo, as PEM. */
  public_key: string
}

export interface SigningKeys {
  /** The signing key's id. */
  readonly key_id: string
  /** All accepted keys, the signing one first. */
  readonly publicKeys: readonly PublicKey[]
  sign(payloadType: string, payload: string): Envelope
  /**
   * Verifies an envelope and returns its text and key. `unknown_key`: no signature is by one of our keys;
   * `signature_invalid`: one claims to be, but does not match.
   */
  open(
    envelope: Envelope,
  ): { payload: string; key_id: string } | { problem: 'unknown_key' | 'signature_invalid' }
}

const seedLength_bytes = 32
/** The PKCS #8 header of an Ed25519 key (RFC 8410); the 32-byte seed follows. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Parses comma-separated base64 seeds of 32 bytes; undefined when malformed or repeated. */
export function parseSeeds(text: string): Buffer[] | undefined {
  const items = text.split(',').map((item) => item.trim())
  if (!items.every((item) => /^[A-Za-z0-9+/]{43}=$/.test(item))) return undefined
  if (new Set(items).size !== items.length) return undefined
  return items.map((item) => Buffer.from(item, 'base64'))
}

/** The first key signs, all verify. @throws {TypeError} without a key, or for one that is not 32 bytes long. */
export function createSigningKeys(seeds: readonly Uint8Array[]): SigningKeys {
  const keys = seeds.map(readKey)
  const [first] = keys
  if (!first) throw new TypeError('No key to sign with')
  return {
    key_id: first.key_id,
    publicKeys: keys.map(({ key_id, publicKey }) => ({
      key_id,
      algorithm: 'Ed25519',
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })),
    sign: (payloadType, payload) => {
      const bytes = Buffer.from(payload, 'utf8')
      const sig = sign(null, encode(payloadType, bytes), first.privateKey).toString('base64')
      return { payloadType, payload: bytes.toString('base64'), signatures: [{ keyid: first.key_id, sig }] }
    },
    open: ({ payloadType, payload, signatures }) => {
      const bytes = Buffer.from(payload, 'base64')
      const message = encode(payloadType, bytes)
      let problem: 'unknown_key' | 'signature_invalid' = 'unknown_key'
      for (const { keyid, sig } of signatures) {
        const key = keys.find(({ key_id }) => key_id === keyid)
        if (!key) continue
        // Another base64 spelling of the same bytes is not the text that we signed.
        const isExact = bytes.toString('base64') === payload
        if (isExact && verify(null, message, key.publicKey, Buffer.from(sig, 'base64')))
          return { payload: bytes.toString('utf8'), key_id: key.key_id }
        problem = 'signature_invalid'
      }
      return { problem }
    },
  }
}

interface Key {
  key_id: string
  privateKey: KeyObject
  publicKey: KeyObject
}

function readKey(seed: Uint8Array): Key {
  if (seed.length !== seedLength_bytes) throw new TypeError('An Ed25519 key has 32 bytes')
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return { key_id: createHash('sha256').update(spki).digest('hex').slice(0, 32), privateKey, publicKey }
}

/** DSSE's pre-authentication encoding, which keeps type and payload apart. */
function encode(payloadType: string, payload: Buffer): Buffer {
  const type = Buffer.from(payloadType, 'utf8')
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    payload,
  ])
}
