/**
 * Works through a backlog in batches until one is not full, so that no transaction is long. Ends early when `signal` aborts.
 * Returns how many items it did.
 */
export async function inBatches(
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
