import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/db/database.ts'
import { type CpuTime, readOwnCpu, readTree } from '../lib/cpu.ts'
import { percentile } from '../lib/table.ts'

const mib = 2 ** 20
/** Small requests, one after the other: each takes as long as the server makes anybody wait. */
const probes = 7

export interface Table {
  rows: number
  dead_rows: number
  bytes: number
}

export interface Sample {
  minutes: number
  server_memory_mib: number
  heap_mib: number
  buffers_mib: number
  postgres_memory_mib: number
  open_files: number
  database_connections: number
  dead_rows_percent: number
  live_rows: number
  temporary_files: number
  loop_delay_p99_ms: number
  probe_ms: number
  server_cpu_ms: number
  database_cpu_ms: number
  requests: number
  queued: number
  tables: ReadonlyMap<string, Table>
}

export interface Watched {
  pid: number
  postgres_pid: number
  url: string
  metrics_url: string
  data_dir: string
  db: Db
}

/** Samples with what was used since the one before. */
export function createSampler(watched: Watched): () => Promise<Sample> {
  const began_at = performance.now()
  let last: { cpu: CpuTime; requests: number } | undefined
  return async () => {
    const minutes = (performance.now() - began_at) / 60_000
    const probe_ms = await probe(watched.url)
    const metrics = await readMetrics(watched.metrics_url)
    const { tables, connections } = await readDatabase(watched.db)
    const now = {
      cpu: readCpuOf(watched),
      requests: metrics('clipwright_http_request_duration_seconds_count'),
    }
    const requests = last ? now.requests - last.requests : Number.NaN
    const each = (of: keyof CpuTime): number => (last ? (now.cpu[of] - last.cpu[of]) / requests : Number.NaN)
    const sample: Sample = {
      minutes,
      server_memory_mib: statusOf(watched.pid, 'VmRSS'),
      heap_mib: metrics('nodejs_heap_size_used_bytes') / mib,
      buffers_mib: metrics('nodejs_external_memory_bytes') / mib,
      // What is shared counts in each process: only what is a process's own can leak.
      postgres_memory_mib: readTree(watched.postgres_pid).reduce(
        (sum, pid) => sum + statusOf(pid, 'RssAnon'),
        0,
      ),
      open_files: readdirSync(`/proc/${watched.pid}/fd`).length,
      database_connections: connections,
      dead_rows_percent: (100 * total(tables, 'dead_rows')) / Math.max(1, total(tables, 'rows')),
      live_rows: total(tables, 'rows'),
      temporary_files: ['receiving', 'pictures', 'objects/~unfinished'].reduce(
        (sum, folder) => sum + countFiles(join(watched.data_dir, folder)),
        0,
      ),
      loop_delay_p99_ms: metrics('nodejs_eventloop_lag_p99_seconds') * 1000,
      probe_ms,
      server_cpu_ms: each('server_ms'),
      database_cpu_ms: each('database_ms'),
      requests,
      queued: metrics('clipwright_tasks', 'status="queued"'),
      tables,
    }
    last = now
    return sample
  }
}

function readCpuOf({ pid, postgres_pid }: Watched): CpuTime {
  return {
    server_ms: readOwnCpu([pid]),
    // Of those that have ended, their parent has the time.
    database_ms: readTree(postgres_pid).reduce((sum, one) => sum + readOwnCpu([one], { ended: true }), 0),
  }
}

async function probe(url: string): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < probes; i++) {
    const began = performance.now()
    await (await fetch(`${url}/api/v1/config`)).arrayBuffer()
    took.push(performance.now() - began)
  }
  return percentile(took, 0.5)
}

/** The sum of a metric's series, or of those whose labels have a text. */
async function readMetrics(url: string): Promise<(name: string, label?: string) => number> {
  const lines = (await (await fetch(url)).text()).split('\n')
  return (name, label = '') =>
    lines
      .filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

async function readDatabase(db: Db): Promise<{ tables: Map<string, Table>; connections: number }> {
  const { rows } = await sql<Table & { name: string }>`
    select schemaname || '.' || relname as name, n_live_tup::float8 as rows, n_dead_tup::float8 as dead_rows,
           pg_total_relation_size(relid)::float8 as bytes
      from pg_stat_user_tables`.execute(db)
  const counted = await sql<{ connections: number }>`
    select count(*)::float8 as connections from pg_stat_activity where backend_type = 'client backend'`.execute(
    db,
  )
  return {
    tables: new Map(rows.map(({ name, ...table }) => [name, table])),
    connections: counted.rows[0]!.connections,
  }
}

function total(tables: ReadonlyMap<string, Table>, of: keyof Table): number {
  return [...tables.values()].reduce((sum, table) => sum + table[of], 0)
}

/** A line of `/proc/PID/status` in MiB; 0 when the process has just ended. */
function statusOf(pid: number, field: 'VmRSS' | 'RssAnon'): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function countFiles(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).length
  } catch {
    return 0 // made when it is needed
  }
}
