import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { AccountTables } from '../account/tables.ts'

const profile = [
  'user_id',
  'email',
  'nickname',
  'email_verified_at',
  'api_access_enabled',
  'avatar',
  'avatar_version',
  'role',
  'created_at',
  'updated_at',
] as const

const hasSecondFactor = sql<boolean>`exists (
  select from mfa_totp where mfa_totp.user_id = users.user_id and confirmed_at is not null)`

export type Profile = Pick<Selectable<AccountTables['users']>, (typeof profile)[number]> & {
  mfa_enabled: boolean
}

export function findProfile(db: Db, user_id: string): Promise<Profile | undefined> {
  return db
    .selectFrom('users')
    .select(profile)
    .select(hasSecondFactor.as('mfa_enabled'))
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export async function setNickname(db: Db, user_id: string, nickname: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ nickname, updated_at: now }).where('user_id', '=', user_id).execute()
}
