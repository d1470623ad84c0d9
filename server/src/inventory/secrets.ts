import type { Db } from '../platform/db/database.ts'
import type { KeyRing } from '../platform/secrets/key-ring.ts'
import * as queries from './queries.ts'

/** A sealed secret opens only for the engine that it was given for. */
function secretName(engine: string): string {
  return `engine:${engine}`
}

export function sealSecret(ring: KeyRing, engine: string, secret: string): string {
  return ring.seal(secretName(engine), secret)
}

export function openSecret(ring: KeyRing, engine: string, sealed: string): string {
  return ring.open(secretName(engine), sealed)
}

/** Seals again, with the first key, what an older one sealed; returns how many. What changes meanwhile is sealed with it anyway. */
export async function rotateEngineSecrets(db: Db, ring: KeyRing): Promise<number> {
  let sealed = 0
  for (const { engine, secret_enc } of await queries.listSecrets(db)) {
    if (ring.isCurrent(secret_enc)) continue
    const renewed = sealSecret(ring, engine, openSecret(ring, engine, secret_enc))
    if (await queries.replaceSecret(db, engine, secret_enc, renewed)) sealed++
  }
  return sealed
}

/** All of them, which are few: a server tries to open them before it starts. */
export async function sampleEngineSecrets(db: Db): Promise<{ name: string; sealed: string }[]> {
  const rows = await queries.listSecrets(db)
  return rows.map(({ engine, secret_enc }) => ({ name: secretName(engine), sealed: secret_enc }))
}
