import { batch, readBatches } from '../concurrency/batch.ts'

/**
 * Finds rows by a hash that is theirs alone. Calls that come at the same time share a statement; nothing is kept, and no call
 * joins a statement that was sent before it came. Each gets the row that names its own hash, however many were asked for.
 */
export function findByHash<Row extends { hash: Buffer }>(
  read: (hashes: readonly Buffer[]) => Promise<readonly Row[]>,
): (hash: Buffer) => Promise<Row | undefined> {
  return batch(async (hashes) => {
    const rows = await read(hashes)
    return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)))
  }, readBatches)
}
