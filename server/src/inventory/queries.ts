import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { EnginesDocument } from './entries.ts'

/** 0 as long as there is none. */
export async function findNewestVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('engine_documents')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

export interface StoredDocument {
  version: number
  content: EnginesDocument
  /** Sealed, by the engine's name. */
  secrets: Record<string, string>
}

/** The newest document with the secrets of its engines, as of one instant. */
export function findNewest(db: Db): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('engine_documents')
    .select(['version', 'content'])
    .select(
      sql<
        Record<string, string>
      >`(select coalesce(json_object_agg(engine, secret_enc), '{}') from engine_secrets)`.as('secrets'),
    )
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Writes the version behind `after`; false if that is not the newest any more. Of two at once, one waits and then gets false. */
export async function insertAfter(
  trx: Trx,
  after: number,
  row: { content: EnginesDocument; what: string; made_by: string },
): Promise<boolean> {
  const { content, what, made_by } = row
  const newest = trx
    .selectFrom('engine_documents')
    .select((eb) => eb.fn.coalesce(eb.fn.max('version'), sql<number>`0`).as('version'))
  const added = await trx
    .insertInto('engine_documents')
    .columns(['version', 'content', 'what', 'made_by'])
    .expression(
      trx
        .selectFrom(newest.as('newest'))
        .where('newest.version', '=', after)
        .select([
          sql<number>`newest.version + 1`.as('version'),
          sql<EnginesDocument>`${JSON.stringify(content)}::json`.as('content'),
          sql<string>`${what}::text`.as('what'),
          sql<string>`${made_by}::text`.as('made_by'),
        ]),
    )
    .onConflict((conflict) => conflict.column('version').doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

export async function putSecret(trx: Trx, engine: string, secret_enc: string): Promise<void> {
  await trx
    .insertInto('engine_secrets')
    .values({ engine, secret_enc })
    .onConflict((conflict) =>
      conflict.column('engine').doUpdateSet({ secret_enc, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function removeSecret(trx: Trx, engine: string): Promise<void> {
  await trx.deleteFrom('engine_secrets').where('engine', '=', engine).execute()
}

export function listSecrets(db: Db) {
  return db.selectFrom('engine_secrets').select(['engine', 'secret_enc']).execute()
}

/** False if the secret is another one by now. */
export async function replaceSecret(db: Db, engine: string, from: string, to: string): Promise<boolean> {
  const row = await db
    .updateTable('engine_secrets')
    .set({ secret_enc: to })
    .where('engine', '=', engine)
    .where('secret_enc', '=', from)
    .returning('engine')
    .executeTakeFirst()
  return row !== undefined
}
