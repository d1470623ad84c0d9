import autocannon from 'autocannon'
import { startTarget } from './lib/server.ts'
import { printTable } from './lib/table.ts'

// What the API answers per second over 16 connections, beside a route that only asks the database for 1.
// ARCHITECTURE 10 names the bars. Usage: node bench/api.ts [seconds per row]

const connections = 16
const seconds = Number(process.argv[2] ?? 8)
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
await target.ask({ do: 'fill', user_id: many!.user_id, rows: million })
const { task_id } = await post('/api/v1/video/generate', { prompt: 'a calm sea' }, few!.token)

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
const oneUser = { ...submit, requests: submit.requests!.slice(0, 1) }
const get = (path: string, headers: Record<string, string> = {}): autocannon.Options => ({
  url: target.url + path,
  headers,
})

const cases: Case[] = [
  { name: 'select 1 (baseline)', bar: '', request: get('/bench/select') },
  { name: 'read one task', bar: '4000', request: get(`/api/v1/tasks/${task_id}`, few!.headers) },
  { name: 'list 20 of 1,000', bar: '2000', request: get('/api/v1/tasks', few!.headers) },
  { name: 'list 20 of 1,000,000', bar: '2000', request: get('/api/v1/tasks', many!.headers) },
  { name: 'submit, 8 users', bar: '1000', request: { url: target.url, ...submit } },
  { name: 'submit, one user', bar: '', request: { url: target.url, ...oneUser } },
]

const rows: (string | number)[][] = []
let baseline = Number.NaN
for (const { name, bar, request } of cases) {
  await autocannon({ ...request, connections, duration: 2 })
  const result = await autocannon({ ...request, connections, duration: seconds })
  const failed = result.non2xx + result.errors
  if (failed > 0) console.error(`${name}: ${failed} answers were no success`)
  if (Number.isNaN(baseline)) baseline = result.requests.average
  const { p50, p99 } = result.latency
  rows.push([name, result.requests.average, p50, p99, result.requests.average / baseline, bar])
}
const { rss_bytes } = await target.ask({ do: 'memory' })
printTable(['route', 'req/s', 'p50 ms', 'p99 ms', 'of baseline', 'bar req/s'], rows)
console.log(
  `\n${connections} connections, ${seconds} s each; server process ${(rss_bytes! / 2 ** 20).toFixed(0)} MiB`,
)
