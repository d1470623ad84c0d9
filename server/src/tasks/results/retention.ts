export interface Retention {
  /** Days after the task's completion; 0 keeps videos for ever. */
  result_retention_days: number
  /** Days after the task's deletion. */
  deleted_retention_days: number
}

export const day_ms = 86_400_000

/** However short the retention: time to take a mistake back. */
const leastUndo_ms = 10 * 60_000

/** How long a deletion can be undone. What is deleted keeps its video as long, and a minute more: none is removed meanwhile. */
export function undoableFor_ms({ deleted_retention_days }: Pick<Retention, 'deleted_retention_days'>) {
  return Math.max(deleted_retention_days * day_ms, leastUndo_ms)
}

export function keptFor_ms(retention: Pick<Retention, 'deleted_retention_days'>): number {
  return undoableFor_ms(retention) + 60_000
}
