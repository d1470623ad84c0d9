import { Type } from 'typebox'
import { toJsonText } from '../text.ts'
import { defineTool, looking } from '../tool.ts'
import { toCredits } from '../money.ts'

export const balance = defineTool({
  name: 'balance',
  title: 'Balance',
  description: 'Tells how many credits can be spent, and how many are held for videos that wait or are made.',
  input: Type.Object({}),
  output: Type.Object({ credits: Type.Number(), held_credits: Type.Number() }),
  annotations: looking,
  async run(_input, { client, signal }) {
    const me = await client.GET('/api/v1/me', { signal })
    return toJsonText({ credits: toCredits(me.balance), held_credits: toCredits(me.balance_held) })
  },
})
