import { type Finding, found } from './findings.ts'
import type { OpenTransaction, Part, ServerFacts, TableFacts } from './queries.ts'

// Rules about the database: facts in, findings out.

const [mib, gib] = [2 ** 20, 2 ** 30]
export const inBytes = (bytes: number): string =>
  bytes >= gib ? `${(bytes / gib).toFixed(1)} GiB` : `${Math.round(bytes / mib)} MiB`

/** Connections of a process beside its pool: notifications, and one at its start. */
const besidePool = 2
const usedMostly = 0.8

export interface Pools {
  pool_size: number
  /** Those that are heard of, and one API at least. */
  processes: number
}

export function serverFindings(server: ServerFacts, buffers_bytes: number, pools: Pools): Finding[] {
  const { settings, max_connections: max, used_connections: used } = server
  const findings: Finding[] = []
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    if (settings[setting] === 'off') findings.push(found('not_durable', setting, { setting, value: 'off' }))
  if (settings['autovacuum'] === 'off' || settings['track_counts'] === 'off')
    findings.push(found('autovacuum_off', null, {}))
  const wanted = pools.processes * (pools.pool_size + besidePool)
  if (wanted > max) findings.push(found('connections_few', null, { max, wanted, processes: pools.processes }))
  else if (used > usedMostly * max) findings.push(found('connections_used', null, { max, used }))
  // What PostgreSQL comes with is small; a small database fits it.
  if (buffers_bytes <= 128 * mib && server.size_bytes > 16 * buffers_bytes)
    findings.push(
      found('buffers_small', null, { buffers: inBytes(buffers_bytes), size: inBytes(server.size_bytes) }),
    )
  if (settings['wal_level'] === 'minimal') findings.push(found('no_log_to_go_back_by', null, {}))
  if (server.archive_is_failing)
    findings.push(
      found('archive_failing', null, {
        failed: server.archived_failed,
        at: server.archive_failed_at?.toISOString() ?? '?',
      }),
    )
  if (server.encoding !== 'UTF8') findings.push(found('encoding_wrong', null, { encoding: server.encoding }))
  const { collation_was: was, collation_is: is, database } = server
  if (was !== null && is !== null && was !== is)
    findings.push(found('collation_changed', database, { was, is, database }))
  return [...findings, ...ageFindings(server.transactions_age)]
}

const million = 1_000_000

/** By itself PostgreSQL begins at 200 million. */
function ageFindings(age: number): Finding[] {
  if (age < 500 * million) return []
  const text = `${Math.round(age / million)} million transactions`
  return [found('transaction_ids_old', null, { age: text }, age > 1_500 * million ? 'now' : 'soon')]
}

export function limitFindings(limits: Readonly<Record<string, string>>): Finding[] {
  const missing = Object.keys(limits).filter((name) => limits[name] === '0')
  return missing.length > 0 ? [found('limits_missing', null, { settings: missing.join(', ') })] : []
}

export function tableFindings(tables: readonly TableFacts[]): Finding[] {
  return tables.flatMap(({ table, live, dead, is_analyzed }) => {
    const part = dead / Math.max(1, live + dead)
    return [
      ...(dead > 100_000 && part > 0.3
        ? [found('rows_dead', table, { table, dead, percent: Math.round(part * 100) })]
        : []),
      ...(live > 10_000 && !is_analyzed ? [found('never_analyzed', table, { table, rows: live })] : []),
    ]
  })
}

export const transactionFindings = (open: readonly OpenTransaction[]): Finding[] =>
  open.map((each) => found('transaction_open', String(each.pid), { ...each }))

const behind_s = 60
const forgotten_bytes = gib

export function standbyFindings(
  standbys: readonly { standby: string; behind_s: number | null }[],
  slots: readonly { slot: string; kept_bytes: number | null }[],
): Finding[] {
  return [
    ...standbys
      .filter((each) => (each.behind_s ?? 0) > behind_s)
      .map((each) =>
        found('standby_behind', each.standby, { standby: each.standby, seconds: Math.round(each.behind_s!) }),
      ),
    ...slots
      .filter(({ kept_bytes }) => (kept_bytes ?? 0) > forgotten_bytes)
      .map(({ slot, kept_bytes }) => found('slot_forgotten', slot, { slot, size: inBytes(kept_bytes!) })),
  ]
}

/** What the migrations make, beside what is there. Indexes that somebody added are their matter; the rest is ours. */
export function schemaFindings(made: readonly Part[], there: readonly Part[]): Finding[] {
  const nameOf = ({ kind, name }: Part) => `${kind} ${name}`
  const byName = new Map(there.map((part) => [nameOf(part), part.text]))
  const expected = new Set(made.map(nameOf))
  const wrong = made.filter((part) => byName.get(nameOf(part)) !== part.text)
  const added = there.filter(
    (part) => (part.kind === 'rule' || part.kind === 'trigger') && !expected.has(nameOf(part)),
  )
  // An index that belongs to a rule goes with it.
  const rules = new Set(made.filter(({ kind }) => kind === 'rule').map(({ name }) => name.split('.')[1]))
  return [...wrong, ...added].flatMap((part) => {
    if (part.kind !== 'index')
      return [found('schema_changed', part.name, { what: `The ${part.kind} ${part.name}` })]
    if (rules.has(part.name)) return []
    return [found('index_missing', part.name, { index: part.name, statement: `${part.text};` })]
  })
}

const clock = { soon_s: 2, now_s: 30 }
/** A server refuses signatures that are a quarter of an hour away. */
const storageClock = { soon_s: 60, now_s: 600 }

export function clockFindings(database_s: number | undefined, storage_s: number | undefined): Finding[] {
  const judge = (
    code: 'clock_of_database' | 'clock_of_storage',
    away_s: number | undefined,
    most: typeof clock,
  ) => {
    const seconds = Math.abs(away_s ?? 0)
    if (seconds < most.soon_s) return []
    return [found(code, null, { seconds: seconds.toFixed(0) }, seconds >= most.now_s ? 'now' : 'soon')]
  }
  return [
    ...judge('clock_of_database', database_s, clock),
    ...judge('clock_of_storage', storage_s, storageClock),
  ]
}

export const invalidIndex = (index: string): Finding => found('index_invalid', index, { index })
