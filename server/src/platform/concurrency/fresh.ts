/** Reads a value again when it is older than `for_ms`, once for all that ask. While it can't be read, the one before holds. */
export function createFresh<T>(first: T, for_ms: number, read: () => Promise<T>): () => Promise<T> {
  let value = first
  let fresh_until = 0
  let reading: Promise<void> | undefined
  const readAgain = async (): Promise<void> => {
    try {
      value = await read()
    } catch {
      // the next one tries again
    } finally {
      fresh_until = performance.now() + for_ms
      reading = undefined
    }
  }
  return async () => {
    if (performance.now() >= fresh_until) await (reading ??= readAgain())
    return value
  }
}
