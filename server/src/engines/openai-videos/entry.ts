import { type Static, Type } from 'typebox'
import type { Json } from '../../platform/json.ts'
import type { Mode } from '../engines.ts'

/** What an engine's entry says of a model. */
export interface OpenaiVideosModel {
  /** What the server should say it runs; null to take whatever it runs. */
  upstream: string | null
  /** What the server must be able to do. Default: what it says it can do, or both where it says nothing. */
  modes?: Mode[]
  /** Sent with every request as they are. */
  extra: Record<string, Json>
  /** Hosts (`name` or `name:port`) from which a video may be fetched that the server has put into cloud storage. */
  download_hosts?: string[]
}

/**
 * Fields of a request that no entry may set: what we say ourselves, and what names files of the server, addresses to fetch, or
 * further fields.
 */
const refused = [
  'prompt|negative_prompt|size|width|height|num_frames|fps|seconds|seed|model|user',
  'n|num_outputs_per_prompt|extra_body|extra_json',
  '.*(path|url|uri|file|reference|dir).*',
].join('|')
const allowedName = `^(?!(?:${refused})$)[A-Za-z0-9_]{1,64}$`

export const OpenaiVideosModelEntry = Type.Object(
  {
    upstream: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: 'The name that the server should report.' }),
    ),
    extra: Type.Optional(
      Type.Record(Type.String({ pattern: allowedName }), Type.Unknown(), {
        additionalProperties: false,
        description: 'Fixed fields of every request, such as guidance_scale_2 or flow_shift.',
      }),
    ),
    download_hosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
        maxItems: 20,
        description: 'Hosts of the cloud storage that the server uploads to.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type OpenaiVideosModelEntry = Static<typeof OpenaiVideosModelEntry>

/** @throws Error with the field's name, for an operator, when `extra` sets what it may not, at any depth. */
export function checkExtra(extra: Json, where = 'extra'): void {
  if (Array.isArray(extra)) return extra.forEach((part) => checkExtra(part, where))
  if (typeof extra !== 'object' || extra === null) return
  for (const [name, value] of Object.entries(extra)) {
    if (!new RegExp(allowedName, 'i').test(name)) {
      throw new Error(`${where}.${name}: an entry may not set this field of a request`)
    }
    checkExtra(value, `${where}.${name}`)
  }
}
