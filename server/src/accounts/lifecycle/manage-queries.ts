import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { countAndPage, longestCounted } from '../../platform/db/page.ts'
import type { Page } from '../../platform/http/input/schemas.ts'
import type { AccountTables, UserRole } from '../account/tables.ts'

type UserRow = Selectable<AccountTables['users']>

/** The columns that administrators may see: no hash, no secret. */
const visible = [
  'user_id',
  'email',
  'nickname',
  'email_verified_at',
  'role',
  'api_access_enabled',
  'disabled_at',
  'deletion_at',
  'created_at',
  'updated_at',
] as const
export type ManagedUser = Pick<UserRow, (typeof visible)[number]>

export type UserStatus = 'active' | 'disabled' | 'deleting'

export interface UserFilter {
  /** Part of the address or nickname, or a whole user id. */
  query?: string | undefined
  status?: UserStatus | undefined
  role?: UserRole | undefined
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export async function list(
  db: Db,
  { query, status, role }: UserFilter,
  page: Page,
): Promise<{ total: number; rows: ManagedUser[] }> {
  const matching = db
    .selectFrom('users')
    .$if(query !== undefined && query !== '', (users) =>
      users.where((eb) =>
        eb.or([
          eb('email', 'ilike', `%${escapeLike(query!)}%`),
          eb('email_identity', 'ilike', `%${escapeLike(query!)}%`),
          eb('nickname', 'ilike', `%${escapeLike(query!)}%`),
          eb(sql<string>`user_id::text`, '=', query!.toLowerCase()),
        ]),
      ),
    )
    .$if(role !== undefined, (users) => users.where('role', '=', role!))
    .$if(status === 'deleting', (users) => users.where('deletion_at', 'is not', null))
    .$if(status === 'disabled', (users) =>
      users.where('disabled_at', 'is not', null).where('deletion_at', 'is', null),
    )
    .$if(status === 'active', (users) =>
      users.where('disabled_at', 'is', null).where('deletion_at', 'is', null),
    )
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
  return countAndPage(db, matching, page, (found) => found.select(visible))
}

export async function findFirst(db: Db): Promise<Date | null> {
  const first = await db
    .selectFrom('users')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return first?.created_at ?? null
}

export async function count(db: Db, since: Date): Promise<{ total: number; recent: number }> {
  const { rows } = await sql<{ total: number; recent: number }>`
    select (select count(*)::int from (select from users order by created_at desc limit ${longestCounted}) as counted) as total,
           (select count(*)::int from (
             select from users where created_at >= ${since} order by created_at desc limit ${longestCounted}) as came) as recent`.execute(
    db,
  )
  return rows[0]!
}

/** The addresses of those who are there, by id. */
export async function findEmails(db: Db, user_ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('user_id', '=', sql<string>`any(${user_ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ user_id, email }) => [user_id, email]))
}

export function find(db: Db, user_id: string): Promise<(ManagedUser & { queue_weight: number }) | undefined> {
  return db
    .selectFrom('users')
    .select(visible)
    .select('queue_weight')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/**
 * Locks a user and every active administrator, always in the same order: of two calls that would each remove one of the last two
 * administrators, the second sees what the first did.
 */
export function lockWithAdmins(trx: Trx, user_id: string): Promise<(ManagedUser & { identity: string })[]> {
  return trx
    .selectFrom('users')
    .select(visible)
    .select('email_identity as identity')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', user_id),
        eb.and([eb('role', '=', 'admin'), eb('disabled_at', 'is', null), eb('deletion_at', 'is', null)]),
      ]),
    )
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
}

export async function update(
  trx: Trx,
  user_id: string,
  change: Partial<Pick<UserRow, 'disabled_at' | 'api_access_enabled' | 'role'>>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('user_id', '=', user_id)
    .execute()
}

export function findByIdentity(trx: Trx, email_identity: string): Promise<ManagedUser | undefined> {
  return trx
    .selectFrom('users')
    .select(visible)
    .where('email_identity', '=', email_identity)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setQueueWeight(trx: Trx, user_id: string, queue_weight: number): Promise<void> {
  await trx.updateTable('users').set({ queue_weight }).where('user_id', '=', user_id).execute()
}
