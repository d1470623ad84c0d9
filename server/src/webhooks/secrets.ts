import { randomBytes } from 'node:crypto'
import type { KeyRing } from '../platform/secrets/key-ring.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './queries.ts'

/** After a rotation the previous secret also signs for this long. */
export const previousKept_ms = 86_400_000

/** 192 random bits in the format of Standard Webhooks. */
export function createSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

export function sealSecret(ring: KeyRing, webhook_id: string, secret: string): string {
  return ring.seal(secretName(webhook_id), secret)
}

/** The secrets that sign at an instant, newest first. */
export function openSecrets(ring: KeyRing, webhook: queries.SealedSecrets, now: Date): string[] {
  const { webhook_id, secret_enc, previous_secret_enc, previous_until } = webhook
  const previous = previous_until !== null && previous_until > now ? previous_secret_enc : null
  return [secret_enc, previous]
    .filter((sealed) => sealed !== null)
    .map((sealed) => ring.open(secretName(webhook_id), sealed))
}

function secretName(webhook_id: string): string {
  return `webhook:${webhook_id}`
}

/**
 * Seals again, with the first key, what an older one sealed; returns how many. Values that change meanwhile are sealed with
 * it anyway.
 */
export async function rotateWebhookSecrets(db: Db, ring: KeyRing): Promise<number> {
  let sealed = 0
  for (const { webhook_id, ...secrets } of await queries.listSecrets(db)) {
    for (const column of ['secret_enc', 'previous_secret_enc'] as const) {
      const from = secrets[column]
      if (from === null || ring.isCurrent(from)) continue
      const name = secretName(webhook_id)
      const to = ring.seal(name, ring.open(name, from))
      if (await queries.replaceSecret(db, webhook_id, { column, from, to })) sealed++
    }
  }
  return sealed
}

/** One sealed value per key in use: a server tries to open them before it starts. */
export async function sampleWebhookSecrets(db: Db): Promise<{ name: string; sealed: string }[]> {
  const samples = await queries.findSealedSamples(db)
  return samples.map(({ webhook_id, sealed }) => ({ name: secretName(webhook_id), sealed }))
}
