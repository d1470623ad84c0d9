import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { AccountSecrets } from './accounts/accounts.ts'
import { createPasswordHasher, type PasswordHasher } from './accounts/password.ts'
import { builtinEngines } from './builtin-engines.ts'
import { addFirstPrices, type Catalog } from './catalog/catalog.ts'
import { findUsedKeyIds } from './accounts/mfa-queries.ts'
import {
  type Config,
  deriveKey,
  provenanceKeyFile,
  readVariable,
  secretsKeysFile,
  signingKeyFile,
} from './config.ts'
import { engineKinds } from './engine-kinds.ts'
import { createInventory, type Inventory } from './inventory.ts'
import { createLlm, type Llm } from './llm/llm.ts'
import { createFolderMailer, createSmtpMailer, type Mailer } from './mail/mail.ts'
import { createDb, createPool, type Db } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { createWaker, type Waker } from './platform/db/wake.ts'
import { createKeyRing, type KeyRing, parseMasterKeys } from './platform/key-ring.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics, observePool } from './platform/metrics.ts'
import { createRateLimiter, type RateLimiter } from './platform/rate-limit.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { createPictures, type Pictures } from './platform/pictures/pictures.ts'
import { createSigningKeys, parseSeeds } from './platform/signing-keys.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { ConfigError } from './platform/setting.ts'
import type { Marking } from './provenance/provenance.ts'
import { createDiskStorage, type DiskStorage } from './storage/disk.ts'
import { createMovedStorage } from './storage/moved.ts'
import type { ObjectStorage } from './storage/storage.ts'
import { findUsedKeyIds as findWebhookKeyIds } from './webhooks/queries.ts'

/** Everything that is built once per process. */
export interface Deps extends AsyncDisposable {
  config: Config
  log: Log
  /** For clients of the database that are not Kysely. */
  connection: DatabaseConnection
  db: Db
  limiter: RateLimiter
  metrics: Metrics
  mailer: Mailer
  /** The way to addresses that users give. */
  outbound: Outbound
  /** Null where rules do its work. */
  llm: Llm | null
  waker: Waker
  storage: ObjectStorage
  pictures: Pictures
  /** Serves its own links; null where everything is elsewhere. */
  disk: DiskStorage | null
  /** Folder of videos that another system made; null when there is none. */
  legacy_results_dir: string | null
  /** How videos are marked as generated. */
  marking: Marking
  /** Models and engines, as the engines file says now. */
  inventory: Inventory
  catalog: Catalog
  hasher: PasswordHasher
  secrets: AccountSecrets
  clock: () => Date
  worker_id: string
  /** Folder for videos on their way from an engine to storage. */
  work_dir: string
}

export interface DatabaseConnection {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
}

