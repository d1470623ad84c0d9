import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

// Ed25519 signatures over the bytes of a text, in DSSE envelopes (github.com/secure-systems-lab/dsse): what is signed is
// sent along as it is, so that nobody has to write JSON in exactly one way to check it.

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
  /** Of the key that signs. */
  readonly key_id: string
  /** All whose signatures are accepted; the one that signs comes first. */
  readonly publicKeys: readonly PublicKey[]
  sign(payloadType: string, payload: string): Envelope
  /**
   * The text that was signed, with the key that did it. `unknown_key`: no signature is by one of our keys;
   * `signature_invalid`: one claims to be, and is of other bytes.
   */
  open(
    envelope: Envelope,
  ): { payload: string; key_id: string } | { problem: 'unknown_key' | 'signature_invalid' }
}

const seedLength_bytes = 32
/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The seeds in a list of base64 texts, 32 bytes each, separated by commas; undefined when it is none, or names one twice. */
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
        // Base64 that says the same in other letters is another text: it is not what was handed out.
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

/** DSSE's pre-authentication encoding: type and text can't flow into each other. */
function encode(payloadType: string, payload: Buffer): Buffer {
  const type = Buffer.from(payloadType, 'utf8')
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    payload,
  ])
}
