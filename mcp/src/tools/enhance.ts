import { Type } from 'typebox'
import { refuseAbove } from '../money.ts'
import { submit } from '../submit.ts'
import { defineTool, spending } from '../tool.ts'
import { tellSubmitted, Video, WaitSeconds } from '../video.ts'
import { MaxCost } from './generate-video.ts'

const Target = Type.Unsafe<'1080p' | '2k'>({ type: 'string', enum: ['1080p', '2k'], default: '1080p' })

export const enhance = defineTool({
  name: 'enhance',
  title: 'Enhance a video (costs credits)',
  description:
    'Makes a completed video larger and sharper by super-resolution, without generating it anew. Costs credits. A video is enhanced once: a second call tells of the first. Then as generate_video.',
  input: Type.Object({
    task_id: Type.String({ maxLength: 64 }),
    target: Type.Optional(Target),
    max_cost: MaxCost,
    wait_seconds: WaitSeconds(45),
  }),
  output: Video,
  annotations: { ...spending, idempotentHint: true },
  async run({ task_id, target = '1080p', max_cost, wait_seconds = 45 }, context) {
    const { client, signal } = context
    const params = { path: { task_id } }
    if (max_cost !== undefined) {
      const { model, params: made } = await client.GET('/api/v1/tasks/{task_id}', { params, signal })
      const { duration_seconds, resolution, aspect_ratio } = made
      const body = { prompt: 'a price', model, duration_seconds, resolution, aspect_ratio }
      const { enhance: prices } = await client.POST('/api/v1/video/quote', { body, signal })
      refuseAbove(max_cost, prices.find((price) => price.target === target)?.cost ?? 0)
    }
    const made = await submit((headers) =>
      client.POST('/api/v1/tasks/{task_id}/enhance', { params, body: { target }, headers, signal }),
    )
    return tellSubmitted(made.task_id, wait_seconds, context)
  },
})
