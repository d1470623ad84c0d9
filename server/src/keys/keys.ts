import { createHash } from 'node:crypto'
import type { Db } from '../platform/db/database.ts'
import type { KeyRing } from '../platform/secrets/key-ring.ts'
import { ConfigError } from '../platform/setting.ts'
import { makeKeyFile, readKeyFile } from './key-file.ts'
import * as queries from './queries.ts'
import type { KeyTables } from './tables.ts'

export { makeKeyFile } from './key-file.ts'

/** Where a key comes from: a setting, or a file of the data folder that the first start makes. */
export interface KeyPlace<Key> {
  /** The setting's name. */
  setting: string
  /** The setting's value, where it is set. */
  configured: string | undefined
  file: string
  make: () => string
  /** Undefined for text that is no key. */
  parse: (text: string) => Key | undefined
  /** One sentence about what is lost with the key. */
  loss: string
}

/** A key as it stands in its setting or its file; undefined where there is none yet. @throws ConfigError when it can't be read. */
export async function readKeyText({ configured, file }: KeyPlace<unknown>): Promise<string | undefined> {
  return configured ?? readKeyFile(file)
}

/** Undefined where there is no key yet. @throws ConfigError for a damaged key, and for a missing one that the database was used with. */
async function findKey<Key>(place: KeyPlace<Key>, isUsed: boolean): Promise<Key | undefined> {
  const { setting, configured, file, parse } = place
  const text = configured ?? (await readKeyFile(file))
  if (text === undefined && isUsed)
    throw new ConfigError(`${file} is missing, and this database is used with it. ${whatToDo(place)}`)
  if (text === undefined) return undefined
  const key = parse(text)
  if (key) return key
  if (configured !== undefined) throw new ConfigError(`${setting} is no key`)
  throw new ConfigError(
    `${file} is damaged: its ${Buffer.byteLength(text)} bytes are no key. ${whatToDo(place)}`,
  )
}

async function findOrMakeKey<Key>(place: KeyPlace<Key>, isUsed: boolean): Promise<Key> {
  const found = await findKey(place, isUsed)
  if (found) return found
  await makeKeyFile(place.file, place.make())
  return (await findKey(place, true))!
}

/** The first one signs; the others still verify. */
export type Keys = readonly [Uint8Array, ...Uint8Array[]]
type Name = KeyTables['key_marks']['name']

const markOf = ([key]: Keys): Buffer => createHash('sha256').update(key).digest()

/**
 * Opens keys that seal nothing in the database; the first start makes them. Throws if the file has another key than the database
 * was used with, as after a backup was restored without it. A changed setting is accepted, and `onChange` is called.
 * @throws ConfigError that says which key is missing and what to do.
 */
export async function openKeys(
  db: Db,
  name: Name,
  place: KeyPlace<Keys>,
  onChange: (setting: string) => void,
): Promise<Keys> {
  const keys = await findOrMakeKey(place, (await queries.find(db, name)) !== undefined)
  const mark = markOf(keys)
  await queries.add(db, name, mark)
  const used = await queries.find(db, name)
  refuseOther(place, mark, used)
  if (used?.mark.equals(mark) === false) {
    await queries.replace(db, name, mark)
    onChange(place.setting)
  }
  return keys
}

/** Whether the keys exist; changes nothing. @throws ConfigError as `openKeys`. */
export async function checkKeys(db: Db, name: Name, place: KeyPlace<Keys>): Promise<boolean> {
  const used = await queries.find(db, name)
  const keys = await findKey(place, used !== undefined)
  if (keys) refuseOther(place, markOf(keys), used)
  return keys !== undefined
}

function refuseOther(
  place: KeyPlace<Keys>,
  mark: Buffer,
  used: { mark: Buffer; used_from: Date } | undefined,
): void {
  if (!used || used.mark.equals(mark) || place.configured !== undefined) return
  const since = used.used_from.toISOString().slice(0, 10)
  throw new ConfigError(
    `${place.file} is not the key that this database is used with since ${since}. ${whatToDo(place)}`,
  )
}

/** A secret of the database that a key has sealed. */
export interface Sealed {
  /** Names the owner; the secret opens only under this name. */
  name: string
  sealed: string
}

/**
 * Opens the ring that seals secrets in the database; the first start makes it. `samples` has a secret for each key in use.
 * @throws ConfigError when a sample does not open: it names the key and says what to do.
 */
export async function openRing(place: KeyPlace<KeyRing>, samples: readonly Sealed[]): Promise<KeyRing> {
  const ring = await findOrMakeKey(place, samples.length > 0)
  refuseClosed(place, ring, samples)
  return ring
}

/** The ring, if it exists; changes nothing. @throws ConfigError as `openRing`. */
export async function findRing(
  place: KeyPlace<KeyRing>,
  samples: readonly Sealed[],
): Promise<KeyRing | undefined> {
  const ring = await findKey(place, samples.length > 0)
  if (ring) refuseClosed(place, ring, samples)
  return ring
}

function refuseClosed(place: KeyPlace<KeyRing>, ring: KeyRing, samples: readonly Sealed[]): void {
  const closed = samples.filter(({ name, sealed }) => !ring.opens(name, sealed))
  if (closed.length === 0) return
  const names = [...new Set(closed.map(({ sealed }) => sealed.split('.')[1]))].join(', ')
  const { setting, configured, file, loss } = place
  const what = `lacks the key ${names}, with which second factors, webhooks or keys of engines in the database are sealed.`
  throw new ConfigError(
    configured === undefined
      ? `${file} ${what} ${whatToDo(place)}`
      : `${setting} ${what} Add it; one that the server made itself is in ${file}. ${loss}`,
  )
}

function whatToDo({ file, setting, loss }: KeyPlace<unknown>): string {
  return `Put ${file} back from your backup, or set ${setting}. ${loss}`
}
