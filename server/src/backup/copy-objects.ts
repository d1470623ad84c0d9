import { createReadStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../platform/log.ts'
import { type ObjectStorage, retryOnStorageOutage, StorageUnavailable } from '../storage/storage.ts'
import { createMeter, Damaged, ignoreMissing, makeDurable, type Written, writeStored } from './files.ts'
import type { NamedObject } from './object-queries.ts'
import type { Sealer } from './sealing.ts'
import { linesOf } from './sets.ts'

export interface CopyDeps {
  storage: Pick<ObjectStorage, 'get'>
  log: Pick<Log, 'warn'>
  /** The folder of the objects of all sets. */
  objects: string
  drafts: string
  sealer: Sealer
  /** How many are read from storage at once. */
  at_once: number
  /** How long a storage is waited for that is away. */
  outage_ms: number
}

/** An object of a set: what it is called in storage, and where it lies below `objects`. */
export interface KeptObject {
  object_key: string
  file: string
}

export type Found =
  | (KeptObject & { copied_bytes: number | null })
  | { object_key: string; gone: 'missing' | 'damaged'; is_certain: boolean }

/** So many are looked at before the first of them is told. */
const batch = 64

/**
 * Brings each object of a list into the backup, unless it is there. Yields them in the list's order, and those without one. A key has
 * one content for ever, so that what is there under its name is not read again.
 */
export async function* copyObjects(deps: CopyDeps, names_path: string): AsyncGenerator<Found> {
  const findKept = createShelf(deps.objects, deps.sealer.ending)
  for await (const rows of batches(linesOf(createReadStream(names_path)))) {
    const found: Found[] = []
    let next = 0
    const take = async (): Promise<void> => {
      for (let at = next++; at < rows.length; at = next++)
        found[at] = await copyOne(deps, rows[at]!, findKept)
    }
    await Promise.all(Array.from({ length: deps.at_once }, take))
    yield* found
  }
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<NamedObject[]> {
  let rows: NamedObject[] = []
  for await (const line of lines) {
    rows.push(toNamed(line))
    if (rows.length < batch) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** A line of `copyOfNames`. Keys have no characters that COPY would escape. */
export function toNamed(line: string): NamedObject {
  const [name = '', object_key = '', sha256 = '', is_certain = ''] = line.split('\t')
  return { name, object_key, sha256: sha256 || null, is_certain: is_certain === 't' }
}

async function copyOne(deps: CopyDeps, named: NamedObject, findKept: Shelf): Promise<Found> {
  const { object_key, is_certain } = named
  const kept = await findKept(named.name)
  if (kept !== undefined) return { object_key, file: kept, copied_bytes: null }
  const signal = AbortSignal.timeout(deps.outage_ms)
  const onOutage = (error: Error) => deps.log.warn({ err: error, object_key }, 'storage_waited_for')
  try {
    const copied = await retryOnStorageOutage(() => copyFrom(deps, named), { signal, onOutage })
    return copied ?? { object_key, gone: 'missing', is_certain }
  } catch (error) {
    if (error instanceof Damaged) return { object_key, gone: 'damaged', is_certain }
    if (signal.aborted)
      throw new StorageUnavailable(`Storage is away for ${deps.outage_ms / 60_000} minutes`, { cause: error })
    throw error
  }
}

async function copyFrom(deps: CopyDeps, named: NamedObject): Promise<Found | undefined> {
  const body = await deps.storage.get(named.object_key)
  if (!body) return undefined
  const meter = createMeter()
  const checked = (async function* () {
    yield* meter.step(body)
    const { sha256 } = meter.measured()
    if (named.sha256 !== null && sha256 !== named.sha256)
      throw new Damaged(`${named.object_key} is not what was stored`)
  })()
  let file = ''
  await mkdir(join(deps.objects, folderOf(named.name)), { recursive: true, mode: 0o700 })
  const { bytes, path } = await writeStored(checked, deps, (written) => {
    file = fileOf(named.name, written, deps.sealer.ending)
    return join(deps.objects, file)
  })
  await makeDurable(path)
  return { object_key: named.object_key, file, copied_bytes: bytes }
}

const folderOf = (name: string): string => name.slice(0, 3)

/** Tells what the file must be, so that whoever has it can check it, with or without the key. */
const fileOf = (name: string, { bytes, sha256 }: Written, ending: string): string =>
  `${folderOf(name)}/${name}.${bytes}.${sha256}${ending}`

/** What a file must be, by its name. */
export function promiseOf(file: string): Written & { name: string } {
  const [, name, bytes, sha256] =
    /^[0-9a-f]{3}\/([0-9a-f]{64})\.(\d+)\.([0-9a-f]{64})(?:\.age)?$/.exec(file) ?? []
  if (name === undefined) throw new Damaged(`${file.slice(0, 100)} is no name of an object`)
  return { name, bytes: Number(bytes), sha256: sha256! }
}

type Shelf = (name: string) => Promise<string | undefined>

/** Finds what is there of a name. Names come in their order, so that one folder after the other is read, once. */
export function createShelf(objects: string, ending: string): Shelf {
  let open: { folder: string; files: Promise<Map<string, string>> } | undefined
  const read = async (folder: string): Promise<Map<string, string>> => {
    const names = (await readdir(join(objects, folder)).catch(ignoreMissing)) ?? []
    const own = names.filter((name) => name.endsWith('.age') === (ending === '.age'))
    return new Map(own.map((name) => [name.slice(0, 64), `${folder}/${name}`]))
  }
  return async (name) => {
    const folder = folderOf(name)
    if (open?.folder !== folder) open = { folder, files: read(folder) }
    const file = (await open.files).get(name)
    if (file === undefined) return undefined
    const path = join(objects, file)
    const found = await stat(path).catch(ignoreMissing)
    if (found?.size === promiseOf(file).bytes) return file
    return undefined // cut off by whoever carried it here; copied anew it has the same name, or another
  }
}
