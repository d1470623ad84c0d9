import { type Account, call, createAccount, submissions } from './lib/account.ts'
import { connections, cpu_ms, inTurns, middle, ratio, type Request } from './lib/load.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { startTarget } from './lib/server.ts'
import { printTable } from './lib/table.ts'

// What the API answers per second over 16 connections, and the CPU time of server and PostgreSQL per request, beside a
// route that only asks the database for 1. ARCHITECTURE 10 names the bars.
// Usage: node bench/api.ts [rounds] [part of a route's name]; a whole run writes bench/results/api.json.

const rounds = Number(process.argv[2] ?? 5)
const wanted = process.argv[3] ?? ''

interface Case {
  name: string
  /** In CPU time of the baseline. */
  bar?: number
  request: Request
}

await using target = await startTarget()
const [few, many, queuing, waiting, crowd, ...submitters] = (await Promise.all(
  ['few', 'many', 'queuing', 'waiting', 'crowd', ...Array.from({ length: 8 }, (_, i) => `submitter${i}`)].map(
    (name) => createAccount(target, name),
  ),
)) as [Account, Account, Account, Account, Account, ...Account[]]
await target.ask({ do: 'fill', user_id: few.user_id, rows: 1000 })
const { task_id: queued } = await call(`${target.url}/api/v1/video/generate`, {
  headers: queuing.headers,
  body: { prompt: 'a calm sea' },
})
const page = await call(`${target.url}/api/v1/tasks?status=completed`, few)
const [ended] = page['items'] as { task_id: string }[]

const get = (path: string, { headers }: Partial<Account> = {}): Request => ({
  url: target.url + path,
  ...(headers && { headers }),
})
const submit = (users: readonly Account[], options?: { keyed: boolean }): Request => ({
  url: target.url,
  ...submissions('/api/v1/video/generate', users, options),
})
const cases: Case[] = [
  { name: 'read one task', bar: 1.5, request: get(`/api/v1/tasks/${ended!.task_id}`, few) },
  { name: 'read one that waits', request: get(`/api/v1/tasks/${queued as string}`, queuing) },
  { name: 'list 20 of 1,000', bar: 2.3, request: get('/api/v1/tasks', few) },
  { name: 'list 20 of 1,000,000', bar: 2.5, request: get('/api/v1/tasks', many) },
  ...[
    // Half of the videos are tall, none is 1080p, one of ten thousand has the lighthouse, and all have the sea.
    { name: 'filter: half of 1,000,000', query: 'aspect_ratio=9:16' },
    { name: 'filter: none of 1,000,000', query: 'resolution=1080p' },
    { name: 'words: 100 of 1,000,000', query: 'q=lighthouse' },
    { name: 'Chinese: 100 of 1,000,000', query: `q=${encodeURIComponent('灯塔')}` },
    { name: 'words: all of 1,000,000', query: 'q=calm%20sea' },
  ].map(({ name, query }) => ({ name, request: get(`/api/v1/tasks?${query}`, many) })),
  { name: 'list 20 of 100,000 that wait', request: get('/api/v1/tasks', waiting) },
  { name: 'submit, 8 users', bar: 4, request: submit(submitters) },
  { name: 'submit with keys', bar: 4, request: submit(submitters, { keyed: true }) },
  { name: 'submit, one user', request: submit(submitters.slice(0, 1)) },
].filter(({ name }) => name.includes(wanted))
if (cases.some(({ name }) => name.includes('1,000,000')))
  await target.ask({ do: 'fill', user_id: many.user_id, rows: 1_000_000 })

if (cases.some(({ name }) => name.includes('that wait'))) {
  await target.ask({ do: 'queue', user_id: crowd.user_id, rows: 100_000 })
  await target.ask({ do: 'queue', user_id: waiting.user_id, rows: 20 })
}

const last = readResults('api')
const figures: Figures = {}
const rows: (string | number)[][] = []
for (const { name, bar, request } of cases) {
  const { baseline, ours } = await inTurns(
    {
      baseline: { service: target, request: get('/bench/select') },
      ours: { service: target, request },
    },
    rounds,
  )
  const failed = ours.reduce((sum, round) => sum + round.failed, 0)
  if (failed > 0) console.error(`${name}: ${failed} answers were no success`)
  const of = {
    rate: middle(ours, ({ rate }) => rate),
    p50_ms: middle(ours, ({ p50_ms }) => p50_ms),
    p99_ms: middle(ours, ({ p99_ms }) => p99_ms),
    server_cpu_ms: middle(ours, ({ cpu }) => cpu.server_ms),
    database_cpu_ms: middle(ours, ({ cpu }) => cpu.database_ms),
    times_select_1: ratio(ours, baseline, cpu_ms),
  }
  figures[name] = of
  rows.push([
    name,
    ...Object.values(of),
    before(last, name, 'times_select_1'),
    bar === undefined ? '' : `≤ ${bar}`,
  ])
}
const { rss_bytes } = await target.ask({ do: 'memory' })
printTable(
  ['route', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'in PostgreSQL', 'CPU × select 1', 'last', 'bar'],
  rows,
)
console.log(
  `\n${connections} connections, ${rounds} rounds; server process ${(rss_bytes! / 2 ** 20).toFixed(0)} MiB`,
)
if (wanted === '') saveResults('api', figures)
