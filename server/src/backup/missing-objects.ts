import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openOneClient } from '../platform/db/one-client.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import { toNamed } from './copy-objects.ts'
import { copyOfNames, findNamed } from './object-queries.ts'
import { linesOf } from './sets.ts'

export interface ObjectsFound {
  named: number
  /** Keys that the database names, and storage lacks. */
  missing: string[]
}

/** More are told by their number alone. */
const most = 10_000
const removal_ms = 5_000

/** Asks storage for each object that the database names, as after one of the two was put back from another time. Changes nothing. */
export async function findMissingObjects(
  connection: ClientConfig,
  storage: Pick<ObjectStorage, 'head'>,
  at_once: number,
): Promise<ObjectsFound> {
  await using on = await openOneClient(connection)
  const lines = linesOf(Readable.from(on.client.query(copyTo(copyOfNames(on.db, '')))))
  let named = 0
  const missing: string[] = []
  const take = async (): Promise<void> => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const { object_key, is_certain } = toNamed(next.value)
      named++
      if (is_certain && missing.length < most && !(await storage.head(object_key))) missing.push(object_key)
    }
  }
  await Promise.all(Array.from({ length: at_once }, take))
  // What is removed just now goes from storage first.
  if (missing.length > 0) await wait(removal_ms)
  const still = await findNamed(on.db, missing)
  return { named, missing: missing.filter((key) => still.has(key)).toSorted() }
}
