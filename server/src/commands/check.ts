import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { findPrice } from '../catalog/catalog.ts'
import { type Config, provenanceKeyPlace, secretsKeysPlace, signingKeyPlace } from '../config/config.ts'
import { connectDatabase, openMailer, openStorage, sampleSealed } from '../deps.ts'
import { checkEngines, openInventory } from '../inventory/inventory.ts'
import { checkKeys, findRing } from '../keys/keys.ts'
import { createDb, createPool, type Db } from '../platform/db/database.ts'
import { findDueMigrations } from '../platform/db/migrate.ts'
import type { Log } from '../platform/log.ts'

export type Part = 'Database' | 'Keys' | 'Storage' | 'Objects' | 'Mail' | 'Engines'

/** What does not work, as `doctor` tells it. */
export interface Fault {
  part: Part
  message: string
}

/**
 * Checks everything that the settings name (database, keys, storage, mail, engines) and prints the outcome of each. It leaves
 * nothing changed: it makes no key and runs no migration, so it is safe to run before an upgrade. True without any problem.
 */
export async function check(
  config: Config,
  log: Log,
  say: (line: string) => void,
  { objects = false, onFault }: { objects?: boolean | undefined; onFault?: (fault: Fault) => void } = {},
): Promise<boolean> {
  await using resources = new AsyncDisposableStack()
  let isOk = true
  const fail = (fault: Fault): void => {
    isOk = false
    onFault?.(fault)
  }
  const step = async <T>(name: Part, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      const { message } = error as Error
      say(`${name}: ${message}`)
      fail({ part: name, message })
      return undefined
    }
  }
  say('Settings: well.')
  const db = await step('Database', () => checkDatabase(config, log, resources, say))
  if (db) await step('Keys', () => checkAllKeys(config, db, say))
  await step('Storage', () => checkStorage(config, say))
  if (db && objects) await step('Objects', () => checkObjects(config, log, say))
  await step('Mail', async () => {
    await using mailer = openMailer(config, log)
    await mailer.check()
    say(
      config.smtp_url
        ? 'Mail: the mail server takes us.'
        : `Mail: written to ${join(config.data_dir, 'mail')}.`,
    )
  })
  const engines = await step('Engines', () => checkInventory(config, log, db, say))
  if (engines === false) fail({ part: 'Engines', message: 'Models or engines are not as they should be.' })
  return isOk
}

/** Undefined if there is no database yet, or if migrations are due: later checks could not query it. */
async function checkDatabase(
  config: Config,
  log: Log,
  resources: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<Db | undefined> {
  if (!config.database_url && !hasCluster(config.data_dir)) {
    say(`Database: none yet; the first start makes it in ${config.data_dir}.`)
    return undefined
  }
  const { session } = await connectDatabase(config, log, resources)
  const db = createDb(createPool({ connection: session, pool_size: 1, onError: () => {} }))
  resources.defer(() => db.destroy())
  const due = await findDueMigrations(db)
  if (due.length === 0) say('Database: reached, and up to date.')
  else
    say(
      `Database: reached. The next start, or \`migrate\`, runs ${due.length} migrations: ${due.join(', ')}.`,
    )
  return due.length === 0 ? db : undefined
}

/** Whether the data folder has a PostgreSQL cluster of any version. */
export function hasCluster(data_dir: string): boolean {
  if (!existsSync(data_dir)) return false
  return readdirSync(data_dir).some((name) => /^pg\d+$/.test(name))
}

export async function checkAllKeys(config: Config, db: Db, say: (line: string) => void): Promise<void> {
  const [signing, provenance, secrets] = [
    signingKeyPlace(config),
    provenanceKeyPlace(config),
    secretsKeysPlace(config),
  ]
  const found = [
    [signing, await checkKeys(db, 'signing', signing)],
    [provenance, await checkKeys(db, 'provenance', provenance)],
    [secrets, (await findRing(secrets, await sampleSealed(db))) !== undefined],
  ] as const
  const missing = found.filter(([, isThere]) => !isThere).map(([{ file }]) => file)
  say(
    missing.length === 0
      ? 'Keys: the ones that this database is used with.'
      : `Keys: the next start makes ${missing.join(', ')}.`,
  )
}

async function checkStorage(config: Config, say: (line: string) => void): Promise<void> {
  const folder = join(config.data_dir, 'objects')
  if (config.s3_bucket === null && !existsSync(folder))
    return say(`Storage: the first start makes the folder ${folder}.`)
  await using resources = new AsyncDisposableStack()
  const { storage } = await openStorage(config, Buffer.alloc(32), resources)
  await storage.check()
  const key = `staging/check-${randomUUID()}.bin`
  const content = Buffer.from('clipwright check')
  await storage.put(key, Readable.from([content]), { content_type: 'application/octet-stream' })
  try {
    const read = await storage.get(key)
    if (!read || !(await buffer(read)).equals(content))
      throw new Error('what was written is not what is read')
  } finally {
    await storage.remove(key)
  }
  say(`Storage: written, read and removed in ${config.s3_bucket ?? folder}.`)
}

const asked_at_once = 8
const mostTold = 100

/** @throws when storage lacks an object that the database names. */
async function checkObjects(config: Config, log: Log, say: (line: string) => void): Promise<void> {
  const { findMissingObjects } = await import('../backup/backup.ts')
  await using resources = new AsyncDisposableStack()
  const { session } = await connectDatabase(config, log, resources)
  const { storage } = await openStorage(config, Buffer.alloc(32), resources)
  const { named, missing } = await findMissingObjects(session, storage, asked_at_once)
  if (missing.length === 0) return say(`Objects: all ${named} that the database names are there.`)
  for (const key of missing.slice(0, mostTold)) say(`Objects: ${key} is missing.`)
  throw new Error(
    `${missing.length} of ${named} that the database names are missing. Their results answer 410; docs/backup.md says what to do.`,
  )
}

async function checkInventory(
  config: Config,
  log: Log,
  db: Db | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  const priced = new Set<string>()
  const ring = db && (await findRing(secretsKeysPlace(config), await sampleSealed(db)))
  using inventory = await openInventory(config, {
    log,
    store: db && ring && { db, ring },
    onLoad: async ({ prices }) =>
      prices.forEach(({ model, resolution }) => priced.add(`${model} ${resolution}`)),
  })
  const hasPrice = async (model: string, resolution: string): Promise<boolean> => {
    if (!db || priced.has(`${model} ${resolution}`)) return true // without an up-to-date database, prices are unknown
    return (
      (await findPrice(db, { kind: 'generate', model, resolution, seconds: 1 }, new Date())) !== undefined
    )
  }
  return checkEngines(inventory, hasPrice, say)
}
