/** For reads by key, which take a millisecond; as many in one go as there are callers at once, in practice. */
export const readTogether = { most: 64, patience_ms: 100 }

interface Waiting<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Lets calls that come at the same time be done together. A call that finds nothing under way starts at once. What comes while
 * others are being done waits for their end, and is then done in one go, in the order in which it came and at most `most` of it.
 * Nobody waits longer than `patience_ms` for work that hangs: the next go starts beside it.
 *
 * `work` gives one result per item, in their order. Where it fails, all of its items fail with the same error.
 */
export function gather<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { most, patience_ms }: { most: number; patience_ms: number },
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  /** What those that wait are waiting for. */
  let underWay: readonly Waiting<T, R>[] | undefined

  const start = (): void => {
    if (underWay || waiting.length === 0) return
    const together = waiting.slice(0, most)
    waiting = waiting.slice(most)
    underWay = together
    const next = (): void => {
      if (underWay !== together) return
      underWay = undefined
      start()
    }
    const patience = setTimeout(next, patience_ms)
    void finish(together).finally(() => {
      clearTimeout(patience)
      next()
    })
  }
  const finish = async (together: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await work(together.map(({ item }) => item))
      together.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      together.forEach(({ reject }) => reject(error))
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      start()
    })
}
