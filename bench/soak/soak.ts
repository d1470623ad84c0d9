import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startFakeSglang } from '../../acceptance/fakes/sglang.ts'
import { freePort } from '../../acceptance/lib/product.ts'
import { install, isReady } from '../lib/installed.ts'
import { before, type Figures, readResults, saveResults } from '../lib/results.ts'
import { printTable } from '../lib/table.ts'
import { drawChart, short } from './chart.ts'
import { startLoad } from './load.ts'
import { createSampler, type Sample } from './sample.ts'
import { type Curve, judge, quarters, rule } from './verdict.ts'

// Whether anything grows that must not while people use one server for a long time: memory, connections, files, dead rows, the CPU
// time of a request, the queue. An inference server that makes small films at once stands behind it, and the server is started as
// people start it. It writes bench/results/soak.json and soak.svg, and exits with 1 when a curve that must be flat grows.
// Usage: npm run soak -- [--minutes 30] [--rate 20]

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '20' } },
})
const minutes = Number(values.minutes)
const per_second = Number(values.rate)
if (!(minutes > 0) || !(per_second > 0)) throw new Error('--minutes and --rate are numbers above zero')
const every_ms = 5_000
const mib = 2 ** 20
/** What tables may take beyond their rows: PostgreSQL makes files longer by many pages at once. */
const bloatSlack_mib = 8

const enginesFile = (url: string): string => `
models:
  wan:
    modes: [text-to-video, image-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    size_multiple_px: 32
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - { name: sglang, kind: sglang, url: '${url}', slots: 2, models: { wan: {} } }
`

await using engine = await startFakeSglang()
await using installed = await install()
const file = join(installed.data_dir, 'engines.yaml')
writeFileSync(file, enginesFile(engine.url))
const [port, metrics_port] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${port}`
const { pid } = await installed.start(
  'start',
  {
    PORT: String(port),
    PUBLIC_BASE_URL: url,
    METRICS_PORT: String(metrics_port),
    ENGINES_FILE: file,
    PREVIEW_SLOTS: '0',
    OUTBOUND_ALLOW_HTTP: 'true',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  },
  isReady(url),
)
const db = await installed.openDb()
const sample = createSampler({
  pid,
  postgres_pid: await installed.postgresPid(),
  url,
  metrics_url: `http://127.0.0.1:${metrics_port}/`,
  data_dir: installed.data_dir,
  db,
})
const load = await startLoad(url, { model: 'wan', per_second })
const samples: Sample[] = []
const ends_at = performance.now() + minutes * 60_000
await sample() // what comes is counted from here
while (performance.now() < ends_at) {
  await wait(every_ms)
  samples.push(await sample())
}
await load.stop()
await db.destroy()

/** By table, its bytes beyond what it would have if it had grown as its rows did since the second quarter. */
const beyondRows = (one: Sample): Map<string, number> => {
  const [from, to] = quarters(samples.length).early
  const reference = samples[Math.floor((from + to) / 2)]!
  return new Map(
    [...one.tables].map(([name, { bytes, rows }]) => {
      const then = reference.tables.get(name)
      const grown = Math.max(1, rows / Math.max(1, then?.rows ?? 1))
      return [name, Math.max(0, bytes - (then?.bytes ?? 0) * grown)]
    }),
  )
}
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)
const of = (read: (one: Sample) => number): number[] => samples.map(read)
/** What is left after the garbage of two minutes has gone: when it goes is the engine's own affair. */
const lowest = (values: readonly number[]): number[] =>
  values.map((_, at) => Math.min(...values.slice(Math.max(0, at - 23), at + 1)))

