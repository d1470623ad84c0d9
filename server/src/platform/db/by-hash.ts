import { batch, readBatches } from '../concurrency/batch.ts'

/**
 * Finds a row by its unique hash. Concurrent calls share a statement; nothing is cached, and no call joins a statement that
 * was sent before it.
 */
export function findByHash<Row extends { hash: Buffer }>(
  read: (hashes: readonly Buffer[]) => Promise<readonly Row[]>,
): (hash: Buffer) => Promise<Row | undefined> {
  return batch(async (hashes) => {
    const rows = await read(hashes)
    return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)))
  }, readBatches)
}
