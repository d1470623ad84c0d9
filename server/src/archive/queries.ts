import { type Insertable, sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { ArchiveTables } from './tables.ts'

/** Notes an object of old rows; one that is stored again is noted already. */
export async function insert(trx: Trx, archive: Insertable<ArchiveTables['archives']>): Promise<void> {
  await trx
    .insertInto('archives')
    .values(archive)
    .onConflict((conflict) => conflict.column('object_key').doNothing())
    .execute()
}

/** SQL: the key of each object of old rows. */
export const storedArchives = sql<{ object_key: string }>`select object_key from archives`
