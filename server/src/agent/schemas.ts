import { type Static, Type } from 'typebox'
import { ListOf, Named, Nullable, OneOf, Text, Timestamp } from '../platform/http/input/schemas.ts'
import { maxTagLength } from './rules/tags.ts'

const Language = Text('plain', {
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  description: 'BCP 47. Settles what the text leaves open; its script counts before it.',
})
const Source = OneOf(['model', 'rules'], { description: 'What answered.' })

export const GenerateTagsRequest = Named(
  'GenerateTagsRequest',
  {
    prompt: Type.Optional(Text('prose', { minLength: 1, maxLength: 4000 })),
    title: Type.Optional(Text('label', { minLength: 1, maxLength: 200 })),
    max_tags: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'Default 8.' })),
    language: Type.Optional(Language),
  },
  { description: 'A prompt, a title, or both.' },
)
export type GenerateTagsRequest = Static<typeof GenerateTagsRequest>

export const GenerateTagsResponse = Named('GenerateTagsResponse', {
  tags: Type.Array(Type.String({ minLength: 1, maxLength: maxTagLength }), { description: 'Best first.' }),
  source: Source,
  cost: Type.Integer({ description: 'Minor units, charged.' }),
})
export type GenerateTagsResponse = Static<typeof GenerateTagsResponse>

export const OptimizePromptRequest = Named('OptimizePromptRequest', {
  prompt: Text('prose', { minLength: 1, maxLength: 4000 }),
  model: Type.Optional(
    Text('label', {
      minLength: 1,
      maxLength: 100,
      description: 'The video model it is for: decides length, order and vocabulary.',
    }),
  ),
  language: Type.Optional(Language),
})
export type OptimizePromptRequest = Static<typeof OptimizePromptRequest>

export const OptimizePromptResponse = Named('OptimizePromptResponse', {
  prompt_id: Type.String({ format: 'uuid', description: 'In your history.' }),
  optimized_prompt: Type.String(),
  original_prompt: Type.String({ description: 'As it was sent, to show a difference or to go back.' }),
  source: Source,
  language: Nullable(Type.String({ description: 'Of both prompts; null when nothing tells.' })),
  preserved: Type.Array(Type.Object({ kind: OneOf(['quote', 'name', 'number']), text: Type.String() }), {
    description: 'What was found in your prompt and stands in the optimized one.',
  }),
  cost: Type.Integer({ description: 'Minor units, charged.' }),
})
export type OptimizePromptResponse = Static<typeof OptimizePromptResponse>

export const PromptListOut = ListOf(
  'PromptListOut',
  Named('PromptOut', {
    prompt_id: Type.String({ format: 'uuid' }),
    original_prompt: Type.String(),
    optimized_prompt: Type.String(),
    source: Source,
    model: Nullable(Type.String({ description: 'The video model it was for.' })),
    created_at: Timestamp,
  }),
)

export const PromptSearch = Text('label', {
  maxLength: 200,
  description: 'Words that a prompt has in it, all of them, in any case.',
})

export const UsedPromptListOut = ListOf(
  'UsedPromptListOut',
  Named('UsedPromptOut', {
    prompt: Type.String(),
    used_count: Type.Integer({ description: 'In how many of them.' }),
    last_used_at: Timestamp,
    starred_id: Nullable(Type.String({ format: 'uuid', description: 'Null where it is not starred.' })),
  }),
)

export const StarPromptRequest = Named('StarPromptRequest', {
  prompt: Text('prose', { minLength: 1, maxLength: 4000 }),
})

export const StarredPromptOut = Named('StarredPromptOut', {
  starred_id: Type.String({ format: 'uuid' }),
  prompt: Type.String(),
  created_at: Timestamp,
})
export const StarredPromptListOut = ListOf('StarredPromptListOut', StarredPromptOut)

const HelperOut = Type.Object({
  source: OneOf(['model', 'rules'], { description: 'What is asked first.' }),
  cost: Type.Integer({ description: 'Minor units, of an answer of the model; those of the rules are free.' }),
})
export const PromptHelpersOut = Named('PromptHelpersOut', { optimize: HelperOut, tags: HelperOut })
