import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDb, createPool, type Db } from '../server/src/platform/db/database.ts'
import { addAccounts, type Filling, fillAccounts } from '../server/src/testing/many-rows.ts'
import { type Account, call } from './lib/account.ts'
import { readCpu } from './lib/cpu.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { startTarget, type Target } from './lib/server.ts'
import { percentile, printTable } from './lib/table.ts'

// What every GET route costs an account of up to a million tasks in an installation of ten million, beside an account of 1,000 in an
// installation of 1,000. The bar: at most 1.5 times as long at the 99th percentile.
// Usage: node bench/growth.ts [scale] [folder]
//   scale   1 is 10 million tasks, 50 million events and 30 million ledger entries, in about 60 GB; 0.02 when left out
//   folder  where both databases are kept and found again while the migrations are the same; ~/.cache/clipwright-bench when left out

const scale = Number(process.argv[2] ?? 0.02)
const folder = process.argv[3] ?? join(homedir(), '.cache/clipwright-bench')
const asks = 100
const bar = 1.5

const password = 'correct horse battery'

/** The accounts of an installation with so many tasks: one that has up to a million, and others of all sizes. */
function sizesOf(tasks: number): number[] {
  const largest = Math.min(1_000_000, Math.ceil(tasks / 2))
  const rest = tasks - largest
  const equal = (accounts: number) =>
    Array.from({ length: accounts }, () => Math.floor(rest / 3 / accounts)).filter((size) => size > 0)
  return [largest, ...equal(3), ...equal(50), ...equal(2_000)]
}

const migrations = createHash('sha256')
const migrationsDir = join(import.meta.dirname, '../server/migrations')
for (const name of readdirSync(migrationsDir).toSorted())
  migrations.update(name).update(readFileSync(join(migrationsDir, name)))
const version = migrations.digest('hex').slice(0, 12)

interface Installation extends AsyncDisposable {
  target: Target
  db: Db
  user: Account
  admin: Account
  fill: Record<string, string>
}

