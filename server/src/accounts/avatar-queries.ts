import type { Db, Trx } from '../platform/db/database.ts'

/** Locks the user, so that two avatars at once are one after the other. */
export function lockAvatar(trx: Trx, user_id: string) {
  return trx
    .selectFrom('users')
    .select('avatar')
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setAvatar(trx: Trx, user_id: string, avatar: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ avatar, avatar_version: eb('avatar_version', '+', 1), updated_at: now }))
    .where('user_id', '=', user_id)
    .execute()
}

export async function findAvatar(db: Db, user_id: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('avatar')
    .where('user_id', '=', user_id)
    .where('deletion_at', 'is', null)
    .executeTakeFirst()
  return user?.avatar ?? undefined
}

export async function insertOrphan(db: Db, object_key: string): Promise<void> {
  await db
    .insertInto('orphaned_objects')
    .values({ object_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Orphans that no user has taken up again. */
export function listOrphans(db: Db, { passed_over }: { passed_over: string[] }, limit: number) {
  return db
    .selectFrom('orphaned_objects')
    .select('object_key')
    .where('object_key', 'not in', (eb) =>
      eb.selectFrom('users').select('avatar').where('avatar', 'is not', null).$castTo<{ avatar: string }>(),
    )
    .$if(passed_over.length > 0, (orphans) => orphans.where('object_key', 'not in', passed_over))
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

export async function deleteOrphan(db: Db, object_key: string): Promise<void> {
  await db.deleteFrom('orphaned_objects').where('object_key', '=', object_key).execute()
}
