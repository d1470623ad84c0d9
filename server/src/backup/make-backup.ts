import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { type OneClient, openOneClient } from '../platform/db/one-client.ts'
import { findDueMigrations } from '../platform/db/migrate.ts'
import type { Log } from '../platform/log.ts'
import { ConfigError } from '../platform/setting.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import { copyObjects, type Found } from './copy-objects.ts'
import { dumpDatabase } from './dump.ts'
import { type Bytes, type Written, writeStored } from './files.ts'
import { findNamed } from './object-queries.ts'
import { pruneSets } from './prune.ts'
import { isOnlyBackup } from './schema-queries.ts'
import { type Sealer, unsealed } from './sealing.ts'
import { type Manifest, openFolder, places, publishSet, setName } from './sets.ts'

export interface BackupOptions {
  connection: ClientConfig
  storage: Pick<ObjectStorage, 'get'>
  log: Pick<Log, 'warn'>
  folder: string
  sealer: Sealer
  /** The text of each key by its file's name, where there is one. */
  keys: Readonly<Record<string, string>>
  /** Whether the keys are put into the set. */
  with_keys: boolean
  version: string
  at_once: number
  /** How many sets stay; all of them without. */
  keep?: number | undefined
  say: (line: string) => void
}

const outage_ms = 10 * 60_000
const tellEvery_ms = 5_000
/** Retention removes an object before it marks the row. */
const removal = { tries: 5, pause_ms: 1_000 }
const mostTold = 1_000
/** More are not the outcome of deletions. */
const mostGone = 10_000

/**
 * Makes a backup while the service runs: first the database in one snapshot, then the objects that it names and the folder lacks. True
 * where nothing is missing. What was killed goes on with the next one: objects that were copied stay.
 * @throws ConfigError for a folder, or a database, that is none for it.
 */
