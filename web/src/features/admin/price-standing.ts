import type { Price } from './money.ts'

type Entry = Pick<Price, 'kind' | 'model' | 'resolution' | 'effective_from' | 'price_id'>

/** Whether a price of the list counts `now`, or will, or a later one for the same thing has taken its place. */
export function standingOf(price: Entry, all: readonly Entry[], now: Date): 'now' | 'later' | 'over' {
  if (new Date(price.effective_from) > now) return 'later'
  const isAfter = (other: Entry): boolean =>
    other.effective_from > price.effective_from ||
    (other.effective_from === price.effective_from && other.price_id > price.price_id)
  const isReplaced = all.some(
    (other) =>
      other.kind === price.kind &&
      other.model === price.model &&
      other.resolution === price.resolution &&
      new Date(other.effective_from) <= now &&
      isAfter(other),
  )
  return isReplaced ? 'over' : 'now'
}
