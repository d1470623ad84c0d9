import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, call, createAccount } from './lib/account.ts'
import { readCpu } from './lib/cpu.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { startTarget } from './lib/server.ts'
import { percentile, printTable } from './lib/table.ts'

// How soon a change reaches 2,000 open event streams, and what they cost: all of one user, who has as many windows open, and
// of eight users. Usage: node bench/streams.ts [changes]; it writes bench/results/streams.json.

const changes = Number(process.argv[2] ?? 200)
const streams = 2000
/** Longer than a change needs to reach everybody. */
const patience_ms = 10_000

await using target = await startTarget({
  EVENT_STREAMS_PER_USER: String(streams),
  EVENT_STREAMS_PER_PROCESS: String(streams),
})
const agent = new Agent({ maxSockets: Infinity })
const memory_mib = async () => (await target.ask({ do: 'memory' }))['rss_bytes']! / 2 ** 20

// As a server that has run for a while: its code is compiled, and it has the memory that it needs.
await measure([await createAccount(target, 'before')])

const last = readResults('streams')
const figures: Figures = {}
const rows: (string | number)[][] = []
for (const users of [1, 8]) {
  const accounts: Account[] = []
  for (let i = 0; i < users; i++) accounts.push(await createAccount(target, `reader${users}-${i}`))
  const name = users === 1 ? `${streams} streams of one user` : `${streams} streams of ${users} users`
  const of = await measure(accounts)
  figures[name] = of
  rows.push([name, ...Object.values(of), before(last, name, 'p99_ms')])
}
printTable(['what', 'p50 ms', 'p99 ms', 'server memory, MiB', 'CPU ms an event and stream', 'last p99'], rows)
console.log('\nBars: p99 50 ms, 40 MiB. A change waits 20 ms for others of its burst before it is read.')
saveResults('streams', figures)

async function measure(accounts: readonly Account[]) {
  const before_mib = await memory_mib()
  const each = streams / accounts.length
  const open: IncomingMessage[] = []
  let took_ms: number[] = []
  let changed_at = 0
  for (const { headers } of accounts) {
    const opened = await Promise.all(Array.from({ length: each }, () => listen(headers)))
    for (const stream of opened)
      stream.on('data', (text: Buffer) => {
        if (text.includes('event: task.queued')) took_ms.push(performance.now() - changed_at)
      })
    open.push(...opened)
  }
  await wait(1000)
  const with_mib = await memory_mib()
  await wait(1000)
  const all: number[] = []
  const cpu_before = readCpu(target.pid).server_ms
  for (let i = 0; i < changes; i++) {
    took_ms = []
    changed_at = performance.now()
    await Promise.all(
      accounts.map(({ headers }) =>
        call(`${target.url}/api/v1/video/generate`, {
          headers,
          body: { prompt: 'a calm sea', duration_seconds: 1 },
        }),
      ),
    )
    // Of one change the bar counts from its answer, which is when it is committed.
    if (accounts.length === 1) changed_at = performance.now()
    const giveUpAt = performance.now() + patience_ms
    while (took_ms.length < streams && performance.now() < giveUpAt) await wait(2)
    if (took_ms.length < streams) throw new Error(`${took_ms.length} of ${streams} streams got the event`)
    all.push(...took_ms)
  }
  const cpu_ms = (readCpu(target.pid).server_ms - cpu_before) / (changes * streams)
  for (const stream of open) stream.destroy()
  await wait(1000)
  return {
    p50_ms: percentile(all, 0.5),
    p99_ms: percentile(all, 0.99),
    memory_mib: with_mib - before_mib,
    cpu_ms,
  }
}

function listen(headers: Account['headers']): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${target.url}/api/v1/events`, { agent, headers }, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(new Error(`a stream got ${response.statusCode}`))
    })
      .once('error', reject)
      .end()
  })
}
