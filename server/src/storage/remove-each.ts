import type { Log } from '../platform/log.ts'
import type { ObjectStorage } from './object-storage.ts'

const batch = 100
/** After this many failures a run ends: they have a common cause. */
const maxFailures = 100

/**
 * Removes listed items batch by batch, until none is left or `signal` aborts. Skips an item that fails, for the next run.
 * Returns how many `remove` reported as removed. @throws the error of `check` when the storage is unavailable, without
 * trying the others.
 */
export async function removeEach<Item extends object>(
  { storage, log }: { storage: Pick<ObjectStorage, 'check'>; log: Pick<Log, 'warn'> },
  signal: AbortSignal | undefined,
  {
    list,
    remove,
  }: {
    /** The next items, at most `limit`, without the skipped ones. */
    list: (passed_over: readonly Item[], limit: number) => Promise<Item[]>
    remove: (item: Item) => Promise<boolean>
  },
): Promise<number> {
  const passed_over: Item[] = []
  let removed = 0
  while (passed_over.length < maxFailures) {
    const items = await list(passed_over, batch)
    for (const item of items) {
      if (signal?.aborted) return removed
      try {
        if (await remove(item)) removed++
      } catch (error) {
        log.warn({ err: error, item }, 'not_removed')
        await storage.check()
        passed_over.push(item)
      }
    }
    if (items.length < batch) break
  }
  return removed
}
