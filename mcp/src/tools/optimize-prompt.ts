import { Type } from 'typebox'
import { submit } from '../submit.ts'
import { toJsonText } from '../text.ts'
import { defineTool, spending } from '../tool.ts'
import { toCredits } from '../money.ts'

export const optimizePrompt = defineTool({
  name: 'optimize_prompt',
  title: 'Optimize a prompt (may cost credits)',
  description:
    'Writes a short prompt out into one that video models follow better: subject, movement, camera, light. Quotes, names and numbers stay. May cost credits where the operator charges for it.',
  input: Type.Object({
    prompt: Type.String({ minLength: 1, maxLength: 4000 }),
    model: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The video model that it is for.' }),
    ),
  }),
  output: Type.Object({
    optimized_prompt: Type.String(),
    written_by: Type.Unsafe<'model' | 'rules'>({ type: 'string', enum: ['model', 'rules'] }),
    cost_credits: Type.Number(),
  }),
  annotations: spending,
  async run(body, { client, signal }) {
    const { optimized_prompt, source, cost } = await submit((headers) =>
      client.POST('/api/v1/agent/optimize-prompt', { body, headers, signal }),
    )
    return toJsonText({ optimized_prompt, written_by: source, cost_credits: toCredits(cost) })
  },
})
