import { type Static, Type } from 'typebox'
import type { Json } from '../../platform/json.ts'
import type { Mode } from '../engines.ts'

/** A model in an engine's entry, with defaults applied. */
export interface OpenaiVideosModel {
  /** The model that the server must report; null accepts any. */
  upstream: string | null
  /** The modes that the server must support. Default: those it reports, or both if it reports none. */
  modes?: Mode[]
  /** Fields that are sent unchanged with every request. */
  extra: Record<string, Json>
  /** Hosts (`name` or `name:port`) of cloud storage from which the server's videos may be downloaded. */
  download_hosts?: string[]
}

/** Fields that no entry may set: those that the adapter sets, and those that name files of the server, URLs or further fields. */
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

/** @throws Error that names the field, for an operator, if `extra` sets a refused field at any depth. */
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
