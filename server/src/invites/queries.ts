import type { Selectable } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { countAndPage } from '../platform/db/page.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import type { InviteTables } from './tables.ts'

type InviteRow = Selectable<InviteTables['invite_codes']>

const visible = [
  'invite_code_id',
  'last4',
  'note',
  'bonus',
  'max_uses',
  'used',
  'expires_at',
  'disabled_at',
  'created_by',
  'created_at',
] as const
export type VisibleInvite = Pick<InviteRow, (typeof visible)[number]>

/** Undefined when the code exists already. */
export function insert(
  trx: Trx,
  invite: Omit<InviteRow, 'used' | 'disabled_at'>,
): Promise<VisibleInvite | undefined> {
  return trx
    .insertInto('invite_codes')
    .values(invite)
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning(visible)
    .executeTakeFirst()
}

export function list(db: Db, page: Page): Promise<{ total: number; rows: VisibleInvite[] }> {
  const newest = db.selectFrom('invite_codes').orderBy('created_at', 'desc').orderBy('invite_code_id')
  return countAndPage(db, newest, page, (codes) => codes.select(visible))
}

export function findByHash(db: Db, code_hash: Buffer): Promise<VisibleInvite | undefined> {
  return db.selectFrom('invite_codes').select(visible).where('code_hash', '=', code_hash).executeTakeFirst()
}

export function find(db: Db, invite_code_id: string): Promise<VisibleInvite | undefined> {
  return db
    .selectFrom('invite_codes')
    .select(visible)
    .where('invite_code_id', '=', invite_code_id)
    .executeTakeFirst()
}

/** Counts one use. Undefined unless the code is active; of two calls at once, one gets the last use. */
export function take(trx: Trx, invite_code_id: string, now: Date): Promise<VisibleInvite | undefined> {
  return trx
    .updateTable('invite_codes')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('invite_code_id', '=', invite_code_id)
    .where('disabled_at', 'is', null)
    .where((eb) => eb('used', '<', eb.ref('max_uses')))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning(visible)
    .executeTakeFirst()
}

/** Undefined for an unknown code and for one that is disabled already. */
export function disable(trx: Trx, invite_code_id: string, now: Date): Promise<VisibleInvite | undefined> {
  return trx
    .updateTable('invite_codes')
    .set({ disabled_at: now })
    .where('invite_code_id', '=', invite_code_id)
    .where('disabled_at', 'is', null)
    .returning(visible)
    .executeTakeFirst()
}
