import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { makeKeyFile } from '../keys/keys.ts'
import type { Db } from '../platform/db/database.ts'
import { openOneClient } from '../platform/db/one-client.ts'
import { ConfigError } from '../platform/setting.ts'
import { readStored } from './files.ts'
import { loadDatabase, type Opener, refuseUsedDatabase } from './load.ts'
import { endPutting, putObjects, type PutDeps, refuseUsedStorage } from './put-objects.ts'
import { analyze } from './schema-queries.ts'
import { type BackupSet, openSet } from './sets.ts'

export interface RestoreOptions extends PutDeps {
  connection: ClientConfig
  folder: string
  set?: string | undefined
  /** False leaves the storage as it is: it is the one that was used with this database. */
  with_objects: boolean
  /** The text of each key by its file's name, where there is one already. */
  keys: Readonly<Record<string, string>>
  /** The file of each key. */
  key_files: Readonly<Record<string, string>>
  /** Whether the keys open what the database has sealed. @throws ConfigError where they don't. */
  check_keys: (db: Db) => Promise<void>
  now: Date
}

/**
 * Puts a backup into an empty database and an empty storage. The database comes last and at once, so that whatever is killed before
 * can be done again: objects that are there are passed over.
 * @throws ConfigError for what is not empty, or for a key that is missing or another; Damaged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupSet> {
  const { storage, open, say } = options
  const set = await openSet(options.folder, options.set)
  const { manifest } = set
  refuseWithoutKey(set, open)
  await using on = await openOneClient(options.connection)
  await refuseUsedDatabase(on)
  const keys = await findKeys(options, set)
  if (options.with_objects) await refuseUsedStorage(storage, set)
  say(`Backup: ${set.name}, of ${manifest.taken_at}, made by version ${manifest.version}.`)
  for (const [name, text] of Object.entries(keys)) {
    await makeKeyFile(options.key_files[name]!, text)
    say(`Keys: ${options.key_files[name]} put back.`)
  }
  if (options.with_objects) {
    const { put, were_there } = await putObjects(options, set)
    say(`Objects: ${put} put back${were_there > 0 ? `, ${were_there} were there from a run before` : ''}.`)
  }
  const { rows, queued, running, sessions_ended } = await loadDatabase(on, set, open, options)
  if (options.with_objects) await endPutting(storage)
  await analyze(on.db)
  say(`Database: ${rows} rows put back.`)
  say(
    `Tasks: ${queued} wait and ${running} ran; all of them go on, with their holds and the time that they had left.`,
  )
  say(`Sessions: ${sessions_ended} ended. Everybody signs in again.`)
  const { missing, damaged, removed } = manifest.objects
  if (missing.length + damaged.length + removed > 0)
    say(`Not in the backup: ${missing.length + damaged.length + removed} objects. Their results answer 410.`)
  const hours = (options.now.getTime() - Date.parse(manifest.taken_at)) / 3_600_000
  say(
    `Lost: what happened in the ${hours.toFixed(1)} hours since then. Keys of programs and accounts that were ended since then are there again: docs/backup.md says what to look at.`,
  )
  return set
}

export function refuseWithoutKey({ manifest }: BackupSet, open: Opener): void {
  if (manifest.encrypted_for.length > 0 && !open)
    throw new ConfigError(
      `This backup is encrypted for ${manifest.encrypted_for.join(', ')}: name the key with --key-file.`,
    )
}

/** The keys of the backup that are not here yet. @throws ConfigError where there are none anywhere. */
async function findKeys(
  { keys, key_files, open }: RestoreOptions,
  set: BackupSet,
): Promise<Record<string, string>> {
  const lacking = Object.keys(set.manifest.keys).filter((name) => keys[name] === undefined)
  if (lacking.length === 0) return {}
  if (!set.manifest.has_keys)
    throw new ConfigError(
      `The backup holds no keys. Put ${lacking.map((name) => key_files[name]).join(' and ')} back first, or their settings, from where you keep them.`,
    )
  const held = await readKeys(set, open)
  return Object.fromEntries(lacking.map((name) => [name, held[name]!]))
}

async function readKeys({ path, sums }: BackupSet, open: Opener): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readStored(join(path, 'keys.json.age'), sums.get('keys.json.age')!, { open }))
    chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
}
