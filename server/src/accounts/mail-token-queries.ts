import type { Insertable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { AccountTables, MailTokenPurpose } from './tables.ts'

export async function insert(trx: Trx, token: Insertable<AccountTables['mail_tokens']>): Promise<void> {
  await trx.insertInto('mail_tokens').values(token).execute()
}

/** Spends all but the newest `keep` live tokens of a purpose. */
export async function voidTokens(
  trx: Trx,
  user_id: string,
  purpose: MailTokenPurpose,
  keep: number,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('mail_tokens')
    .set({ consumed_at: now })
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('mail_tokens')
        .select('token_hash')
        .where('user_id', '=', user_id)
        .where('purpose', '=', purpose)
        .where('consumed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .offset(keep),
    )
    .execute()
}

/** The statement is the guard: of two calls at once one gets the row. */
export function consume(trx: Trx, token_hash: Buffer, purpose: MailTokenPurpose, now: Date) {
  return trx
    .updateTable('mail_tokens')
    .set({ consumed_at: now })
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'payload', 'created_at'])
    .executeTakeFirst()
}