export async function makeBackup(options: BackupOptions): Promise<boolean> {
  const { folder, sealer, say } = options
  if (options.with_keys && sealer.recipients.length === 0)
    throw new ConfigError(
      '--with-keys needs --encrypt-for: whoever has the database and the keys can read second factors and sign links.',
    )
  await using on = await openOneClient(options.connection)
  if (!(await isOnlyBackup(on.db))) throw new ConfigError('Another backup of this database is running.')
  const due = await findDueMigrations(on.db)
  if (due.length > 0)
    throw new ConfigError(
      `The database lacks ${due.length} migrations of this version (${due[0]} is the first). Make the backup with the version that used it last, or run \`migrate\` first.`,
    )
  await openFolder(folder)
  const drafts = places(folder).unfinished
  const draft = join(drafts, 'set')
  // The list of objects is not sealed, since it is read again: it does not go into the folder.
  const scratch = await mkdtemp(join(tmpdir(), 'clipwright-backup-'))
  try {
    await mkdir(draft, { mode: 0o700 })
    const written = new Map<string, Written>()
    const names_path = join(scratch, 'names')
    const place = { draft, drafts, sealer, scratch, names_path }
    const { taken_at, objects: total, ...dump } = await dumpDatabase(on, place, written, say)
    const objects = await keepObjects({ ...options, drafts, draft, names_path, total, on }, written)
    if (options.with_keys) {
      const file = `keys.json${sealer.ending}`
      const text = Buffer.from(JSON.stringify(options.keys))
      written.set(file, await writeStored(one(text), { drafts, sealer }, () => join(draft, file)))
    }
    const manifest: Omit<Manifest, 'format'> = {
      version: options.version,
      taken_at: taken_at.toISOString(),
      ...dump,
      encrypted_for: [...sealer.recipients],
      keys: fingerprints(options.keys),
      has_keys: options.with_keys,
      objects,
    }
    const path = await publishSet(draft, join(places(folder).sets, setName(taken_at)), manifest, written)
    const isWhole = tell(manifest, say)
    say(isWhole ? `Backup: ${path}` : `Backup, which is not whole: ${path}`)
    if (options.keep === undefined) return isWhole
    if (isWhole) await pruneSets(folder, options.keep, say)
    else say('Nothing old was removed, since this backup is not whole.')
    return isWhole
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

interface Keeping extends BackupOptions {
  on: OneClient
  draft: string
  drafts: string
  names_path: string
  total: number
}

/** Brings the objects into the folder, and writes two lists: which file each is, and, for whoever has no key, only the files. */
async function keepObjects(
  { on, draft, drafts, names_path, total, ...options }: Keeping,
  written: Map<string, Written>,
): Promise<Manifest['objects']> {
  const { folder, sealer, say } = options
  const [objectsFile, filesFile] = [`objects.gz${sealer.ending}`, 'files.gz'] as const
  const objectList = openList(drafts, sealer, join(draft, objectsFile))
  const fileList = openList(drafts, unsealed, join(draft, filesFile))
  const kept = { total, copied: 0, copied_bytes: 0, removed: 0, uncertain: 0 }
  const gone: Gone[] = []
  let [seen, told_at] = [0, performance.now()]
  for await (const found of copyObjects(
    { ...options, objects: places(folder).objects, drafts, outage_ms },
    names_path,
  )) {
    seen++
    if ('gone' in found) gone.push(found)
    else {
      await objectList.write(`${found.object_key}\t${found.file}\n`)
      await fileList.write(`${found.file}\n`)
      if (found.copied_bytes !== null) {
        kept.copied++
        kept.copied_bytes += found.copied_bytes
      }
    }
    if (gone.length > mostGone)
      throw new ConfigError(
        `More than ${mostGone} objects are not in storage. Look whether it is the storage that the database is used with.`,
      )
    if (performance.now() - told_at < tellEvery_ms) continue
    say(`Objects: ${seen} of ${total}, ${kept.copied} of them copied (${inMiB(kept.copied_bytes)}).`)
    told_at = performance.now()
  }
  written.set(objectsFile, await objectList.end())
  written.set(filesFile, await fileList.end())
  return { ...kept, ...(await judge(gone, (keys) => findNamed(on.db, keys))) }
}

type Gone = Extract<Found, { gone: string }>

/** Which of what is gone was removed meanwhile, and which ought to be there. */
async function judge(
  gone: readonly Gone[],
  find: (keys: readonly string[]) => Promise<Set<string>>,
): Promise<Pick<Manifest['objects'], 'removed' | 'uncertain' | 'missing' | 'damaged'>> {
  const damaged = gone.filter((each) => each.gone === 'damaged').map(({ object_key }) => object_key)
  const missing = gone
    .filter((each) => each.gone === 'missing' && each.is_certain)
    .map(({ object_key }) => object_key)
  const uncertain = gone.length - damaged.length - missing.length
  let named = await find(missing)
  for (let tries = 1; named.size > 0 && tries < removal.tries; tries++) {
    await wait(removal.pause_ms)
    named = await find([...named])
  }
  return { removed: missing.length - named.size, uncertain, missing: [...named].toSorted(), damaged }
}

/** Says what there is to know, the bad last. False where something is missing. */
function tell(
  { objects, legacy_videos, keys, has_keys }: Omit<Manifest, 'format'>,
  say: (line: string) => void,
): boolean {
  const { total, copied, copied_bytes, removed, missing, damaged } = objects
  say(
    `Objects: ${total} named, ${copied} of them copied now (${inMiB(copied_bytes)}), the others were there.`,
  )
  if (removed > 0)
    say(`Objects: ${removed} were removed by their users, or by their age, after the database was copied.`)
  if (legacy_videos > 0)
    say(`Videos of another system: ${legacy_videos}. Back up LEGACY_RESULTS_DIR by itself.`)
  const names = Object.keys(keys).join(', ')
  if (!has_keys) say(`Keys: not in it. Keep ${names || 'those of your settings'} apart from it.`)
  for (const key of missing.slice(0, mostTold))
    say(`Missing: ${key} is not in storage, and the database names it.`)
  for (const key of damaged.slice(0, mostTold))
    say(`Damaged: ${key} in storage is not what was stored. It is not in the backup.`)
  return missing.length + damaged.length === 0
}

/** A file that is written line by line. */
function openList(drafts: string, sealer: Sealer, path: string) {
  const lines = new PassThrough()
  const done = writeStored(lines as Bytes, { drafts, sealer, zip: true }, () => path)
  done.catch(() => {}) // `end` throws it
  return {
    write: async (line: string): Promise<void> => {
      if (!lines.write(line)) await Promise.race([once(lines, 'drain'), done])
    },
    end: (): Promise<Written> => {
      lines.end()
      return done
    },
  }
}

async function* one(bytes: Uint8Array): Bytes {
  yield bytes
}

/** Enough of each key's hash to tell keys apart, and nothing of the key. */
export function fingerprints(keys: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(keys).map(([name, text]) => [
      name,
      createHash('sha256').update(text.trim()).digest('hex').slice(0, 16),
    ]),
  )
}

const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
