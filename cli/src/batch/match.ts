import type { Row } from './rows.ts'
import type { Entry } from './state.ts'

export interface Match {
  row: Row
  /** What is known of it: from earlier, until it is submitted now. */
  entry: Entry | undefined
  /** The row was another one when it was submitted. */
  is_changed: boolean
}

/**
 * Finds for each row what is known of it: by its content, so that rows may be moved, added and removed; then, for a row
 * that nothing is known of, by its name or its number. Rows with the same content are as many videos.
 * `gone` has the entries that no row is left for.
 */
export function match(
  rows: readonly Row[],
  entries: readonly Entry[],
): { matches: Match[]; gone: readonly Entry[] } {
  const left = new Set(entries.filter(({ is_replaced }) => !is_replaced))
  const take = (fits: (entry: Entry) => boolean): Entry | undefined => {
    const found = [...left].find(fits)
    if (found) left.delete(found)
    return found
  }
  const same = rows.map((row) => take(({ hash }) => hash === row.hash))
  const named = rows.map((row, at) =>
    same[at] || row.name === undefined ? undefined : take(({ name }) => name === row.name),
  )
  const matches = rows.map((row, at) => {
    const entry = same[at]
    if (entry) {
      entry.row = row.number // it may have moved
      return { row, entry, is_changed: false }
    }
    const inPlace = (one: Entry) =>
      one.row === row.number && (one.name === undefined || row.name === undefined)
    const changed = named[at] ?? take(inPlace)
    return { row, entry: changed, is_changed: changed !== undefined }
  })
  return { matches, gone: [...left] }
}

/** Of rows with a price, in their order, those that fit into what may be spent. */
export function fit<Priced extends { cost: number }>(
  priced: readonly Priced[],
  most: number,
): { chosen: Priced[]; left: Priced[] } {
  let sum = 0
  const chosen: Priced[] = []
  const left: Priced[] = []
  for (const one of priced) {
    const fits = sum + one.cost <= most
    if (fits) sum += one.cost
    ;(fits ? chosen : left).push(one)
  }
  return { chosen, left }
}
