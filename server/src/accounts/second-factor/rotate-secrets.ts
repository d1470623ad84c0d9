import type { Db } from '../../platform/db/database.ts'
import type { KeyRing } from '../../platform/secrets/key-ring.ts'
import { secretName } from './totp.ts'
import * as totp from './totp-queries.ts'

/** Seals again, with the ring's first key, what an older key sealed. Returns how many secrets that were. */
export async function rotateSecrets(db: Db, ring: KeyRing): Promise<number> {
  let sealed = 0
  for (const { user_id, secret_enc } of await totp.findAllSecrets(db)) {
    if (ring.isCurrent(secret_enc)) continue
    const name = secretName(user_id)
    if (await totp.replaceSecret(db, user_id, secret_enc, ring.seal(name, ring.open(name, secret_enc))))
      sealed++
  }
  return sealed
}

/** One secret for each key in use; a server opens them before it starts, to know that it has all keys. */
export async function sampleSecrets(db: Db): Promise<{ name: string; sealed: string }[]> {
  const samples = await totp.findSealedSamples(db)
  return samples.map(({ user_id, secret_enc }) => ({ name: secretName(user_id), sealed: secret_enc }))
}
