import type { Json } from '../platform/json.ts'
import type { Model, Range } from './models.ts'
import { describeOwnParameters, type OfferedChoices } from './parameters.ts'

/**
 * A model's parameters as a JSON Schema (2020-12) with defaults, for forms: everything in a submission but the model's name.
 * What depends on two fields (the size of a ratio at a resolution) is in `sizes`.
 */
export function describeParameters(model: Model, offered: OfferedChoices): { [keyword: string]: Json } {
  const resolutions = Object.keys(model.sizes)
  const ratios = [...new Set(Object.values(model.sizes).flatMap((sizes) => Object.keys(sizes)))]
  const takesImage = model.modes.includes('image-to-video')
  const needsImage = !model.modes.includes('text-to-video')
  const reference = { type: 'string', maxLength: 2048 }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: [
      'prompt',
      ...(needsImage ? ['image_url'] : []),
      ...(model.audio === 'required' ? ['audio_url'] : []),
    ],
    additionalProperties: false,
    properties: {
      prompt: { type: 'string', minLength: 1, maxLength: 4000 },
      ...(model.takes_negative_prompt && { negative_prompt: { type: 'string', maxLength: 2000 } }),
      ...(takesImage && { image_url: reference }),
      ...(takesImage && model.takes_last_image && { last_image_url: reference }),
      ...(model.audio !== 'none' && { audio_url: reference }),
      resolution: { type: 'string', enum: resolutions, default: resolutions[0]! },
      aspect_ratio: { type: 'string', enum: ratios, default: Object.keys(model.sizes[resolutions[0]!]!)[0]! },
      duration_seconds: ranged('integer', model.duration_s),
      ...(model.steps && { steps: ranged('integer', model.steps) }),
      ...(model.guidance && { guidance: ranged('number', model.guidance) }),
      seed: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      ...(Object.keys(model.parameters).length > 0 && {
        parameters: describeOwnParameters(model, offered),
      }),
    },
  }
}

function ranged(
  type: 'integer' | 'number',
  { min, max, default: standard }: Range,
): { [keyword: string]: Json } {
  return { type, minimum: min, maximum: max, default: standard }
}
