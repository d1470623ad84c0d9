/** For reads by key, which take a millisecond: in practice one batch holds all concurrent callers. */
export const readBatches = { max_size: 64, patience_ms: 100 }

interface Waiting<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Batches concurrent calls. A call that finds no batch running starts one at once. Calls that arrive meanwhile form the next
 * batch, in their order, at most `max_size` of them. It starts when the running batch ends, or beside it after `patience_ms`,
 * so that nobody waits for work that hangs.
 *
 * `work` returns one result per item, in their order. If it fails, every item of the batch fails with its error.
 */
export function batch<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { max_size, patience_ms }: { max_size: number; patience_ms: number },
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let running: readonly Waiting<T, R>[] | undefined

  const start = (): void => {
    if (running || waiting.length === 0) return
    const batched = waiting.slice(0, max_size)
    waiting = waiting.slice(max_size)
    running = batched
    const next = (): void => {
      if (running !== batched) return
      running = undefined
      start()
    }
    const patience = setTimeout(next, patience_ms)
    void finish(batched).finally(() => {
      clearTimeout(patience)
      next()
    })
  }
  const finish = async (batched: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await work(batched.map(({ item }) => item))
      batched.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      batched.forEach(({ reject }) => reject(error))
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      start()
    })
}
