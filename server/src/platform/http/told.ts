import { Type } from 'typebox'
import type { Params } from '../told.ts'

/** Fields of what is told in English, for who tells it in another language. Absent where an older process has told it. */
export const toldIn = {
  text: Type.Optional(
    Type.String({ description: 'Which text it is, for other languages; stable. There may be new ones.' }),
  ),
  params: Type.Optional(
    Type.Unsafe<Params>({
      type: 'object',
      additionalProperties: { type: ['string', 'number'] },
      description: 'What the text says beside its words, by name.',
    }),
  ),
}
