import { readFile } from 'node:fs/promises'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createOpener,
  createSealer,
  makeBackup,
  makeKeyPair,
  putMissing,
  readRecipients,
  restoreBackup,
  verifyBackup,
} from '../backup/backup.ts'
import { type Config, provenanceKeyPlace, secretsKeysPlace, signingKeyPlace } from '../config/config.ts'
import { connectDatabase, openStorage } from '../deps.ts'
import { makeKeyFile, readKeyText } from '../keys/keys.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { makeFolder } from '../platform/files/make-folder.ts'
import type { Log } from '../platform/log.ts'
import { ConfigError } from '../platform/setting.ts'
import type { BackupCommand, Options } from './backup-options.ts'
import { checkAllKeys, hasCluster } from './check.ts'

interface Around {
  config: Config
  log: Log
  say: (line: string) => void
}

/** Runs a command about backups; its exit code: 1 where something is missing or damaged. */
export async function runBackupCommand(
  command: BackupCommand,
  around: Around,
  options: Options,
): Promise<number> {
  switch (command) {
    case 'backup':
      return backup(around, options)
    case 'restore':
      return restore(around, options)
    case 'verify-backup':
      return verify(around, options)
    case 'backup-key':
      return makeKey(around, options)
  }
}

async function backup({ config, log, say }: Around, options: Options): Promise<number> {
  if (!config.database_url && !hasCluster(config.data_dir))
    throw new ConfigError(`DATA_DIR: ${config.data_dir} has no database: there is nothing to back up.`)
  const sealer = await createSealer(await readRecipients(options['encrypt-for'] ?? []))
  await using resources = new AsyncDisposableStack()
  const { session } = await connectDatabase(config, log, resources)
  const { storage } = await openStorage(config, notSigning, resources)
  const isWhole = await makeBackup({
    connection: session,
    storage,
    log,
    say,
    sealer,
    folder: options.to!,
    with_keys: options['with-keys'] ?? false,
    keys: await readKeys(config),
    version: await readVersion(),
    at_once: readNumber('parallel', options.parallel, [1, 64]) ?? 4,
    keep: readNumber('keep', options.keep, [1, 10_000]),
  })
  return isWhole ? 0 : 1
}

async function restore({ config, log, say }: Around, options: Options): Promise<number> {
  const open = await createOpener(options['key-file'])
  await using resources = new AsyncDisposableStack()
  const { session } = await connectDatabase(config, log, resources)
  await makeFolder(config.data_dir, 'DATA_DIR')
  const { storage } = await openStorage(config, notSigning, resources)
  if (options['missing-objects']) {
    const place = { connection: session, storage, say, open, folder: options.from! }
    return (await putMissing(place)) ? 0 : 1
  }
  await restoreBackup({
    connection: session,
    storage,
    say,
    open,
    folder: options.from!,
    set: options.set,
    with_objects: !options['without-objects'],
    keys: await readKeys(config),
    key_files: Object.fromEntries(Object.entries(placesOf(config)).map(([name, { file }]) => [name, file])),
    check_keys: (db) => checkAllKeys(config, db, say),
    at_once: readNumber('parallel', options.parallel, [1, 64]) ?? 4,
    now: new Date(),
  })
  say('Done. Run `clipwright-server check --objects`, then start.')
  return 0
}

/** In a PostgreSQL of its own below the folder for temporary files, which goes afterwards. */
async function verify({ log, say }: Around, options: Options): Promise<number> {
  const open = await createOpener(options['key-file'])
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-verify-'))
  try {
    await chmod(folder, 0o711) // PostgreSQL's own user may pass
    await using postgres = await startEmbeddedPostgres({ data_dir: folder, log, fsync: false })
    const isGood = await verifyBackup({
      connection: postgres.connection('clipwright'),
      folder: options.from!,
      set: options.set,
      open,
      quick: options.quick ?? false,
      now: new Date(),
      say,
    })
    return isGood ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function makeKey({ say }: Around, options: Options): Promise<number> {
  const { text, recipient } = await makeKeyPair()
  await makeKeyFile(options.to!, text.trim())
  const kept = await readFile(options.to!, 'utf8')
  if (kept.trim() !== text.trim())
    throw new ConfigError(`--to: ${options.to} is there already, and was left as it is.`)
  say(recipient)
  return 0
}

/** Nobody gets a link from these commands. */
const notSigning = Buffer.alloc(32)

const placesOf = (config: Config) => ({
  'signing-key': signingKeyPlace(config),
  'provenance-key': provenanceKeyPlace(config),
  'secrets-keys': secretsKeysPlace(config),
})

async function readKeys(config: Config): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, place] of Object.entries(placesOf(config))) {
    const text = await readKeyText(place)
    if (text !== undefined) found[name] = text
  }
  return found
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function readNumber(
  name: string,
  given: string | undefined,
  [least, most]: [number, number],
): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!Number.isInteger(number) || number < least || number > most)
    throw new ConfigError(`--${name} is a whole number from ${least} to ${most}.`)
  return number
}
