import { redeemInvite } from '../../invites/invites.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Json } from '../../platform/json.ts'

/**
 * Redeems the invite code of a registration, once the address is confirmed: of several attempts to register, the first in the
 * list that named a code counts. A code that expired meanwhile grants nothing.
 */
export async function redeemInviteOf(
  trx: Trx,
  user_id: string,
  attempts: readonly { [key: string]: Json }[],
  now: Date,
): Promise<void> {
  const ids = attempts.map(({ invite_code_id }) => invite_code_id)
  const invite_code_id = ids.find((id) => typeof id === 'string')
  if (invite_code_id !== undefined) await redeemInvite(trx, { user_id, invite_code_id }, now)
}
