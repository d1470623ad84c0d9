import { type TSchema, Type } from 'typebox'
import { readCursor, type Walk } from '../../cursor.ts'
import { invalid } from '../../errors.ts'
import { ListOf, Named, Nullable, pageOf, Paging, Text } from './schemas.ts'

/** Query parameters of a list without an end. */
export const Walking = {
  ...Paging,
  cursor: Type.Optional(
    Text('plain', {
      maxLength: 200,
      description:
        'The `next_cursor` or `previous_cursor` of a page: goes on from there at any depth. `page` then counts for nothing.',
    }),
  ),
}

/** A page of a list without an end: beside its number, where the pages before and behind it begin. */
export function WalkOf<T extends TSchema>(name: string, items: T) {
  return Named(name, {
    ...ListOf(name, items).properties,
    next_cursor: Nullable(
      Type.String({ description: 'The `cursor` of the page of older items; null on the last page.' }),
    ),
    previous_cursor: Nullable(
      Type.String({ description: 'The `cursor` of the page of newer items; null on the first page.' }),
    ),
  })
}

/** @throws ValidationError at a cursor that no list, or another list, has answered. */
export function walkOf(query: { page?: number; page_size?: number; cursor?: string }, ids: RegExp): Walk {
  const page = pageOf(query)
  if (query.cursor === undefined) return page
  const cursor = readCursor(query.cursor)
  if (!cursor || !ids.test(cursor.id))
    throw invalid(['query', 'cursor'], 'Input must be a cursor that this list has answered')
  return { ...page, cursor }
}
