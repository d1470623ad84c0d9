import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openOneClient } from '../platform/db/one-client.ts'
import { typeOf } from '../storage/storage.ts'
import { createShelf, promiseOf, toNamed } from './copy-objects.ts'
import { readStored } from './files.ts'
import { copyOfNames } from './object-queries.ts'
import type { PutDeps } from './put-objects.ts'
import { refuseWithoutKey } from './restore.ts'
import { linesOf, openSet, places } from './sets.ts'

/**
 * Puts back the objects that the database names and the storage lacks, from whichever backup of the folder has them. The service may
 * run. True if nothing is missing then.
 */
export async function putMissing({
  storage,
  open,
  say,
  connection,
  folder,
}: Pick<PutDeps, 'storage' | 'open' | 'say'> & {
  connection: ClientConfig
  folder: string
}): Promise<boolean> {
  const set = await openSet(folder)
  refuseWithoutKey(set, open)
  const { encrypted_for } = set.manifest
  const findKept = createShelf(places(folder).objects, encrypted_for.length > 0 ? '.age' : '')
  await using on = await openOneClient(connection)
  const counts = { named: 0, put: 0, lacking: 0 }
  for await (const line of linesOf(on.client.query(copyTo(copyOfNames(on.db, encrypted_for.join(',')))))) {
    const { name, object_key, is_certain } = toNamed(line)
    counts.named++
    if (await storage.head(object_key)) continue
    const file = await findKept(name)
    if (file === undefined) {
      if (is_certain) {
        counts.lacking++
        say(`Missing: ${object_key} is not in the backups either.`)
      }
      continue
    }
    const content = readStored(join(places(folder).objects, file), promiseOf(file), { open })
    const body = Readable.from(content, { objectMode: false })
    await storage.put(object_key, body, { content_type: typeOf(object_key) ?? 'application/octet-stream' })
    counts.put++
  }
  say(`Objects: ${counts.named} named, ${counts.put} put back, ${counts.lacking} still missing.`)
  return counts.lacking === 0
}
