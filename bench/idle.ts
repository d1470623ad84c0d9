import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../acceptance/lib/product.ts'
import { leash } from '../server/src/testing/leash.ts'
import { readCpu } from './lib/cpu.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { percentile, printTable } from './lib/table.ts'

// How long a warm start of everything takes until it is ready, and what the server's process keeps when nothing happens.
// Usage: node bench/idle.ts [starts]; it writes bench/results/idle.json.

const starts = Number(process.argv[2] ?? 5)
/** The start's own garbage has gone by then. */
const idle_s = 15

const folder = await mkdtemp(join(tmpdir(), 'clipwright-idle-'))
leash(folder)
await chmod(folder, 0o755) // PostgreSQL's own user may pass
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const program = join(import.meta.dirname, '../server/bin/clipwright-server.mjs')

async function start(idle_ms: number) {
  const began_at = performance.now()
  const launcher = spawn(process.execPath, [program, 'start'], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), PUBLIC_BASE_URL: url, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  })
  const ended = once(launcher, 'exit')
  while (!(await isReady())) await wait(5)
  const ready_ms = performance.now() - began_at
  const children = await readFile(`/proc/${launcher.pid}/task/${launcher.pid}/children`, 'utf8')
  const pid = Number(children.split(' ')[0])
  const cpu_ms = readCpu(pid).server_ms
  await wait(idle_ms)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const memory_mib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
  launcher.kill('SIGTERM')
  await ended
  return { ready_ms, cpu_ms, memory_mib }
}

function isReady(): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

try {
  await start(0) // makes the database, and what Node keeps of our TypeScript
  await start(0)
  const { memory_mib } = await start(idle_s * 1000)
  const measured: Awaited<ReturnType<typeof start>>[] = []
  for (let i = 0; i < starts; i++) measured.push(await start(0))
  const middle = (of: 'ready_ms' | 'cpu_ms') =>
    percentile(
      measured.map((one) => one[of]),
      0.5,
    )
  const figures: Figures = {
    'warm start, ms': { measured: middle('ready_ms'), bar: 700 },
    'CPU of the start, ms': { measured: middle('cpu_ms') },
    'memory of the idle server, MiB': { measured: memory_mib, bar: 180 },
  }
  const last = readResults('idle')
  printTable(
    ['what', 'measured', 'last', 'bar'],
    Object.entries(figures).map(([name, { measured, bar }]) => [
      name,
      measured!,
      before(last, name, 'measured'),
      bar === undefined ? '' : `≤ ${bar}`,
    ]),
  )
  saveResults('idle', figures)
} finally {
  await rm(folder, { recursive: true, force: true })
}
