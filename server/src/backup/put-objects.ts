import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ConfigError } from '../platform/setting.ts'
import { type ObjectStorage, typeOf } from '../storage/storage.ts'
import { promiseOf } from './copy-objects.ts'
import { Damaged, readStored } from './files.ts'
import type { Opener } from './load.ts'
import { type BackupSet, linesOf, places } from './sets.ts'

export interface PutDeps {
  storage: Pick<ObjectStorage, 'put' | 'get' | 'head' | 'remove' | 'isEmpty'>
  open: Opener
  at_once: number
  say: (line: string) => void
}

export interface Put {
  put: number
  were_there: number
}

/** Lies in a storage that is being filled, and tells by which backup: what is there then is ours, and whole. */
const markKey = 'restoring.json'
const tellEvery_ms = 5_000

/** @throws ConfigError for a storage with objects, unless this set was being put into it. */
export async function refuseUsedStorage(storage: PutDeps['storage'], { name }: BackupSet): Promise<void> {
  const mark = await storage.get(markKey)
  if (mark && (await buffer(mark)).toString() === JSON.stringify({ set: name })) return
  if (mark || !(await storage.isEmpty()))
    throw new ConfigError(
      mark
        ? 'Another backup was being put into this storage. Empty it first, or go on with that one: --set.'
        : 'The storage is not empty. Nothing is overwritten: name an empty one, or, if it is the one that was used with this database, leave the objects as they are: --without-objects.',
    )
}

/** Puts a set's objects into an empty storage; a second run goes on. @throws Damaged. */
export async function putObjects({ storage, open, at_once, say }: PutDeps, set: BackupSet): Promise<Put> {
  const mark = JSON.stringify({ set: set.name })
  await storage.put(markKey, Readable.from([Buffer.from(mark)]), { content_type: 'application/json' })
  const total = set.manifest.objects.total
  const done: Put = { put: 0, were_there: 0 }
  let told_at = performance.now()
  const objects = eachObject(set, open)
  const take = async (): Promise<void> => {
    // One iterator for all: each takes the next object when it has put its own.
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      const { object_key, file } = next.value
      if (await storage.head(object_key)) done.were_there++
      else {
        const content = readStored(join(places(set.folder).objects, file), promiseOf(file), { open })
        const body = Readable.from(content, { objectMode: false })
        await storage.put(object_key, body, {
          content_type: typeOf(object_key) ?? 'application/octet-stream',
        })
        done.put++
      }
      if (performance.now() - told_at < tellEvery_ms) continue
      told_at = performance.now()
      say(`Objects: ${done.put + done.were_there} of ${total}.`)
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: at_once }, () =>
      take().catch(async (error: unknown) => {
        await objects.return(undefined) // the others take nothing more
        throw error
      }),
    ),
  )
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return done
}

/** Once the database names what is there. */
export async function endPutting(storage: PutDeps['storage']): Promise<void> {
  await storage.remove(markKey)
}

/** The objects of a set, in the order of their names. */
export async function* eachObject(
  set: BackupSet,
  open: Opener,
): AsyncGenerator<{ object_key: string; file: string }> {
  const file = [...set.sums.keys()].find((name) => name.startsWith('objects.gz'))
  if (file === undefined) throw new Damaged(`${set.path} has no list of objects`)
  for await (const line of linesOf(
    readStored(join(set.path, file), set.sums.get(file)!, { open, zip: true }),
  )) {
    const [object_key = '', kept = ''] = line.split('\t')
    yield { object_key, file: kept }
  }
}
