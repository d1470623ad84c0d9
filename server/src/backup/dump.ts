import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { to as copyTo } from 'pg-copy-streams'
import { listMigrations } from '../platform/db/migrate.ts'
import { inTransaction, type OneClient } from '../platform/db/one-client.ts'
import { type Bytes, type Written, writeStored } from './files.ts'
import { copyOfNames, countLegacy } from './object-queries.ts'
import * as schema from './schema-queries.ts'
import { type Sealer, unsealed } from './sealing.ts'
import type { Manifest } from './sets.ts'

export type Dump = Pick<
  Manifest,
  'snapshot' | 'postgres' | 'migrations' | 'tables' | 'partitions' | 'sequences' | 'legacy_videos'
> & { taken_at: Date; objects: number }

export interface DumpPlace {
  /** The set's folder. */
  draft: string
  drafts: string
  sealer: Sealer
  /** Gets the objects that the database names, in the folder `scratch`. */
  names_path: string
  scratch: string
}

/**
 * Writes all rows in one snapshot, table by table, in constant memory. Nobody waits for it, but a migration that changes a table,
 * which tries again.
 */
export async function dumpDatabase(
  on: OneClient,
  { draft, drafts, sealer, names_path, scratch }: DumpPlace,
  written: Map<string, Written>,
  say: (line: string) => void,
): Promise<Dump> {
  const { db, client } = on
  await mkdir(join(draft, 'tables'), { mode: 0o700 })
  return inTransaction(on, 'isolation level repeatable read read only', async () => {
    const moment = await schema.readMoment(db)
    const tables = await schema.listTables(db)
    await schema.keepTables(db, tables)
    const copied: Manifest['tables'] = []
    for (const { name, columns } of tables) {
      const file = `tables/${name}.copy.gz${sealer.ending}`
      const quoted = `"${name.replaceAll('"', '""')}"`
      // A query, and not the table: of a partitioned one only that copies the rows.
      const rows = client.query(copyTo(`copy (select ${columns.join(', ')} from ${quoted}) to stdout`))
      const { bytes, sha256 } = await writeStored(rows as Bytes, { drafts, sealer, zip: true }, () =>
        join(draft, file),
      )
      written.set(file, { bytes, sha256 })
      copied.push({ name, columns, rows: rows.rowCount, file })
    }
    const names = client.query(copyTo(copyOfNames(db, sealer.recipients.join(','))))
    await writeStored(names as Bytes, { drafts: scratch, sealer: unsealed }, () => names_path)
    say(`Database: ${sum(copied.map(({ rows }) => rows))} rows of ${copied.length} tables.`)
    return {
      ...moment,
      migrations: await listMigrations(db),
      tables: copied,
      partitions: await schema.listPartitions(db),
      sequences: await schema.listSequences(db),
      legacy_videos: await countLegacy(db),
      objects: names.rowCount,
    }
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
