import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Every row of every table, under `table/primary key`; but for the counters of calls, which are nobody's. */
export async function dumpRows(db: Db): Promise<Map<string, Record<string, unknown>>> {
  const tables = await sql<{ name: string; keys: string[] | null }>`
    select c.relname as name, (
      select array_agg(a.attname::text order by a.attnum) from pg_index i
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as keys
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' and c.relname <> 'rate_limits' order by c.relname`.execute(
    db,
  )
  const rows = new Map<string, Record<string, unknown>>()
  for (const { name, keys } of tables.rows) {
    const found = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    found.rows.forEach(({ row }, index) => {
      const key = keys ? keys.map((column) => String(row[column])).join(',') : String(index)
      rows.set(`${name}/${key}`, row)
    })
  }
  return rows
}

type Dump = Awaited<ReturnType<typeof dumpRows>>

/** What became of the rows: `table.column` for each value that changed, `+table.column` of each new row with a value. */
export function changedColumns(before: Dump, after: Dump): string[] {
  const changes = new Set<string>()
  for (const [key, row] of after) {
    const table = key.split('/')[0]!
    const old = before.get(key)
    for (const [column, value] of Object.entries(row)) {
      if (!old && value !== null) changes.add(`+${table}.${column}${worth(value)}`)
      else if (old && JSON.stringify(old[column]) !== JSON.stringify(value)) changes.add(`${table}.${column}`)
    }
  }
  for (const key of before.keys()) if (!after.has(key)) changes.add(`-${key.split('/')[0]!}`)
  return [...changes].toSorted()
}

/** Values that say something by themselves; ids, times and counters differ from one run to the next. */
function worth(value: unknown): string {
  return typeof value === 'boolean' || value === 'user' || value === 'admin' ? `=${value}` : ''
}
