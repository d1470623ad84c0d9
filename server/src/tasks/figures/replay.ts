/** A task as it came: when, and how long it took once it was begun. Seconds. */
export interface Arrival {
  arrived_s: number
  service_s: number
}

/**
 * How long each task would have waited had the same tasks come to so many slots: the first to come is the first to be begun, on the
 * slot that is free first. `arrivals` are in their order. With Poisson arrivals and exponential times it is the M/M/c queue; with
 * measured ones it needs no assumption but that tasks would have come as they did.
 */
export function replay(arrivals: readonly Arrival[], slots: number): number[] {
  if (!Number.isInteger(slots) || slots < 1) throw new RangeError('It takes a slot to serve anything')
  const free_at = new Float64Array(slots) // a heap: the slot that is free first stands in front
  free_at.fill(Number.NEGATIVE_INFINITY)
  return arrivals.map(({ arrived_s, service_s }) => {
    const begun_s = Math.max(arrived_s, free_at[0]!)
    free_at[0] = begun_s + service_s
    sink(free_at)
    return begun_s - arrived_s
  })
}

function sink(heap: Float64Array): void {
  for (let at = 0; ;) {
    let least = at
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && heap[child]! < heap[least]!) least = child
    if (least === at) return
    ;[heap[at], heap[least]] = [heap[least]!, heap[at]!]
    at = least
  }
}

/** The smallest value that at least this part of all values do not exceed; null of none. */
export function percentile(values: readonly number[], part: number): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!
}
