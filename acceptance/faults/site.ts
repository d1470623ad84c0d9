import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Bucket, openBucket } from '../lib/bucket.ts'
import { type Line, openLine } from '../lib/line.ts'
import { freePort, isReady, program, until } from '../lib/product.ts'
// A test tool, no part of the product.
import { leash } from '../../server/src/testing/leash.ts'
import { createService, type Service } from './service.ts'

const run = promisify(execFile)
const askWithin_ms = 60_000
const restoredWithin_ms = 120_000

/** A worker on a machine of its own, as far as one machine can show that. */
export interface FarWorker extends Service {
  /** Between it and the database. */
  line: Line
}

/** The product as it is installed large: an API, workers, one database, a bucket; and what breaks between them. */
export interface Site extends AsyncDisposable {
  url: string
  api: Service
  workers: readonly FarWorker[]
  bucket: Bucket
  /** Between the product and its bucket. */
  bucketLine: Line
  /** SQL past the product, repeated while the database is away. */
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>
  postgresPid(): Promise<number>
  /** R1 to R8 by the product's own command. */
  reconcile(): Promise<Record<string, number>>
  /** Whether the program is there that the engine computes with. */
  setEngine(there: boolean): Promise<void>
  /** Mends every line, thaws or starts every process, brings the engine back, and waits until all are heard of. Twice is once. */
  restore(): Promise<void>
}

const programs = ['ffmpeg', 'ffprobe']

export async function openSite({ workers: count }: { workers: number }): Promise<Site> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-site-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  leash(folder)
  await chmod(folder, 0o755) // PostgreSQL's own user may pass
  const data_dir = join(folder, 'data')
  const bucket = resources.use(await openBucket())
  const bucketLine = resources.use(await openLine(async () => ({ port: bucket.port, host: '127.0.0.1' })))
  if (!('port' in bucketLine.address)) throw new Error('A bucket is reached by a port')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...bucket.settings(`http://127.0.0.1:${bucketLine.address.port}`),
    PORT: String(port),
    PUBLIC_BASE_URL: url,
    DATA_DIR: data_dir,
    // Several machines need the same keys.
    SIGNING_KEY: randomBytes(32).toString('base64'),
    PROVENANCE_KEY: randomBytes(32).toString('base64'),
    SECRETS_KEYS: `tests:${randomBytes(32).toString('base64')}`,
    ACCESS_TOKEN_TTL_SECONDS: '86400',
    FFMPEG_PATH: join(bin, 'ffmpeg'),
    PREVIEW_SLOTS: '3', // of two workers enough for all tasks of a load that leaves room, and for canceled ones that are being stopped
    PREVIEW_THREADS: '1',
  }
  const setEngine = async (there: boolean) => {
    for (const name of programs) {
      const link = join(bin, name)
      if (!there) await rm(link, { force: true })
      else if (!existsSync(link)) await symlink((await run('which', [name])).stdout.trim(), link)
    }
  }
  await setEngine(true)

  const pidfile = async () => (await readFile(join(data_dir, 'pg18/postmaster.pid'), 'utf8')).split('\n')
  const postgresPid = async () => Number((await pidfile())[0])
  const connection = async () => ({ host: (await pidfile())[4]!, user: 'postgres', database: 'clipwright' })
  let client: pg.Client | undefined
  let asked: Promise<unknown> = Promise.resolve()
  /** One after the other: a client does one thing at a time. */
  const ask = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const answer = asked.then(() => askNow<Row>(text, values))
    asked = answer.catch(() => {})
    return answer
  }
  const askNow = async <Row>(text: string, values: unknown[]): Promise<Row[]> => {
    for (const giveUp = performance.now() + askWithin_ms; ; await wait(100)) {
      try {
        client ??= await connectTo(await connection())
        return (await client.query(text, values)).rows as Row[]
      } catch (error) {
        void client?.end().catch(() => {})
        client = undefined
        if (performance.now() > giveUp) throw error
      }
    }
  }
  resources.defer(() => client?.end().catch(() => {}))

  const api = createService('serve', { name: 'api', env, isReady: () => isReady(url) })
  resources.defer(async () => {
    await api.stop()
    // Killed at the wrong moment, it leaves PostgreSQL behind.
    await postgresPid()
      .then((pid) => process.kill(pid, 'SIGQUIT'))
      .catch(() => {})
  })
  await api.start()

  const workers: FarWorker[] = []
  for (let i = 1; i <= count; i++) {
    const own = join(folder, `worker${i}`)
    await mkdir(own)
    const at = async () => ({ path: join((await connection()).host, '.s.PGSQL.5432') })
    const line = resources.use(await openLine(at, join(own, '.s.PGSQL.5432')))
    const isThere = async (pid: number) => (await ask('select from workers where pid = $1', [pid])).length > 0
    const DATABASE_URL = `postgresql://postgres@/clipwright?host=${encodeURIComponent(own)}`
    const service = createService('work', {
      name: `worker ${i}`,
      env: { ...env, DATABASE_URL, DATA_DIR: own },
      isReady: isThere,
    })
    resources.defer(() => service.stop())
    workers.push({ ...service, line })
  }
  await Promise.all(workers.map((worker) => worker.start()))

  const restore = async () => {
    bucketLine.mend()
    await setEngine(true)
    api.thaw()
    if (!api.isAlive()) await api.start()
    for (const worker of workers) {
      worker.line.mend()
      worker.thaw()
      if (!worker.isAlive()) await worker.start()
    }
    const pids = workers.map((worker) => worker.pid())
    const heard = () =>
      ask(`select from workers where pid = any($1) and seen_at > now() - interval '10 seconds'`, [pids])
    await until(heard, (found) => found.length === workers.length, restoredWithin_ms)
    await until(
      () => isReady(url),
      (ready) => ready,
      restoredWithin_ms,
    )
  }

  const owned = resources.move()
  return {
    url,
    api,
    workers,
    bucket,
    bucketLine,
    ask,
    postgresPid,
    setEngine,
    restore,
    reconcile: async () => {
      const ended = await run(process.execPath, [program, 'reconcile'], { env }).catch(
        (error: { stdout: string }) => error, // it says what is wrong with its exit code as well
      )
      return JSON.parse(ended.stdout) as Record<string, number>
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}
