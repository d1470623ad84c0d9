import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { readOwnCpu, readTree } from './lib/cpu.ts'
import { startNginx } from './lib/nginx.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { startTarget } from './lib/server.ts'
import { percentile, printTable } from './lib/table.ts'

// How fast sixteen clients at once get a video of 200 MB from the disk, whole and in pieces of 1 MB as players ask for it: from
// our server and, in turns, from nginx with one worker and the same file. Usage: node bench/downloads.ts [rounds].

const rounds = Number(process.argv[2] ?? 5)
const clients = 16
const size_bytes = 200_000_000
const piece_bytes = 1_000_000

interface Source {
  url: string
  pid: number
}

interface Round {
  mb_per_s: number
  cpu_ms_per_gb: number
  /** More than before the round, at most. */
  memory_mib: number
}

await using target = await startTarget()
const response = await fetch(`${target.url}/bench/object?size_bytes=${size_bytes}`)
const stored = (await response.json()) as { url: string; folder: string; key: string }
await using nginx = await startNginx(stored.folder)
const path = new URL(stored.url)
const ours: Source = { url: target.url + path.pathname + path.search, pid: target.pid }
const theirs: Source | undefined = nginx && { url: `${nginx.url}/${stored.key}`, pid: nginx.pid }
if (!theirs) console.log('No nginx here: only our own figures.')

const last = readResults('downloads')
const figures: Figures = {}
const table: (string | number)[][] = []
const cases = [
  { name: `${clients} × 200 MB`, range: undefined, bar: '≥ 0.7' },
  { name: `${clients} × pieces of 1 MB`, range: piece_bytes, bar: '' },
]
for (const { name, range, bar } of cases) {
  const measured: { ours: Round[]; theirs: Round[] } = { ours: [], theirs: [] }
  for (let round = -1; round < rounds; round++)
    for (const [who, source] of Object.entries({ ours, theirs }) as [
      'ours' | 'theirs',
      Source | undefined,
    ][]) {
      if (!source) continue
      const one = await measure(source, range)
      if (round >= 0) measured[who].push(one)
    }
  const of = (who: 'ours' | 'theirs', what: keyof Round) =>
    percentile(
      measured[who].map((one) => one[what]),
      0.5,
    )
  const ratio = percentile(
    measured.theirs.map((one, i) => measured.ours[i]!.mb_per_s / one.mb_per_s),
    0.5,
  )
  figures[name] = {
    mb_per_s: of('ours', 'mb_per_s'),
    cpu_ms_per_gb: of('ours', 'cpu_ms_per_gb'),
    memory_mib: of('ours', 'memory_mib'),
    ...(theirs && {
      of_nginx: ratio,
      nginx_mb_per_s: of('theirs', 'mb_per_s'),
      nginx_cpu_ms_per_gb: of('theirs', 'cpu_ms_per_gb'),
    }),
  }
  table.push([
    name,
    of('ours', 'mb_per_s'),
    of('ours', 'cpu_ms_per_gb'),
    of('ours', 'memory_mib'),
    ...(theirs ? [of('theirs', 'mb_per_s'), of('theirs', 'cpu_ms_per_gb'), ratio] : ['', '', '']),
    before(last, name, 'of_nginx'),
    bar,
  ])
}
printTable(
  ['what', 'MB/s', 'CPU ms a GB', 'memory, MiB', 'nginx MB/s', 'CPU ms a GB', 'of nginx', 'last', 'bar'],
  table,
)
saveResults('downloads', figures)

/** All clients take the whole file once, or as many pieces, from different places of it. */
async function measure({ url, pid }: Source, range: number | undefined): Promise<Round> {
  const pids = readTree(pid)
  await target.ask({ do: 'memory' })
  const memory = () => target.ask({ do: 'rss' }).then((answer) => answer['rss_bytes']! / 2 ** 20)
  const memory_before = await memory()
  let memory_most = memory_before
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await wait(50)) memory_most = Math.max(memory_most, await memory())
  })()
  const cpu_before = readOwnCpu(pids)
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, (_, client) => take(url, range, client)))
  const seconds = (performance.now() - began) / 1000
  const cpu_ms = readOwnCpu(pids) - cpu_before
  isOver = true
  await watching
  return {
    mb_per_s: (clients * size_bytes) / 1e6 / seconds,
    cpu_ms_per_gb: cpu_ms / ((clients * size_bytes) / 1e9),
    memory_mib: memory_most - memory_before,
  }
}

/** One client: over one connection, into one buffer, so that it costs as little as it can. */
async function take(url: string, range: number | undefined, client: number): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url)
  let left = 0
  let head: string | undefined = ''
  let whole = (): void => {}
  let failed = (_error: Error): void => {}
  const onData = (length: number, buffer: Uint8Array): boolean => {
    let body = length
    if (head !== undefined) {
      head += Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return true
      const announced = /^HTTP\/1\.1 20[06][^]*?\r\ncontent-length: (\d+)/i.exec(head)
      if (!announced) {
        failed(new Error(head.slice(0, 200)))
        return true
      }
      left = Number(announced[1])
      body = head.length - end - 4
      head = undefined
    }
    left -= body
    if (left === 0) whole()
    return true
  }
  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    onread: { buffer: Buffer.alloc(256 * 1024), callback: onData },
  })
  socket.on('error', (error) => failed(error))
  const pieces = range === undefined ? 1 : size_bytes / range
  for (let piece = 0; piece < pieces; piece++) {
    const from = range && ((piece + client * 7) % pieces) * range
    const part = range === undefined ? '' : `range: bytes=${from}-${from! + range - 1}\r\n`
    head = ''
    const taken = new Promise<void>((resolve, reject) => ([whole, failed] = [resolve, reject]))
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n${part}\r\n`)
    await taken
  }
  socket.destroy()
}
