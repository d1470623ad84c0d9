import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type AccountSecrets, sampleSecrets } from './accounts/accounts.ts'
import { addFirstPrices, type Catalog } from './catalog/catalog.ts'
import {
  type Config,
  deriveKey,
  provenanceKeyPlace,
  secretsKeysPlace,
  signingKeyPlace,
} from './config/config.ts'
import { type Inventory, openInventory, sampleEngineSecrets } from './inventory/inventory.ts'
import { openKeys, openRing } from './keys/keys.ts'
import { createLlm, type Llm } from './llm/llm.ts'
import { createFolderMailer, createSmtpMailer, type Mailer } from './mail/mail.ts'
import { createDb, createPool, type Db } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { createNotifier, type Notifier } from './platform/db/notifier.ts'
import { checkDatabase, type Mode } from './platform/db/check-database.ts'
import type { KeyRing } from './platform/secrets/key-ring.ts'
import { makeFolder } from './platform/files/make-folder.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics, observePool } from './platform/metrics.ts'
import { readSetting } from './settings/settings.ts'
import { createRateLimiter, type RateLimiter } from './platform/rate-limit.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { createPictures, type Pictures } from './platform/pictures/pictures.ts'
import { createSigningKeys } from './platform/secrets/signing-keys.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { ConfigError } from './platform/setting.ts'
import { noTracing, type Tracing } from './platform/tracing/tracing.ts'
import type { Marking } from './provenance/provenance.ts'
import { createDiskStorage, type DiskStorage } from './storage/disk.ts'
import { createMovedStorage } from './storage/moved.ts'
import { observeStorage } from './storage/observe-storage.ts'
import type { ObjectStorage } from './storage/storage.ts'
import { findGuide } from './guide/guide.ts'
import { findStudio } from './studio/studio.ts'
import { sampleWebhookSecrets } from './webhooks/webhooks.ts'
import { type PasswordHasher, createPasswordHasher } from './platform/secrets/password-hasher.ts'
import packageJson from '../package.json' with { type: 'json' }

