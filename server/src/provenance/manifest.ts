import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Json } from '../platform/json.ts'
import type { Envelope, SigningKeys } from '../platform/secrets/signing-keys.ts'

/** How videos are marked as generated; see docs/provenance.md. */
export interface Marking {
  /** The operator, who is responsible for the videos. */
  producer: string
  /** Whether file and manifest include the recipe. They always say that the video is generated. */
  with_recipe: boolean
  keys: SigningKeys
}

/** A video and its recipe. */
export interface MadeVideo {
  task_id: string
  parent_task_id: string | null
  model: string
  /** Whether a trained model drew it, not hand-written rules. */
  made_by_ai: boolean
  prompt: string
  negative_prompt: string | null
  seed: number
  /** The other parameters. */
  parameters: { [name: string]: Json }
}

export const payloadType = 'application/vnd.clipwright.provenance+json'

/** IPTC's digital source type (cv.iptc.org/newscodes/digitalsourcetype). */
const sourceTypes = {
  ai: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  procedural: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
} as const

/** How a video was made, in the same words everywhere. */
export function wordsOf({ made_by_ai }: Pick<MadeVideo, 'made_by_ai'>) {
  return {
    made_by_ai,
    engine_kind: made_by_ai ? ('trained_model' as const) : ('procedural' as const),
    digital_source_type: made_by_ai ? sourceTypes.ai : sourceTypes.procedural,
  }
}

const Recipe = Type.Object({
  prompt: Type.String(),
  negative_prompt: Type.Union([Type.String(), Type.Null()]),
  seed: Type.Integer(),
  model: Type.String(),
  parameters: Type.Object({}),
  task_id: Type.String(),
})
export type Recipe = Static<typeof Recipe>

const Manifest = Type.Object({
  version: Type.Literal(1),
  task_id: Type.String(),
  parent_task_id: Type.Union([Type.String(), Type.Null()]),
  made_by_ai: Type.Boolean(),
  digital_source_type: Type.String(),
  model: Type.String(),
  engine_kind: Type.Union([Type.Literal('trained_model'), Type.Literal('procedural')]),
  producer: Type.String(),
  created_at: Type.String(),
  /** Hash of the mp4. */
  sha256: Type.String(),
  bytes: Type.Integer(),
  /** Hash of the prompt in UTF-8: whoever knows the prompt can prove it, and nobody can read it. */
  prompt_sha256: Type.String(),
  recipe: Type.Optional(Recipe),
})
export type Manifest = Static<typeof Manifest>

export function recipeOf(video: MadeVideo): Recipe {
  const { prompt, negative_prompt, seed, model, parameters, task_id } = video
  return { prompt, negative_prompt, seed, model, parameters, task_id }
}

/** Signs how a file was made. */
export function createManifest(
  video: MadeVideo,
  file: { sha256: string; bytes: number },
  { producer, with_recipe, keys }: Marking,
  now: Date,
): Envelope {
  const manifest: Manifest = {
    version: 1,
    task_id: video.task_id,
    parent_task_id: video.parent_task_id,
    ...wordsOf(video),
    model: video.model,
    producer,
    created_at: now.toISOString(),
    sha256: file.sha256,
    bytes: file.bytes,
    prompt_sha256: createHash('sha256').update(video.prompt, 'utf8').digest('hex'),
    ...(with_recipe && { recipe: recipeOf(video) }),
  }
  return keys.sign(payloadType, JSON.stringify(manifest))
}

/** Undefined unless the text is a manifest of ours. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Manifest, value) ? value : undefined
  } catch {
    return undefined
  }
}
