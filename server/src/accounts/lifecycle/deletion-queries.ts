import type { Db, Trx } from '../../platform/db/database.ts'

export function scheduleDeletion(trx: Trx, user_id: string, deletion_at: Date, now: Date) {
  return trx
    .updateTable('users')
    .set({ deletion_at, updated_at: now })
    .where('user_id', '=', user_id)
    .where('deletion_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
}

export async function cancelDeletion(trx: Trx, user_id: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ deletion_at: null, updated_at: now })
    .where('user_id', '=', user_id)
    .execute()
}

/** An erased account keeps its `deletion_at`; having no password tells it apart. */
export function listDue(db: Db, { now, passed_over }: { now: Date; passed_over: string[] }, limit: number) {
  return db
    .selectFrom('users')
    .select(['user_id', 'avatar_object'])
    .where('deletion_at', '<=', now)
    .where('password_hash', 'is not', null)
    .$if(passed_over.length > 0, (users) => users.where('user_id', 'not in', passed_over))
    .orderBy('deletion_at')
    .limit(limit)
    .execute()
}

export async function anonymize(trx: Trx, user_id: string, now: Date): Promise<void> {
  const address = `deleted-${user_id}@deleted.invalid`
  await trx
    .updateTable('users')
    .set({
      email: address,
      email_identity: address,
      email_verified_at: null,
      password_hash: null,
      nickname: 'deleted',
      avatar: null,
      avatar_object: null,
      api_access_enabled: false,
      updated_at: now,
    })
    .where('user_id', '=', user_id)
    .execute()
  await trx.deleteFrom('sessions').where('user_id', '=', user_id).execute() // and the tokens with them
  await trx.deleteFrom('mail_tokens').where('user_id', '=', user_id).execute()
}
