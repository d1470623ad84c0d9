import type { Db, Trx } from '../../platform/db/database.ts'

/** Locks the user, which serializes changes of the avatar. */
export function lockAvatar(trx: Trx, user_id: string) {
  return trx
    .selectFrom('users')
    .select('avatar_object')
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setAvatar(
  trx: Trx,
  user_id: string,
  picture: { avatar: string; avatar_object: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ ...picture, avatar_version: eb('avatar_version', '+', 1), updated_at: now }))
    .where('user_id', '=', user_id)
    .execute()
}

export async function findAvatar(db: Db, user_id: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('avatar_object')
    .where('user_id', '=', user_id)
    .where('deletion_at', 'is', null)
    .executeTakeFirst()
  return user?.avatar_object ?? undefined
}

/** Marks an object for removal after `remove_after`, unless a row refers to it by then. */
export async function insertOrphan(db: Db, object_key: string, remove_after: Date): Promise<void> {
  await db
    .insertInto('orphaned_objects')
    .values({ object_key, remove_after })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists orphans that are due and that no user's row refers to. */
export function listOrphans(
  db: Db,
  { now, passed_over }: { now: Date; passed_over: string[] },
  limit: number,
) {
  return db
    .selectFrom('orphaned_objects')
    .select('object_key')
    .where('remove_after', '<=', now)
    .where('object_key', 'not in', (eb) =>
      eb
        .selectFrom('users')
        .select('avatar_object')
        .where('avatar_object', 'is not', null)
        .$castTo<{ avatar_object: string }>(),
    )
    .$if(passed_over.length > 0, (orphans) => orphans.where('object_key', 'not in', passed_over))
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

export async function deleteOrphan(db: Db, object_key: string): Promise<void> {
  await db.deleteFrom('orphaned_objects').where('object_key', '=', object_key).execute()
}
