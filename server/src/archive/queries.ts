import type { Insertable } from 'kysely'
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
