import autocannon from 'autocannon'
import { type CpuTime, readCpu } from './lib/cpu.ts'
import { startTarget } from './lib/server.ts'
import { percentile, printTable } from './lib/table.ts'

// What the API answers per second over 16 connections, beside a route that only asks the database for 1: the two take
// turns, because a shared machine is twice as fast one minute as the next, and the middle of the rounds counts. CPU is that
// of the server and of PostgreSQL, per request.
// ARCHITECTURE 10 names the bars. Usage: node bench/api.ts [rounds]
// [part of a route's name]

const connections = 16
const rounds = Number(process.argv[2] ?? 5)
const wanted = process.argv[3] ?? ''
const round_s = 2
const million = 1_000_000

interface Case {
  name: string
  bar: string
  request: autocannon.Options
}

await using target = await startTarget()

async function post(path: string, body: object, token?: string) {
  const response = await fetch(target.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, string>
}

async function createUser(name: string) {
  const account = { email: `${name}@example.org`, password: 'correct horse battery' }
  const { access_token } = await post('/api/v1/auth/register', account)
  const token = access_token!
  await post('/api/v1/me/topup', { amount: 100_000_000 }, token)
  const me = await fetch(`${target.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  const { user_id } = (await me.json()) as { user_id: string }
  return { user_id, token, headers: { authorization: `Bearer ${token}` } }
}

const [few, many, ...submitters] = await Promise.all(
  ['few', 'many', ...Array.from({ length: 8 }, (_, i) => `submitter${i}`)].map(createUser),
)
await target.ask({ do: 'fill', user_id: few!.user_id, rows: 1000 })
await target.ask({ do: 'fill', user_id: many!.user_id, rows: wanted.startsWith('submit') ? 1000 : million })
const { task_id: queued } = await post('/api/v1/video/generate', { prompt: 'a calm sea' }, few!.token)
const page = await fetch(`${target.url}/api/v1/tasks`, few)
const { items } = (await page.json()) as { items: { task_id: string; status: string }[] }
const ended = items.find((task) => task.status === 'completed')!.task_id

const submission = JSON.stringify({
  prompt: 'a red balloon drifts over a calm sea at sunset',
  duration_seconds: 1,
})
const submit: Partial<autocannon.Options> = {
  requests: submitters.map(({ headers }) => ({
    method: 'POST',
    path: '/api/v1/video/generate',
    headers: { ...headers, 'content-type': 'application/json' },
    body: submission,
  })),
}
/** As our own command line sends it: each request with a key of its own. */
let keys = 0
const keyed: Partial<autocannon.Options> = {
  requests: submit.requests!.map((request) => ({
    ...request,
    setupRequest: (made) => ({
      ...made,
      headers: { ...made.headers, 'idempotency-key': `${process.pid}-${++keys}` },
    }),
  })),
}
const oneUser = { ...submit, requests: submit.requests!.slice(0, 1) }
const get = (path: string, headers: Record<string, string> = {}): autocannon.Options => ({
  url: target.url + path,
  headers,
})

const baseline = get('/bench/select')
const cases: Case[] = [
  { name: 'read one task', bar: '4000', request: get(`/api/v1/tasks/${ended}`, few!.headers) },
  { name: 'read one that waits', bar: '', request: get(`/api/v1/tasks/${queued}`, few!.headers) },
  { name: 'list 20 of 1,000', bar: '2000', request: get('/api/v1/tasks', few!.headers) },
  { name: 'list 20 of 1,000,000', bar: '2000', request: get('/api/v1/tasks', many!.headers) },
  ...[
    // Half of the videos are tall, none is 1080p, one of ten thousand has the lighthouse, and all have the sea.
    { name: 'filter: half of 1,000,000', query: 'aspect_ratio=9:16' },
    { name: 'filter: none of 1,000,000', query: 'resolution=1080p' },
    { name: 'words: 100 of 1,000,000', query: 'q=lighthouse' },
    { name: 'Chinese: 100 of 1,000,000', query: `q=${encodeURIComponent('灯塔')}` },
    { name: 'words: all of 1,000,000', query: 'q=calm%20sea' },
  ].map(({ name, query }) => ({ name, bar: '', request: get(`/api/v1/tasks?${query}`, many!.headers) })),
  { name: 'submit, 8 users', bar: '1000', request: { url: target.url, ...submit } },
  { name: 'submit with keys', bar: '1000', request: { url: target.url, ...keyed } },
  { name: 'submit, one user', bar: '', request: { url: target.url, ...oneUser } },
]

async function measure(request: autocannon.Options, duration = round_s) {
  const before = readCpu(target.pid)
  const { requests, latency, non2xx, errors } = await autocannon({ ...request, connections, duration })
  const after = readCpu(target.pid)
  const cpu = {
    server_ms: (after.server_ms - before.server_ms) / requests.total,
    database_ms: (after.database_ms - before.database_ms) / requests.total,
  }
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors, cpu }
}

type Measured = Awaited<ReturnType<typeof measure>>
const sum = ({ server_ms, database_ms }: CpuTime): number => server_ms + database_ms
const middle = (values: readonly number[]): number => percentile(values, 0.5)

const rows: (string | number)[][] = []
for (const { name, bar, request } of cases.filter((one) => one.name.includes(wanted))) {
  await measure(request)
  const measured: (Measured & { beside: Measured })[] = []
  for (let round = 0; round < rounds; round++) {
    const beside = await measure(baseline)
    measured.push({ beside, ...(await measure(request)) })
  }
  const failed = measured.reduce((sum, round) => sum + round.failed, 0)
  if (failed > 0) console.error(`${name}: ${failed} answers were no success`)
  const of = (read: (round: (typeof measured)[number]) => number): number => middle(measured.map(read))
  rows.push([
    name,
    of((round) => round.rate),
    of((round) => round.p50),
    of((round) => round.p99),
    of((round) => round.rate / round.beside.rate),
    of((round) => round.cpu.server_ms),
    of((round) => round.cpu.database_ms),
    of((round) => sum(round.cpu) / sum(round.beside.cpu)),
    bar,
  ])
}
const { rss_bytes } = await target.ask({ do: 'memory' })
printTable(
  [
    'route',
    'req/s',
    'p50 ms',
    'p99 ms',
    'of select 1',
    'CPU ms',
    'in PostgreSQL',
    'CPU × select 1',
    'bar req/s',
  ],
  rows,
)
console.log(
  `\n${connections} connections, ${rounds} rounds of ${round_s} s each; server process ${(rss_bytes! / 2 ** 20).toFixed(0)} MiB`,
)