async function open(name: string, sizes: readonly number[]): Promise<Installation> {
  const place = join(folder, `${version}-${name}`)
  await mkdir(place, { recursive: true })
  await chmod(place, 0o755) // PostgreSQL's own user may pass
  const target = await startTarget({}, { keep: place })
  const connection = { connectionString: target.database_url }
  const db = createDb(createPool({ connection, pool_size: 4, time_limits: false, onError: () => {} }))
  if (!existsSync(join(place, 'filled'))) {
    const began = performance.now()
    await build(target, db, sizes)
    writeFileSync(join(place, 'filled'), '')
    console.log(`${name}: built in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  const [user, admin] = [await logIn(target, 'user'), await logIn(target, 'admin')]
  const { items } = await call(`${target.url}/api/v1/tasks?status=completed&page_size=1`, user)
  const hooks = await call(`${target.url}/api/v1/me/webhooks`, user)
  return {
    target,
    db,
    user,
    admin,
    fill: {
      task_id: (items as { task_id: string }[])[0]!.task_id,
      user_id: user.user_id,
      webhook_id: (hooks['items'] as { webhook_id: string }[])[0]!.webhook_id,
    },
    [Symbol.asyncDispose]: async () => {
      await db.destroy()
      await target[Symbol.asyncDispose]()
    },
  }
}

async function build({ url }: Target, db: Db, [largest, ...others]: readonly number[]): Promise<void> {
  for (const name of ['user', 'admin'])
    await call(`${url}/api/v1/auth/register`, { body: { email: `${name}@example.org`, password } })
  await db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'admin@example.org').execute()
  const user = await logIn({ url }, 'user')
  await call(`${url}/api/v1/me/webhooks`, {
    headers: user.headers,
    body: { url: 'https://example.org/hook' },
  })
  const user_ids = await addAccounts(db, 'other', others.length)
  // A part at a time: each is a transaction, and its lists of what it made are temporary.
  let part: Filling[] = [{ user_id: user.user_id, tasks: largest! }]
  for (const [i, tasks] of others.entries()) {
    if (part.reduce((sum, one) => sum + one.tasks, 0) + tasks > 1_000_000) {
      await fillAccounts(db, part)
      part = []
    }
    part.push({ user_id: user_ids[i]!, tasks })
  }
  await fillAccounts(db, part)
  // What filling left to write is not to be written while requests are timed.
  await sql`checkpoint`.execute(db)
}

async function logIn({ url }: Pick<Target, 'url'>, name: string): Promise<Account> {
  const answer = await call(`${url}/api/v1/auth/login`, { body: { email: `${name}@example.org`, password } })
  const headers = { authorization: `Bearer ${answer['access_token'] as string}` }
  const { user_id } = await call(`${url}/api/v1/me`, { headers })
  return { user_id: user_id as string, headers }
}

const noFiles = 'the rows of a benchmark have no files'
const whole = 'its answer is all there is, as a file: it grows by its purpose'
/** Routes that are not measured, and why. A route that is neither here nor answers ends the run. */
const left: Record<string, string> = {
  '/api/v1/auth/verify-email': 'it spends a token that was mailed',
  '/api/v1/result/{task_id}': noFiles,
  '/api/v1/tasks/{task_id}/poster': noFiles,
  '/api/v1/tasks/{task_id}/preview': noFiles,
  '/api/v1/tasks/{task_id}/sprite': noFiles,
  '/api/v1/tasks/{task_id}/report': noFiles,
  '/api/v1/tasks/{task_id}/provenance': noFiles,
  '/api/v1/provenance/{sha256}': noFiles,
  '/api/v1/users/{user_id}/avatar': noFiles,
  '/api/v1/tasks/{task_id}/live': 'it is of a task that runs, and none does',
  '/api/v1/me/transactions/export': whole,
  '/api/v1/me/export': whole,
  '/api/v1/admin/ledger/transactions/export': whole,
}

/** Queries beside the plain one. */
const queries: Record<string, string[]> = {
  '/api/v1/tasks': [
    'status=completed',
    'page=10&page_size=100',
    'aspect_ratio=9:16',
    'resolution=1080p',
    'model=ltx&status=failed',
    'q=lighthouse',
    'q=calm%20sea',
  ],
  '/api/v1/me/transactions': ['page=10', 'type=task_charge', 'type=task_refund', 'from=2000-01-01T00:00:00Z'],
  '/api/v1/me/prompts/used': ['q=calm'],
  '/api/v1/admin/users': ['query=other1', 'role=admin'],
  '/api/v1/admin/tasks': ['status=failed', 'model=ltx&status=running'],
  '/api/v1/admin/ledger/transactions': ['type=hold', 'type=adjustment'],
  '/api/v1/admin/audit': ['event=user.registered'],
}
const required: Record<string, string> = {
  '/api/v1/admin/prices/resolve': 'kind=generate&model=preview&resolution=480p',
  '/api/v1/events': 'last_event_id=0',
  '/api/v1/tasks/{task_id}/events': 'last_event_id=0',
}

interface Route {
  path: string
  query: string
  isStream: boolean
}

/** Of the API document, so that no new route is forgotten. */
function routesOf(): Route[] {
  const text = readFileSync(join(import.meta.dirname, '../server/openapi.json'), 'utf8')
  const document = JSON.parse(text) as {
    paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>
  }
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    // The second name of the same route.
    if (!get || path in left || /^\/api\/v1\/task(\/|$)/.test(path)) return []
    const isStream = 'text/event-stream' in (get.responses['200']?.content ?? {})
    return [required[path] ?? '', ...(queries[path] ?? [])].map((query) => ({ path, query, isStream }))
  })
}

/** Milliseconds until the answer is there; of a stream, until its first bytes are. */
async function ask(of: Installation, { path, query, isStream }: Route): Promise<number> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => of.fill[name] ?? '')
  const { headers } = path.startsWith('/api/v1/admin/') ? of.admin : of.user
  const leave = new AbortController()
  const began = performance.now()
  const response = await fetch(`${of.target.url}${filled}${query && `?${query}`}`, {
    headers,
    signal: leave.signal,
  })
  if (!response.ok) throw new Error(`${path}?${query}: ${response.status} ${await response.text()}`)
  if (!isStream) {
    await response.arrayBuffer()
    return performance.now() - began
  }
  await response.body!.getReader().read()
  const took = performance.now() - began
  leave.abort()
  return took
}

/** Access tokens last ten minutes, and all routes take longer. */
async function renew(of: Installation): Promise<void> {
  of.user = await logIn(of.target, 'user')
  of.admin = await logIn(of.target, 'admin')
  await of.db.updateTable('sessions').set({ mfa: true }).where('user_id', '=', of.admin.user_id).execute()
}

/** Asks both by turns, since a shared machine is twice as fast one minute as the next. */
async function compare(small: Installation, large: Installation, route: Route) {
  const times = { small: [] as number[], large: [] as number[] }
  for (let i = 0; i < 20; i++) await Promise.all([ask(small, route), ask(large, route)])
  const began = [readCpu(small.target.pid), readCpu(large.target.pid)] as const
  for (let i = 0; i < (route.isStream ? 40 : asks); i++) {
    times.small.push(await ask(small, route))
    times.large.push(await ask(large, route))
  }
  const ended = [readCpu(small.target.pid), readCpu(large.target.pid)] as const
  const cpuOf = (which: 0 | 1) =>
    (ended[which].server_ms + ended[which].database_ms - began[which].server_ms - began[which].database_ms) /
    times.small.length
  const p99 = { small: percentile(times.small, 0.99), large: percentile(times.large, 0.99) }
  return {
    small_p50_ms: percentile(times.small, 0.5),
    large_p50_ms: percentile(times.large, 0.5),
    small_p99_ms: p99.small,
    large_p99_ms: p99.large,
    times_p50: percentile(times.large, 0.5) / percentile(times.small, 0.5),
    times_p99: p99.large / p99.small,
    small_cpu_ms: cpuOf(0),
    large_cpu_ms: cpuOf(1),
  }
}

await using small = await open('small', [1_000])
await using large = await open(`scale-${scale}`, sizesOf(10_000_000 * scale))
const last = readResults('growth')
const figures: Figures = {}
const { rows: sizes } = await sql<Record<string, number>>`
  select (select count(*)::int from tasks) as tasks, (select max(completed + failed)::int from task_counts) as largest_account,
         (select sum(event_seq)::int from task_counts) as events, (select count(*)::int from ledger_entries) as ledger_entries,
         round(pg_database_size(current_database()) / 1e9, 2)::float8 as database_gb`.execute(large.db)
figures['installation'] = { scale, ...sizes[0]! }
console.log(JSON.stringify(figures['installation']))
const rows: (string | number)[][] = []
const renewEvery_ms = 5 * 60_000
let renewed_at = Number.NEGATIVE_INFINITY
for (const route of routesOf()) {
  if (performance.now() - renewed_at > renewEvery_ms) {
    await Promise.all([renew(small), renew(large)])
    renewed_at = performance.now()
  }
  const name = route.query ? `${route.path}?${route.query}` : route.path
  const of = await compare(small, large, route)
  figures[name] = of
  rows.push([name, ...Object.values(of), before(last, name, 'times_p99'), of.times_p99 > bar ? 'over' : ''])
}
printTable(
  [
    'route',
    'p50 of 1,000',
    'of many',
    'p99 of 1,000',
    'of many',
    '× p50',
    '× p99',
    'CPU ms',
    'of many',
    'last',
    `≤ ${bar}`,
  ],
  rows,
)
console.log(`\n${asks} requests each, one at a time. Not measured:`)
for (const [path, why] of Object.entries(left)) console.log(`  ${path}: ${why}`)
saveResults('growth', figures)
