import { Type } from 'typebox'
import { toJsonText } from '../text.ts'
import { defineTool, looking } from '../tool.ts'
import { toCredits } from '../money.ts'
import { recipe } from './generate-video.ts'

export const quote = defineTool({
  name: 'quote',
  title: 'Ask for a price',
  description:
    'Tells what a video would cost and how long it would wait. Takes what generate_video takes, and makes nothing.',
  input: Type.Object(recipe),
  output: Type.Object({
    cost_credits: Type.Number(),
    balance_credits: Type.Number(),
    affordable: Type.Boolean(),
    model: Type.String(),
    duration_seconds: Type.Number(),
    size: Type.String(),
    estimated_seconds: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'About how long until it would begin.',
    }),
    enhance_credits: Type.Record(Type.String(), Type.Number(), { description: 'By target.' }),
  }),
  annotations: looking,
  async run(body, { client, signal }) {
    const { cost, balance, affordable, model, params, queue, enhance } = await client.POST(
      '/api/v1/video/quote',
      {
        body,
        signal,
      },
    )
    return toJsonText({
      cost_credits: toCredits(cost),
      balance_credits: toCredits(balance),
      affordable,
      model,
      duration_seconds: params.duration_seconds,
      size: `${params.width_px}x${params.height_px}`,
      estimated_seconds: queue.estimated_seconds,
      enhance_credits: Object.fromEntries(
        enhance.flatMap((price) => (price.cost === null ? [] : [[price.target, toCredits(price.cost)]])),
      ),
    })
  },
})
