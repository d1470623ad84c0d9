import { type Static, Type } from 'typebox'
import { defineTool, spending } from '../tool.ts'
import { refuseAbove } from '../money.ts'
import { submit } from '../submit.ts'
import { tellSubmitted, Video, WaitSeconds } from '../video.ts'

/** What a video is made from; limits and choices are the model's. */
export const recipe = {
  prompt: Type.String({
    minLength: 1,
    maxLength: 4000,
    description: 'What is to be seen, and how it moves.',
  }),
  model: Type.Optional(
    Type.String({ maxLength: 100, description: 'From list_models. Default: the first of them.' }),
  ),
  duration_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3600 })),
  resolution: Type.Optional(Type.String({ maxLength: 20, description: 'As list_models has it: 480p.' })),
  aspect_ratio: Type.Optional(Type.String({ maxLength: 20, description: 'As list_models has it: 16:9.' })),
  negative_prompt: Type.Optional(Type.String({ maxLength: 2000, description: 'What is not to be seen.' })),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'The same seed and words make the same video.',
    }),
  ),
  steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Sampling steps.' })),
  guidance: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'How closely to follow the prompt.' }),
  ),
  image_url: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'The first frame: an https address of a picture, or the key of an upload.',
    }),
  ),
}
const Recipe = Type.Object(recipe)
export type Recipe = Static<typeof Recipe>

export const MaxCost = Type.Optional(
  Type.Number({ minimum: 0, description: 'In credits: what costs more is not made.' }),
)

export const generateVideo = defineTool({
  name: 'generate_video',
  title: 'Generate a video (costs credits)',
  description:
    'Makes a video of a prompt, and waits for it a while. Costs credits, which are held at once and back if it fails. The answer has a link to the mp4 and a picture of it, or how it stands: then ask task_status, and do not submit it again.',
  input: Type.Object({ ...recipe, max_cost: MaxCost, wait_seconds: WaitSeconds(45) }),
  output: Video,
  annotations: spending,
  async run({ max_cost, wait_seconds = 45, ...body }, context) {
    const { client, signal } = context
    if (max_cost !== undefined) {
      const { cost } = await client.POST('/api/v1/video/quote', { body, signal })
      refuseAbove(max_cost, cost)
    }
    const { task_id } = await submit((headers) =>
      client.POST('/api/v1/video/generate', { body, headers, signal }),
    )
    return tellSubmitted(task_id, wait_seconds, context)
  },
})
