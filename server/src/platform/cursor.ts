/** A row's place in a list that is ordered by an instant and an id, newest first. */
export interface Place {
  /** Microseconds since 1970, as text: a `Date` has milliseconds only. */
  instant: string
  id: string
}

/** Where a page of a walk begins. */
export interface Cursor extends Place {
  /** Whether the page lies before the place, with what is newer, and not behind it. */
  isNewer: boolean
  /** The number of the page, counted on from where the walk began. */
  page: number
}

/** Which page of a list is asked for: by its number, or by a cursor, which goes on from any depth at the same cost. */
export interface Walk {
  page: number
  page_size: number
  cursor?: Cursor | undefined
}

/** The cursors of the pages beside a page; null where there is none. */
export interface Cursors {
  next_cursor: string | null
  previous_cursor: string | null
}

export function writeCursor({ isNewer, instant, page, id }: Cursor): string {
  return Buffer.from(`${isNewer ? '<' : '>'}${instant} ${page} ${id}`).toString('base64url')
}

const written = /^([<>])(\d{1,16}) (\d{1,16}) (.+)$/

/** Returns nothing for a text that `writeCursor` never wrote; whether the id can be one is for the list to say. */
export function readCursor(text: string): Cursor | undefined {
  const [, direction, instant, page, id] = written.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (instant === undefined || id === undefined) return undefined
  if (![instant, page].every((number) => Number.isSafeInteger(Number(number)))) return undefined
  return { isNewer: direction === '<', instant, page: Number(page), id }
}

/**
 * Makes a page of what was read of a walk in its own direction: `limit` rows, and one more where there are more.
 * `beside` gives the cursors, told the places of the page's first and last row.
 */
export function toPage<Row>(read: readonly Row[], limit: number, { page, cursor }: Walk) {
  const rows = read.slice(0, limit)
  if (cursor?.isNewer) rows.reverse()
  const isMore = read.length > limit
  const number = cursor?.page ?? page
  return {
    rows,
    page: number,
    beside: (first?: Place, last?: Place): Cursors => {
      const [isOlder, isNewer] = cursor?.isNewer ? [true, isMore] : [isMore, number > 1]
      const next = isOlder && last && { ...last, isNewer: false, page: number + 1 }
      const previous = isNewer && first && { ...first, isNewer: true, page: Math.max(1, number - 1) }
      return {
        next_cursor: next ? writeCursor(next) : null,
        previous_cursor: previous ? writeCursor(previous) : null,
      }
    },
  }
}
