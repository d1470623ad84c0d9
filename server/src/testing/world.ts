import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { createApp } from '../app.ts'
import { addFirstPrices, type Model, previewModel } from '../catalog/catalog.ts'
import { fixedInventory } from './fixed-inventory.ts'
import { openInventory } from '../inventory/inventory.ts'

import { deriveKey, readConfig } from '../config/config.ts'
import { type Deps, openLlm, openMarking, openOutbound, openPictures } from '../deps.ts'
import { createDb, createPool, type Db } from '../platform/db/database.ts'
import { createNotifier } from '../platform/db/notifier.ts'
import type { App } from '../platform/http/app.ts'
import { createKeyRing } from '../platform/secrets/key-ring.ts'
import { createLog } from '../platform/log.ts'
import { createFolderMailer, type Mailer } from '../mail/mail.ts'
import { createMetrics } from '../platform/metrics.ts'
import { readSetting } from '../settings/settings.ts'
import { noTracing, type Tracing } from '../platform/tracing/tracing.ts'
import { createRateLimiter } from '../platform/rate-limit.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createMovedStorage } from '../storage/moved.ts'
import { observeStorage } from '../storage/observe-storage.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import { reconcile } from '../wallet/reconciliation/reconcile.ts'
import { recordErrors } from './every-route/error-coverage.ts'
import { compareWithSchemas } from './every-route/response-schemas.ts'
import { createTestDatabase, type TestConnection } from './database.ts'
import { until } from './until.ts'
import { cleanUp } from './clean-up.ts'
import { createPasswordHasher } from '../platform/secrets/password-hasher.ts'

export interface WorldOptions {
  /** Environment settings, as an operator would set them. */
  env?: Record<string, string>
  /** Models on offer; default: the built-in one. */
  models?: readonly Model[]
  /** Whether the models and engines are those of the engines file or the database, as in a real process. */
  hasOwnInventory?: boolean
  /** Instead of files in the world's folder. */
  mailer?: Mailer
  /** Instead of the world's folder, which stays behind it as one from before. */
  storage?: ObjectStorage
  /** Folder of the studio's built pages; without it only the API is served. */
  studio?: string
  /** Its endpoint belongs into `env` as well. */
  tracing?: Tracing
  /** Milliseconds added to the clock; `world.clock.offset_ms` moves it later. */
  offset_ms?: number
}

export interface Person {
  user_id: string
  email: string
  password: string
  /** Access token. */
  token: string
  refresh_token: string
  session_id: string
}

type Json = Record<string, unknown>

/** The whole server on a database of its own, without a port; closed and checked after the test. */
export async function createWorld(t: TestContext, options: WorldOptions = {}) {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const connection = await createTestDatabase(resources)
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-world-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const { deps, logged, clock } = await createTestDeps(connection, folder, options)
  const undeclared: string[] = []
  resources.use(deps)
  resources.defer(async () => {
    const checks = Object.values(await reconcile(deps.db))
    assert.deepEqual(checks, [0, 0, 0, 0, 0, 0, 0, 0], 'the ledger adds up after every test')
    assert.ok(!/sv(?:at|rt|ss|ck|mf|su)_/.test(logged()), 'no token is logged')
    assert.deepEqual(undeclared, [], 'T-132 every answer is what its route declares')
  })
  // Apart from the app's own connections: a test may hold a lock in a transaction while it sends a request.
  const db = createDb(createPool({ connection, pool_size: 4, onError: () => {} }))
  resources.defer(() => db.destroy())
  const app = await createApp(deps)
  recordErrors(app)
  compareWithSchemas(app, undeclared)
  resources.defer(() => app.close())
  return {
    app,
    deps,
    db,
    resources,
    folder,
    connection,
    clock,
    logged,
    ...requests(app),
    ...makers(app, db),
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>

async function createTestDeps(connection: TestConnection, folder: string, options: WorldOptions) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    ARGON2_MEMORY_KIB: '1024',
    ARGON2_PASSES: '1',
    GENERATE_PER_MINUTE: '100000',
    ...options.env,
  })
  const lines: string[] = []
  const sink = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  const log = createLog({ level: config.log_level, destination: sink })
  const clock = { offset_ms: options.offset_ms ?? 0 }
  const pool = createPool({ connection, pool_size: 8, onError: () => {} })
  const db = createDb(pool)
  const notifier = createNotifier({ connection, log })
  const disk = await createDiskStorage({
    root_dir: join(folder, 'objects'),
    signing_key: deriveKey(Buffer.alloc(32, 7), 'disk-urls'),
    base_url: config.public_base_url,
  })
  const pictures = await openPictures(config)
  const ring = createKeyRing([{ kid: 'test', key: Buffer.alloc(32, 8) }])
  const inventory = options.hasOwnInventory
    ? await openInventory(config, {
        log,
        store: { db, ring, notifier },
        onLoad: ({ prices }) => addFirstPrices(db, prices, new Date()),
      })
    : fixedInventory(options.models ?? [previewModel])
  const metrics = createMetrics({ log, process: false })
  const { tracing = noTracing } = options
  const deps: Deps = {
    config,
    log,
    db,
    limiter: createRateLimiter(pool, () => readSetting(db, 'rate_limits', {})),
    metrics,
    tracing,
    mailer: options.mailer ?? createFolderMailer({ folder: join(folder, 'mail'), log }),
    outbound: openOutbound(config),
    llm: await openLlm(config, log),
    notifier,
    storage: observeStorage(options.storage ? createMovedStorage(options.storage, disk) : disk, {
      metrics,
      tracing,
    }),
    pictures,
    disk,
    studio: options.studio ?? null,
    guide: null,
    legacy_results_dir: config.legacy_results_dir,
    marking: await openMarking(config, db, log),
    inventory,
    catalog: inventory.catalog,
    hasher: createPasswordHasher({ memory_kib: config.argon2_memory_kib, passes: config.argon2_passes }),
    secrets: {
      lock_key: deriveKey(Buffer.alloc(32, 7), 'login-lock'),
      ring,
    },
    clock: () => new Date(Date.now() + clock.offset_ms),
    worker_id: 'test-worker',
    work_dir: join(folder, 'receiving'),
    [Symbol.asyncDispose]: async () => {
      inventory[Symbol.dispose]()
      await pictures[Symbol.asyncDispose]()
      await notifier[Symbol.asyncDispose]()
      await db.destroy()
    },
  }
  return { deps, clock, logged: () => lines.join('') }
}