const curves: Curve[] = [
  {
    name: 'memory of the server',
    unit: 'MiB',
    values: of((one) => one.server_memory_mib),
    flat: { times: 1.1, slack: 10 },
  },
  {
    name: 'heap in use, lowest of two minutes',
    unit: 'MiB',
    values: lowest(of((one) => one.heap_mib)),
    flat: { times: 1.1, slack: 5 },
  },
  {
    name: 'buffers beside the heap',
    unit: 'MiB',
    values: of((one) => one.buffers_mib),
    flat: { times: 1.1, slack: 5 },
  },
  {
    name: 'memory of PostgreSQL, not shared',
    unit: 'MiB',
    values: of((one) => one.postgres_memory_mib),
    flat: { times: 1.1, slack: 10 },
  },
  {
    name: 'open files and sockets',
    unit: 'of the server',
    values: of((one) => one.open_files),
    flat: { times: 1.05, slack: 5 },
  },
  {
    name: 'connections to PostgreSQL',
    unit: 'open',
    values: of((one) => one.database_connections),
    flat: { times: 1, slack: 1 },
  },
  {
    name: 'temporary files',
    unit: 'in the data folder',
    values: of((one) => one.temporary_files),
    flat: { times: 1, slack: 3 },
  },
  {
    name: 'waiting tasks',
    unit: 'in the queue',
    values: of((one) => one.queued),
    flat: { times: 1.5, slack: 3 },
  },
  {
    name: 'dead rows',
    unit: '% of live ones',
    values: of((one) => one.dead_rows_percent),
    flat: { times: 1.2, slack: 2 },
  },
  {
    name: 'tables beyond their rows',
    unit: 'MiB',
    values: of((one) => sum(beyondRows(one).values()) / mib),
    flat: { times: 1, slack: bloatSlack_mib },
  },
  {
    name: 'CPU time of the server',
    unit: 'ms a request',
    values: of((one) => one.server_cpu_ms),
    flat: { times: 1.2, slack: 0.1 },
  },
  {
    name: 'CPU time of PostgreSQL',
    unit: 'ms a request',
    values: of((one) => one.database_cpu_ms),
    flat: { times: 1.2, slack: 0.1 },
  },
  {
    name: 'delay of the event loop, p99',
    unit: 'ms',
    values: of((one) => one.loop_delay_p99_ms),
    flat: { times: 1.5, slack: 5 },
  },
  {
    name: 'answer to a small request',
    unit: 'ms',
    values: of((one) => one.probe_ms),
    flat: { times: 1.5, slack: 2 },
  },
  { name: 'rows', unit: 'in all tables', values: of((one) => one.live_rows) },
  {
    name: 'size of all tables',
    unit: 'MiB',
    values: of((one) => sum([...one.tables.values()].map(({ bytes }) => bytes)) / mib),
  },
]
const judged = curves.map(judge)

const last = readResults('soak')
const figures: Figures = Object.fromEntries(judged.map(({ name, early, late }) => [name, { early, late }]))
printTable(
  ['what', 'second quarter', 'last quarter', 'verdict', 'flat up to', 'last time'],
  judged.map(({ name, unit, early, late, verdict, flat }) => [
    `${name}, ${unit}`,
    early,
    late,
    verdict,
    flat ? short(early * flat.times + flat.slack) : '',
    before(last, name, 'late'),
  ]),
)
const requests = sum(samples.map((one) => one.requests))
console.log(
  `\n${rule}\n${requests} requests and ${load.completed()} videos in ${short(minutes)} minutes, ${load.leftOut()} steps left out.`,
)
const growing = [...beyondRows(samples.at(-1)!)]
  .filter(([, bytes]) => bytes > mib)
  .toSorted(([, a], [, b]) => b - a)
for (const [name, bytes] of growing)
  console.log(`The table ${name} has ${short(bytes / mib)} MiB beyond its rows.`)
for (const [what, times] of load.failures) console.error(`${times} × ${what}`)

saveResults('soak', figures)
const chart = join(import.meta.dirname, '../results/soak.svg')
mkdirSync(join(chart, '..'), { recursive: true })
const title = `${short(minutes)} minutes, ${requests} requests, ${load.completed()} videos`
writeFileSync(
  chart,
  drawChart(
    title,
    samples.map((one) => one.minutes),
    judged,
  ),
)
console.log('The chart: bench/results/soak.svg')
const isSound = judged.every(({ verdict }) => verdict !== 'grows') && load.failures.size === 0
if (!isSound) process.exitCode = 1
