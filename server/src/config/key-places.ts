import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { KeyPlace, Keys } from '../keys/keys.ts'
import { createKeyRing, type KeyRing, parseMasterKeys } from '../platform/secrets/key-ring.ts'
import type { Secret } from '../platform/setting.ts'
import { parseSeeds } from '../platform/secrets/signing-keys.ts'

// Each key is in a setting, or else in a file of the data folder that the first start creates. Both belong in every backup.

type Configured<Name extends string> = { data_dir: string } & { [Key in Name]: Secret | null }

const newKey = (): string => randomBytes(32).toString('base64')
const toRotate = 'A new one is made by: openssl rand -base64 32'

/** The key that signs URLs of stored files. Keys for other purposes are derived from it. */
export function signingKeyPlace(config: Configured<'signing_key'>): KeyPlace<Keys> {
  return {
    setting: 'SIGNING_KEY',
    configured: config.signing_key?.reveal(),
    file: join(config.data_dir, 'signing-key'),
    make: newKey,
    parse: (text) => {
      const key = Buffer.from(text, 'base64')
      return key.length >= 32 ? [key] : undefined
    },
    loss: `With another key, links handed out so far end. ${toRotate}`,
  }
}

/** The keys that sign provenance manifests. The file has the format of `PROVENANCE_KEY`. */
export function provenanceKeyPlace(config: Configured<'provenance_key'>): KeyPlace<Keys> {
  return {
    setting: 'PROVENANCE_KEY',
    configured: config.provenance_key?.reveal(),
    file: join(config.data_dir, 'provenance-key'),
    make: newKey,
    parse: (text) => {
      const [first, ...rest] = parseSeeds(text) ?? []
      return first && [first, ...rest]
    },
    loss: `With another key, manifests signed so far are by an unknown one. ${toRotate}`,
  }
}

/** The keys that encrypt secrets in the database. The file has the format of `SECRETS_KEYS`, so its content can be moved there. */
export function secretsKeysPlace(config: Configured<'secrets_keys'>): KeyPlace<KeyRing> {
  return {
    setting: 'SECRETS_KEYS',
    configured: config.secrets_keys?.reveal(),
    file: join(config.data_dir, 'secrets-keys'),
    make: () => `own:${newKey()}`,
    parse: (text) => {
      const keys = parseMasterKeys(text)
      return keys && createKeyRing(keys)
    },
    loss: 'What it has sealed opens with no other key: without it, second factors, webhooks and keys of engines have to be set up anew.',
  }
}