/** Short calls: path, then access token, then body. */
function requests(app: App) {
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    async (url: string, token?: string, payload?: Json | null): Promise<LightMyRequestResponse> => {
      const response = await app.inject({
        method,
        url,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...(payload !== undefined && {
          payload: JSON.stringify(payload),
          headers: {
            'content-type': 'application/json',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
        }),
      })
      return response
    }
  return { get: send('GET'), post: send('POST'), put: send('PUT'), remove: send('DELETE') }
}

let people = 0

function makers(app: App, db: Db) {
  const { post, get } = requests(app)
  const person = async (): Promise<Person> => {
    const email = `person${++people}@example.org`
    const password = 'correct horse battery'
    const response = await post('/api/v1/auth/register', undefined, { email, password })
    assert.equal(response.statusCode, 201, response.body)
    const {
      access_token: token,
      refresh_token,
      session_id,
    } = response.json<{ access_token: string; refresh_token: string; session_id: string }>()
    const me = await get('/api/v1/me', token)
    return {
      email,
      password,
      token,
      refresh_token,
      session_id,
      user_id: me.json<{ user_id: string }>().user_id,
    }
  }
  return {
    person,
    /** Makes an API key, with every scope unless `input` says otherwise. */
    apiKey: async (of: Person, input: Json = {}): Promise<{ key_id: string; api_key: string }> => {
      const response = await post('/api/v1/me/api-keys', of.token, { name: 'a key', ...input })
      assert.equal(response.statusCode, 201, response.body)
      return response.json<{ key_id: string; api_key: string }>()
    },
    /** Makes somebody an administrator, with a session that passed a second factor. */
    admin: async (): Promise<Person> => {
      const made = await person()
      await db.updateTable('users').set({ role: 'admin' }).where('user_id', '=', made.user_id).execute()
      await db.updateTable('sessions').set({ mfa: true }).where('user_id', '=', made.user_id).execute()
      return made
    },
    /** Gives credits, in minor units. */
    credits: async (to: Person, amount: number): Promise<void> => {
      const response = await post('/api/v1/me/topup', to.token, { amount })
      assert.equal(response.statusCode, 200, response.body)
    },
    /** Submits a task and returns its id. */
    task: async (of: Person, input: Json = {}): Promise<string> => {
      const response = await post('/api/v1/video/generate', of.token, {
        prompt: 'a calm sea',
        duration_seconds: 1,
        ...input,
      })
      assert.equal(response.statusCode, 200, response.body)
      return response.json<{ task_id: string }>().task_id
    },
    /** Waits until the task has ended, and gives it. */
    ended: (task_id: string) =>
      until(async () => {
        const task = await db
          .selectFrom('tasks')
          .selectAll()
          .where('task_id', '=', task_id)
          .executeTakeFirstOrThrow()
        return task.completed_at !== null && task
      }, `the end of task ${task_id}`),
  }
}
