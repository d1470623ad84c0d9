import type { Envelope, SigningKeys } from '../platform/secrets/signing-keys.ts'
import { type Manifest, parseManifest, payloadType } from './manifest.ts'

/** Why a manifest is rejected, or does not match the file. */
export const reasons = ['unknown_key', 'signature_invalid', 'not_a_manifest', 'hash_mismatch'] as const
export type Reason = (typeof reasons)[number]

export interface Verdict {
  valid: boolean
  reasons: Reason[]
  /** The signed statement without its recipe; null unless the signature is valid. */
  manifest: (Omit<Manifest, 'recipe'> & { key_id: string }) | null
}

/** Verifies a manifest, and whether it belongs to the file with this hash. Needs neither video nor task. */
export function verifyManifest(
  keys: SigningKeys,
  envelope: Envelope,
  sha256: string | null | undefined,
): Verdict {
  const opened = keys.open(envelope)
  if ('problem' in opened) return { valid: false, reasons: [opened.problem], manifest: null }
  const manifest = envelope.payloadType === payloadType ? parseManifest(opened.payload) : undefined
  if (!manifest) return { valid: false, reasons: ['not_a_manifest'], manifest: null }
  const { recipe: _, ...facts } = manifest
  const isOther = sha256 != null && sha256.toLowerCase() !== manifest.sha256
  return {
    valid: !isOther,
    reasons: isOther ? ['hash_mismatch'] : [],
    manifest: { ...facts, key_id: opened.key_id },
  }
}
