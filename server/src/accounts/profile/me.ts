import type { Db } from '../../platform/db/database.ts'
import { unauthorized } from '../../platform/errors.ts'
import type { Principal } from '../../platform/http/principal.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AccountDeps } from '../account/context.ts'
import { type UserOut } from './schemas.ts'
import * as queries from './queries.ts'

/** Sets the caller's nickname, which is not unique. */
export async function updateProfile(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  principal: Principal,
  nickname: string,
): Promise<UserOut> {
  await queries.setNickname(deps.db, principal.user_id, nickname, deps.clock())
  return getMe(deps.db, principal)
}

export async function getMe(db: Db, principal: Principal): Promise<UserOut> {
  const user = await queries.findProfile(db, principal.user_id)
  if (!user) throw unauthorized('invalid_token', 'The account is gone.')
  const balance = await wallet.getBalance(db, principal.user_id)
  const { email_verified_at, avatar_version, ...profile } = user
  return {
    ...profile,
    email_verified: email_verified_at !== null,
    avatar_url: user.avatar === null ? null : `/api/v1/users/${user.user_id}/avatar?v=${avatar_version}`,
    balance: balance.balance,
    balance_held: balance.balance_held,
    currency: wallet.currency,
    currency_scale: wallet.currency_scale,
  }
}