/** Connects to everything the configuration names, and brings the database up to date. Disposing closes it in reverse. */
export async function createDeps(config: Config, log: Log): Promise<Deps> {
  await using resources = new AsyncDisposableStack()
  const connection = await connectDatabase(config, log, resources)
  // After the database, whose own user must be able to pass through: it makes the folder so.
  await mkdir(config.data_dir, { recursive: true })
  const pool = createPool({
    connection,
    pool_size: config.database_pool_size,
    onError: (error) => log.warn({ err: error }, 'database_connection_lost'),
  })
  const db = createDb(pool)
  resources.defer(() => db.destroy())
  for (const name of await migrate(db)) log.info({ migration: name }, 'migrated')
  const waker = resources.use(createWaker({ connection, log }))

  const metrics = createMetrics({ log, process: true })
  observePool(metrics, pool)
  const signing_key = await readSigningKey(config)
  const { storage, disk } = await openStorage(config, signing_key, resources)
  const pictures = resources.use(await openPictures(config))
  const inventory = resources.use(
    await createInventory({
      path: config.engines_file,
      builtins: builtinEngines(config),
      context: { kinds: engineKinds(log), variable: readVariable },
      log,
      onLoad: ({ prices }) => addFirstPrices(db, prices, new Date()),
    }),
  )
  const mailer = resources.use(
    config.smtp_url
      ? createSmtpMailer(config.smtp_url.reveal())
      : createFolderMailer({ folder: join(config.data_dir, 'mail'), log }),
  )
  const owned = resources.move()
  return {
    config,
    log,
    connection,
    db,
    limiter: createRateLimiter(pool),
    metrics,
    mailer,
    outbound: openOutbound(config),
    llm: await openLlm(config, log),
    waker,
    storage,
    pictures,
    disk,
    legacy_results_dir: config.legacy_results_dir,
    marking: await openMarking(config),
    inventory,
    catalog: inventory.catalog,
    hasher: createPasswordHasher({ memory_kib: config.argon2_memory_kib, passes: config.argon2_passes }),
    secrets: { lock_key: deriveKey(signing_key, 'login-lock'), ring: await openKeyRing(config, db) },
    clock: () => new Date(),
    worker_id: `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`,
    work_dir: workDir(config),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** For files on their way. */
function workDir(config: Config): string {
  return join(config.data_dir, 'receiving')
}

export function openPictures(config: Config): Promise<Pictures> {
  return createPictures({ folder: join(workDir(config), 'pictures'), at_once: config.picture_processes })
}

export function openOutbound(config: Config): Outbound {
  return createOutbound({
    rules: {
      allow_http: config.outbound_allow_http,
      allowed_networks: config.outbound_allowed_networks,
      denied_networks: config.outbound_denied_networks,
    },
  })
}

async function connectDatabase(
  config: Config,
  log: Log,
  resources: AsyncDisposableStack,
): Promise<DatabaseConnection> {
  if (config.database_url) return { connectionString: config.database_url.reveal() }
  const postgres = resources.use(await startEmbeddedPostgres({ data_dir: config.data_dir, log }))
  return postgres.connection('clipwright')
}

export async function openLlm(config: Config, log: Log): Promise<Llm | null> {
  const { llm_base_url, llm_model } = config
  if (llm_base_url === null || llm_model === null) return null
  return createLlm({
    base_url: llm_base_url,
    model: llm_model,
    api_key: config.llm_api_key?.reveal() ?? null,
    stream: config.llm_stream,
    concurrency: config.llm_concurrency,
    log,
  })
}

/** A bucket, or a folder; both where a folder from before the bucket still holds objects. */
async function openStorage(
  config: Config,
  signing_key: Buffer,
  resources: AsyncDisposableStack,
): Promise<Pick<Deps, 'storage' | 'disk'>> {
  const root_dir = join(config.data_dir, 'objects')
  const openDisk = () =>
    createDiskStorage({
      root_dir,
      signing_key: deriveKey(signing_key, 'disk-urls'),
      base_url: config.public_base_url,
    })
  const { s3_bucket, s3_access_key_id, s3_secret_access_key } = config
  if (s3_bucket === null || s3_access_key_id === null || s3_secret_access_key === null) {
    const disk = await openDisk()
    return { storage: disk, disk }
  }
  // Loaded only where it is used: the SDK takes a quarter of a second.
  const { createS3Storage } = await import('./storage/s3.ts')
  const s3 = resources.use(
    createS3Storage({
      bucket: s3_bucket,
      endpoint: config.s3_endpoint ?? undefined,
      public_endpoint: config.s3_public_endpoint ?? undefined,
      region: config.s3_region,
      access_key_id: s3_access_key_id,
      secret_access_key: s3_secret_access_key.reveal(),
      force_path_style: config.s3_force_path_style,
    }),
  )
  if (!existsSync(root_dir)) return { storage: s3, disk: null }
  const disk = await openDisk()
  return { storage: createMovedStorage(s3, disk), disk }
}

/** The configured key, or one that is made once and kept in the data folder. */
async function readSigningKey(config: Config): Promise<Buffer> {
  if (config.signing_key) return Buffer.from(config.signing_key.reveal(), 'base64')
  const file = signingKeyFile(config)
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(await readFile(file, 'utf8'), 'base64')
}

/** With the configured keys, or one that is made once. */
export async function openMarking(config: Config): Promise<Marking> {
  const file = provenanceKeyFile(config)
  const made = () => randomBytes(32).toString('base64')
  const seeds = parseSeeds(config.provenance_key?.reveal() ?? (await readOwnKey(file, made)).trim())
  if (!seeds) throw new ConfigError(`${file} holds no key`)
  return {
    producer: config.ai_producer_id ?? new URL(config.public_base_url).host,
    with_recipe: config.result_recipe === 'full',
    keys: createSigningKeys(seeds),
  }
}

/** The configured ring, or one key that is made once. @throws ConfigError when a stored secret needs a key that is not on it. */
export async function openKeyRing(config: Config, db: Db): Promise<KeyRing> {
  const text =
    config.secrets_keys?.reveal() ??
    (await readOwnKey(secretsKeysFile(config), () => `own:${randomBytes(32).toString('base64')}`))
  const keys = parseMasterKeys(text.trim())
  if (!keys) throw new ConfigError(`${secretsKeysFile(config)} holds no keys`)
  const ring = createKeyRing(keys)
  const used = [...(await findUsedKeyIds(db)), ...(await findWebhookKeyIds(db))]
  const missing = [...new Set(used)].filter((kid) => !ring.has(kid))
  if (missing.length > 0) {
    throw new ConfigError(
      `SECRETS_KEYS lacks ${missing.join(', ')}: stored second factors or webhooks need it. A key made by the server itself is in ${secretsKeysFile(config)}.`,
    )
  }
  return ring
}

/** What the file holds; made first where there is none. */
async function readOwnKey(file: string, make: () => string): Promise<string> {
  // Written whole under another name first: a second process must not read half a key.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${make()}\n`, { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}