/** Everything that is built once per process. */
export interface Deps extends AsyncDisposable {
  config: Config
  log: Log
  db: Db
  limiter: RateLimiter
  metrics: Metrics
  tracing: Tracing
  mailer: Mailer
  /** The way to addresses that users give. */
  outbound: Outbound
  /** Null where rules do its work. */
  llm: Llm | null
  notifier: Notifier
  storage: ObjectStorage
  pictures: Pictures
  /** Folder of the studio's built pages; null where only the API is served. */
  studio: string | null
  /** Folder of the built guide; null where it is not there. */
  guide: string | null
  /** Serves its own links; null where everything is elsewhere. */
  disk: DiskStorage | null
  /** Folder of videos that another system made; null when there is none. */
  legacy_results_dir: string | null
  /** How videos are marked as generated. */
  marking: Marking
  /** Models and engines, as the engines file or the database says now. */
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

/**
 * Connects to everything the configuration names, and brings the database up to date. Disposing closes it in reverse; what
 * was opened before a step that fails is closed again.
 * @throws ConfigError that names the setting at fault.
 */
export async function createDeps(config: Config, log: Log, tracing: Tracing = noTracing): Promise<Deps> {
  await using resources = new AsyncDisposableStack()
  const { connection, session, mode } = await connectDatabase(config, log, resources)
  // After the database, whose own user must be able to pass through: it makes the folder so.
  await makeFolder(config.data_dir, 'DATA_DIR')
  const pool = createPool({
    connection,
    pool_size: config.database_pool_size,
    mode,
    onError: (error) => log.warn({ err: error }, 'database_connection_lost'),
  })
  const db = createDb(pool, { mode })
  resources.defer(() => db.destroy())
  await bringUpToDate(session, log)
  const notifier = resources.use(createNotifier({ connection: session, log }))

  const metrics = createMetrics({ log, process: true })
  observePool(metrics, pool)
  const signing_key = await openSigningKey(config, db, log)
  const { storage, disk } = await openStorage(config, signing_key, resources)
  const pictures = resources.use(await openPictures(config))
  const ring = await openKeyRing(config, db)
  const inventory = resources.use(
    await openInventory(config, {
      log,
      store: { db, ring, notifier },
      onLoad: ({ prices }) => addFirstPrices(db, prices, new Date()),
    }),
  )
  const deps: Omit<Deps, typeof Symbol.asyncDispose> = {
    config,
    log,
    db,
    limiter: createRateLimiter(pool, () => readSetting(db, 'rate_limits', {})),
    metrics,
    tracing,
    mailer: resources.use(openMailer(config, log)),
    outbound: openOutbound(config),
    llm: await openLlm(config, log),
    notifier,
    storage: observeStorage(storage, { metrics, tracing }),
    pictures,
    disk,
    studio: findStudio(),
    guide: findGuide(),
    legacy_results_dir: config.legacy_results_dir,
    marking: await openMarking(config, db, log),
    inventory,
    catalog: inventory.catalog,
    hasher: createPasswordHasher({ memory_kib: config.argon2_memory_kib, passes: config.argon2_passes }),
    secrets: { lock_key: deriveKey(signing_key, 'login-lock'), ring },
    clock: () => new Date(),
    worker_id: `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`,
    work_dir: join(config.data_dir, 'receiving'),
  }
  const owned = resources.move()
  return { ...deps, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Where the settings name a receiver of traces; the SDK is loaded only then. */
export async function openTracing(config: Config, onProblem: (problem: string) => void): Promise<Tracing> {
  const { otlp_endpoint, trace_ratio, otel_service_name } = config
  if (otlp_endpoint === null) return noTracing
  const { createOtlpTracing } = await import('./platform/tracing/otlp.ts')
  return createOtlpTracing({
    endpoint: otlp_endpoint,
    ratio: trace_ratio,
    service: {
      name: otel_service_name,
      version: packageJson.version,
      instance: `${hostname()}-${process.pid}`,
    },
    onProblem,
  })
}

/** Over connections of its own, which may take as long as they must. */
async function bringUpToDate(connection: DatabaseConnection, log: Log): Promise<void> {
  const onError = (error: Error) => log.warn({ err: error }, 'database_connection_lost')
  const db = createDb(createPool({ connection, pool_size: 2, time_limits: false, onError }))
  try {
    for (const name of await migrate(db)) log.info({ migration: name }, 'migrated')
  } finally {
    await db.destroy()
  }
}

export function openMailer(config: Config, log: Log): Mailer {
  return config.smtp_url
    ? createSmtpMailer(config.smtp_url.reveal())
    : createFolderMailer({ folder: join(config.data_dir, 'mail'), log })
}

export function openPictures(config: Config): Promise<Pictures> {
  return createPictures({ folder: join(config.data_dir, 'pictures'), at_once: config.picture_processes })
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

/** The ways to the database: `session` for what needs one, which behind a pooler is another address. */
interface DatabaseAccess {
  connection: DatabaseConnection
  session: DatabaseConnection
  mode: Mode
}

/** @throws ConfigError that says what is wrong with DATABASE_URL, or with DATA_DIR where there is none. */
export async function connectDatabase(
  config: Config,
  log: Log,
  resources: AsyncDisposableStack,
): Promise<DatabaseAccess> {
  if (config.database_url) {
    const connection = { connectionString: config.database_url.reveal() }
    const mode = await checkDatabase(connection, 'DATABASE_URL')
    if (!config.database_session_url) {
      if (mode === 'session') return { connection, session: connection, mode }
      throw new ConfigError(
        'DATABASE_URL leads to a pooler in transaction mode, and wake-ups need a session: set DATABASE_SESSION_URL to PostgreSQL itself.',
      )
    }
    const session = { connectionString: config.database_session_url.reveal() }
    if ((await checkDatabase(session, 'DATABASE_SESSION_URL')) === 'transaction')
      throw new ConfigError(
        'DATABASE_SESSION_URL leads to a pooler in transaction mode; name PostgreSQL itself.',
      )
    return { connection, session, mode }
  }
  const postgres = resources.use(await startEmbeddedPostgres({ data_dir: config.data_dir, log }))
  const connection = postgres.connection('clipwright')
  return { connection, session: connection, mode: 'session' }
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
export async function openStorage(
  config: Config,
  signing_key: Uint8Array,
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
  const { createS3Storage, explainRefusal } = await import('./storage/s3.ts')
  const account = {
    bucket: s3_bucket,
    endpoint: config.s3_endpoint ?? undefined,
    region: config.s3_region,
    access_key_id: s3_access_key_id,
    secret_access_key: s3_secret_access_key.reveal(),
    force_path_style: config.s3_force_path_style,
  }
  const s3 = resources.use(
    createS3Storage({ ...account, public_endpoint: config.s3_public_endpoint ?? undefined }),
  )
  await s3.check().catch((error: unknown) => {
    const refusal = explainRefusal(error, account)
    if (refusal !== undefined) throw new ConfigError(refusal)
    // One that is away costs time; who is told is `/readyz`.
  })
  if (!existsSync(root_dir)) return { storage: s3, disk: null }
  const disk = await openDisk()
  return { storage: createMovedStorage(s3, disk), disk }
}

const tellChange = (log: Log) => (setting: string) => log.warn({ setting }, 'key_changed')

/** @throws ConfigError as `openKeys`. */
export async function openSigningKey(config: Config, db: Db, log: Log): Promise<Uint8Array> {
  const [key] = await openKeys(db, 'signing', signingKeyPlace(config), tellChange(log))
  return key
}

/** @throws ConfigError as `openKeys`. */
export async function openMarking(config: Config, db: Db, log: Log): Promise<Marking> {
  const seeds = await openKeys(db, 'provenance', provenanceKeyPlace(config), tellChange(log))
  return {
    producer: config.ai_producer_id ?? new URL(config.public_base_url).host,
    with_recipe: config.result_recipe === 'full',
    keys: createSigningKeys(seeds),
  }
}

/** @throws ConfigError as `openRing`. */
export async function openKeyRing(config: Config, db: Db): Promise<KeyRing> {
  return openRing(secretsKeysPlace(config), await sampleSealed(db))
}

/** Something that each key in use has sealed. */
export async function sampleSealed(db: Db) {
  return [
    ...(await sampleSecrets(db)),
    ...(await sampleWebhookSecrets(db)),
    ...(await sampleEngineSecrets(db)),
  ]
}
