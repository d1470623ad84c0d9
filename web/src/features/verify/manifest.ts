import type { Schema } from '@clipwright/client'

export type Manifest = Schema<'ProvenanceEnvelope'>

/** What is wrong with a file that should be a manifest; found without asking the server. */
export type Damage = 'empty' | 'too_large' | 'not_json' | 'not_a_manifest' | 'other_kind'

export type ReadManifest = { manifest: Manifest } | { damage: Damage }

const payloadType = 'application/vnd.clipwright.provenance+json'
const largest_bytes = 1e6

/** Reads a manifest, or says what is wrong with it. Undefined for a file that is something else: a video. @throws when it cannot be read. */
export async function readManifest(file: File): Promise<ReadManifest | undefined> {
  const isNamedJson = /\.json$/i.test(file.name) || file.type === 'application/json'
  if (file.size > largest_bytes) return isNamedJson ? { damage: 'too_large' } : undefined
  const text = await file.text()
  if (text.trim() === '') return isNamedJson ? { damage: 'empty' } : undefined
  const value = parse(text)
  if (value === undefined) return isNamedJson ? { damage: 'not_json' } : undefined
  if (!isEnvelope(value)) return { damage: 'not_a_manifest' }
  return value.payloadType === payloadType ? { manifest: value } : { damage: 'other_kind' }
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isEnvelope(value: unknown): value is Manifest {
  return (
    isRecord(value) &&
    typeof value['payloadType'] === 'string' &&
    typeof value['payload'] === 'string' &&
    Array.isArray(value['signatures']) &&
    value['signatures'].every(
      (each) => isRecord(each) && typeof each['keyid'] === 'string' && typeof each['sig'] === 'string',
    )
  )
}
