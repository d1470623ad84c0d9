/**
 * Does work in batches until one is not full: no transaction is long, and nothing is left for the next time. Ends early when
 * `signal` aborts. Returns how many it did.
 */
export async function untilNoneLeft(
  batch: number,
  work: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  for (let done = 0; ;) {
    const count = await work(batch)
    done += count
    if (count < batch || signal?.aborted) return done
  }
}
