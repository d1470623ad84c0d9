import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { signEverybodyOut } from '../accounts/accounts.ts'
import type { Db } from '../platform/db/database.ts'
import { inTransaction, type OneClient } from '../platform/db/one-client.ts'
import { makeSchema, runInTransaction } from '../platform/db/migrate.ts'
import { ConfigError } from '../platform/setting.ts'
import { resumeTasks } from '../tasks/tasks.ts'
import { Damaged, readStored } from './files.ts'
import * as schema from './schema-queries.ts'
import type { createOpener } from './sealing.ts'
import type { BackupSet } from './sets.ts'

export type Opener = Awaited<ReturnType<typeof createOpener>>

export interface Loaded {
  rows: number
  queued: number
  running: number
  sessions_ended: number
}

/** @throws ConfigError for a database that holds anything. */
export async function refuseUsedDatabase({ db }: OneClient): Promise<void> {
  const { relations, example, database } = await schema.countRelations(db)
  if (relations > 0)
    throw new ConfigError(
      `The database ${database} is not empty: it has ${relations} tables and sequences, such as ${example}. Nothing is overwritten: name an empty database, or, for the PostgreSQL that is brought, a new DATA_DIR.`,
    )
}

/**
 * Fills an empty database in one transaction: a kill leaves it empty. Afterwards it is as this version wants it, nobody is signed in,
 * and what waited or ran goes on. @throws Damaged, ConfigError.
 */
export async function loadDatabase(
  on: OneClient,
  set: BackupSet,
  open: Opener,
  { now, check_keys }: { now: Date; check_keys?: (db: Db) => Promise<void> },
): Promise<Loaded> {
  const { client, db } = on
  const { manifest, path, sums } = set
  return inTransaction(on, '', async () => {
    await refuseUsedDatabase(on)
    const due = await makeSchema(db, manifest.migrations)
    await schema.makePartitions(db, manifest.partitions)
    refuseOtherTables(await schema.listTables(db), manifest.tables)
    const stripped = await schema.strip(db)
    await schema.emptyTables(db, manifest.tables)
    let rows = 0
    for (const table of manifest.tables) {
      const quoted = `"${table.name.replaceAll('"', '""')}"`
      const target = client.query(copyFrom(`copy ${quoted} (${table.columns.join(', ')}) from stdin`))
      await pipeline(readStored(join(path, table.file), sums.get(table.file)!, { open, zip: true }), target)
      if (target.rowCount !== table.rows)
        throw new Damaged(`${path}/${table.file} has ${target.rowCount} rows instead of ${table.rows}`)
      rows += table.rows
    }
    for (const sequence of manifest.sequences) await schema.setSequence(db, sequence)
    await schema.restoreAll(db, stripped)
    await runInTransaction(db, due)
    await check_keys?.(db)
    const sessions_ended = await signEverybodyOut(db, now)
    return { rows, sessions_ended, ...(await resumeTasks(db, new Date(manifest.taken_at))) }
  })
}

/** The migrations make the tables, and the backup fills them: they must be the same. */
function refuseOtherTables(made: readonly schema.Table[], kept: BackupSet['manifest']['tables']): void {
  const shape = (tables: readonly schema.Table[]) =>
    tables.map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`).toSorted()
  const [ours, theirs] = [shape(made), shape(kept)]
  const other = theirs.find((each) => !ours.includes(each)) ?? ours.find((each) => !theirs.includes(each))
  if (other !== undefined)
    throw new ConfigError(
      `The backup has tables that its migrations do not make: ${other}. It was changed by hand.`,
    )
}
