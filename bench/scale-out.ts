import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startFakeSglang } from '../acceptance/fakes/sglang.ts'
import { freePort } from '../acceptance/lib/product.ts'
import { type Account, createAccount, call } from './lib/account.ts'
import { readOwnCpu, readTree } from './lib/cpu.ts'
import { install, isReady } from './lib/installed.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { percentile, printTable } from './lib/table.ts'

// What a task costs with one process that serves and one that works, and with four of each on the same PostgreSQL: CPU time of all
// of them and of PostgreSQL, from the submission to the stored video, at the same pace. ffmpeg's is not in it, nor what they use when
// nothing happens. An inference server that makes small films at once stands behind them. Usage: node bench/scale-out.ts [rounds] [seconds of a round]; it writes bench/results/scale-out.json.

const rounds = Number(process.argv[2] ?? 2)
const seconds = Number(process.argv[3] ?? 30)
const per_second = 4 // ffmpeg has two cores busy at ten
const idle_s = 5
const users = 8

const enginesFile = (url: string): string => `
models:
  wan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    size_multiple_px: 32
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - { name: sglang, kind: sglang, url: '${url}', slots: 4, models: { wan: {} } }
`

interface Measured {
  server_ms: number
  database_ms: number
}

/** CPU time a task, with as many processes of each kind. */
async function measure(each: number): Promise<Measured> {
  await using engine = await startFakeSglang()
  await using installed = await install()
  const file = join(installed.data_dir, 'engines.yaml')
  writeFileSync(file, enginesFile(engine.url))
  const shared = {
    ENGINES_FILE: file,
    PREVIEW_SLOTS: '0',
    MAX_ACTIVE_TASKS: '1000',
    GENERATE_PER_MINUTE: '10000',
  }
  const urls: string[] = []
  const pids: number[] = []
  for (let i = 0; i < each; i++) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const { pid } = await installed.start(
      'serve',
      { ...shared, PORT: String(port), PUBLIC_BASE_URL: url },
      isReady(url),
    )
    pids.push(pid)
    urls.push(url)
  }
  for (let i = 0; i < each; i++)
    pids.push((await installed.start('work', shared, () => Promise.resolve(true))).pid)
  const accounts: Account[] = []
  for (let i = 0; i < users; i++) accounts.push(await createAccount({ url: urls[i % each]! }, `maker${i}`))
  const db = await installed.openDb()
  try {
    await run(urls, accounts, 15 * per_second, db) // caches fill, and every worker has begun
    const postgres = readTree(await installed.postgresPid())
    const cpu = (): Measured => ({
      server_ms: readOwnCpu(pids),
      database_ms: readOwnCpu(postgres, { ended: true }),
    })
    const [idle] = await timed(cpu, () => wait(idle_s * 1000))
    const tasks = seconds * per_second
    const [busy, took_s] = await timed(cpu, () => run(urls, accounts, tasks, db))
    const ofTask = (read: (one: Measured) => number) => (read(busy) - (read(idle) / idle_s) * took_s) / tasks
    return { server_ms: ofTask((one) => one.server_ms), database_ms: ofTask((one) => one.database_ms) }
  } finally {
    await db.destroy()
  }
}

/** What some work used, and how many seconds it took. */
async function timed(cpu: () => Measured, work: () => Promise<unknown>): Promise<[Measured, number]> {
  const [before, began] = [cpu(), performance.now()]
  await work()
  const after = cpu()
  return [
    {
      server_ms: after.server_ms - before.server_ms,
      database_ms: after.database_ms - before.database_ms,
    },
    (performance.now() - began) / 1000,
  ]
}

type Database = Awaited<ReturnType<Awaited<ReturnType<typeof install>>['openDb']>>

/** Submits tasks at the pace, each to the next server and for the next user, and waits until all have ended. */
async function run(urls: string[], accounts: Account[], tasks: number, db: Database): Promise<void> {
  const began = performance.now()
  const sent: Promise<unknown>[] = []
  for (let i = 0; i < tasks; i++) {
    await wait(Math.max(0, began + (i * 1000) / per_second - performance.now()))
    const { headers } = accounts[i % accounts.length]!
    const url = `${urls[i % urls.length]!}/api/v1/video/generate`
    const body = { model: 'wan', prompt: 'a calm sea', duration_seconds: 1 }
    sent.push(call(url, { headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, body }))
  }
  await Promise.all(sent)
  for (;;) {
    const { rows } = await sql<{ left: number; failed: number }>`
      select sum(queued + running)::int as left, sum(failed)::int as failed from task_counts`.execute(db)
    if (rows[0]!.failed > 0) throw new Error('A task has failed')
    if (rows[0]!.left === 0) return
    await wait(100)
  }
}

const measured: Record<'one' | 'four', Measured[]> = { one: [], four: [] }
for (let round = 0; round < rounds; round++) {
  measured.one.push(await measure(1))
  measured.four.push(await measure(4))
}
const middle = (of: Measured[], read: (one: Measured) => number) => percentile(of.map(read), 0.5)
const all = ({ server_ms, database_ms }: Measured) => server_ms + database_ms
const last = readResults('scale-out')
const figures: Figures = Object.fromEntries(
  Object.entries(measured).map(([name, of]) => [
    `${name} serve, ${name} work`,
    {
      server_ms: middle(of, (one) => one.server_ms),
      database_ms: middle(of, (one) => one.database_ms),
      cpu_ms: middle(of, all),
    },
  ]),
)
printTable(
  ['what', 'CPU ms a task, processes', 'PostgreSQL', 'all', 'last'],
  Object.entries(figures).map(([name, of]) => [name, ...Object.values(of), before(last, name, 'cpu_ms')]),
)
const times = percentile(
  measured.four.map((one, i) => all(one) / all(measured.one[i]!)),
  0.5,
)
console.log(`\nFour of each: ${times.toFixed(2)} times the CPU of a task (bar 1.15).`)
saveResults('scale-out', { ...figures, ratio: { times } })
