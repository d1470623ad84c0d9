import type { Log } from '../platform/log.ts'
import type { ObjectStorage } from './object-storage.ts'

const batch = 100
/** So many in one run that can't be removed: something is wrong with more than one of them. */
const maxFailures = 100

/**
 * Removes what is listed, batch after batch, until nothing is left or `signal` aborts. One that can't be removed is passed
 * over, and holds up no other; the next run tries it again. Returns for how many `remove` said that it did.
 * @throws what `check` throws when the storage is away altogether: there is no use in asking for the others then.
 */
export async function removeEach<Item extends object>(
  { storage, log }: { storage: Pick<ObjectStorage, 'check'>; log: Pick<Log, 'warn'> },
  signal: AbortSignal | undefined,
  {
    list,
    remove,
  }: {
    /** The next ones, at most `limit`, without those passed over. */
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
