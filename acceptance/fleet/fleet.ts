import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createService, type Service } from '../faults/service.ts'
import { type Bucket, openBucket } from '../lib/bucket.ts'
import { freePort, isReady, program, until } from '../lib/product.ts'
// A test tool, no part of the product.
import { leash } from '../../server/src/testing/leash.ts'
import { openBalancer } from './balancer.ts'

/** The product on many machines, as far as one machine can show that: each process has a data folder of its own. */
export interface Fleet extends AsyncDisposable {
  /** Of the balancer. */
  url: string
  serves: readonly Service[]
  works: readonly Service[]
  bucket: Bucket
  /** R1 to R8 by the command of this release or another. */
  reconcile(release?: string): Promise<Record<string, number>>
}

/** Starts so many `serve` behind a balancer, and so many `work`, on this database and a bucket. */
export async function openFleet({
  database_url,
  serves: serve_count,
  works: work_count,
  env: more = {},
}: {
  database_url: string
  serves: number
  works: number
  env?: NodeJS.ProcessEnv
}): Promise<Fleet> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-fleet-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  leash(folder)
  const bucket = resources.use(await openBucket())
  const ports = await Promise.all(Array.from({ length: serve_count }, freePort))
  const balancer = resources.use(await openBalancer(ports))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...bucket.settings(`http://127.0.0.1:${bucket.port}`),
    DATABASE_URL: database_url,
    PUBLIC_BASE_URL: balancer.url,
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '3',
    // Several machines need the same keys.
    SIGNING_KEY: randomBytes(32).toString('base64'),
    PROVENANCE_KEY: randomBytes(32).toString('base64'),
    SECRETS_KEYS: `tests:${randomBytes(32).toString('base64')}`,
    ACCESS_TOKEN_TTL_SECONDS: '86400',
    PREVIEW_SLOTS: '2',
    PREVIEW_THREADS: '1',
    ...more,
  }
  const own = async (name: string): Promise<string> => {
    const DATA_DIR = join(folder, name)
    await mkdir(DATA_DIR)
    return DATA_DIR
  }
  const serves: Service[] = []
  for (const [i, port] of ports.entries()) {
    const name = `serve ${i + 1}`
    const settings = { ...env, PORT: String(port), DATA_DIR: await own(name) }
    const service = createService('serve', {
      name,
      env: settings,
      isReady: () => isReady(`http://127.0.0.1:${port}`),
    })
    resources.defer(() => service.stop())
    serves.push(service)
  }
  const works: Service[] = []
  for (let i = 1; i <= work_count; i++) {
    const metrics_port = await freePort()
    const name = `work ${i}`
    const settings = { ...env, METRICS_PORT: String(metrics_port), DATA_DIR: await own(name) }
    const service = createService('work', { name, env: settings, isReady: () => isListening(metrics_port) })
    resources.defer(() => service.stop())
    works.push(service)
  }
  await serves[0]!.start() // makes the tables
  await Promise.all([...serves.slice(1), ...works].map((service) => service.start()))
  await until(() => isReady(balancer.url), Boolean)

  const owned = resources.move()
  return {
    url: balancer.url,
    serves,
    works,
    bucket,
    reconcile: async (release = program) => {
      const ended = await promisify(execFile)(process.execPath, [release, 'reconcile'], {
        env: { ...env, DATA_DIR: join(folder, 'serve 1') },
      }).catch((error: { stdout: string }) => error) // it says what is wrong with its exit code as well
      return JSON.parse(ended.stdout) as Record<string, number>
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function isListening(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok ?? false
}
