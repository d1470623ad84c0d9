import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { Db, Trx } from '../platform/db/database.ts'
import { finalConflict, invalid } from '../platform/errors.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import { grantBonus } from '../wallet/wallet.ts'
import * as queries from './queries.ts'

/** Crockford's base32: no two characters look alike. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const generatedLength = 16 // 80 bits

/** Case does not count, since people read codes aloud and type them. */
function hashCode(code: string): Buffer {
  return createHash('sha256').update(`invite:${code.toUpperCase()}`).digest()
}

export type InviteStatus = 'active' | 'disabled' | 'expired' | 'used_up'

export function statusOf(
  invite: Pick<queries.VisibleInvite, 'disabled_at' | 'expires_at' | 'used' | 'max_uses'>,
  now: Date,
): InviteStatus {
  if (invite.disabled_at) return 'disabled'
  if (invite.expires_at && invite.expires_at <= now) return 'expired'
  return invite.used >= invite.max_uses ? 'used_up' : 'active'
}

export type InviteOut = queries.VisibleInvite & { status: InviteStatus }

const toOut = (invite: queries.VisibleInvite, now: Date): InviteOut => ({
  ...invite,
  status: statusOf(invite, now),
})

export interface NewInvite {
  /** Generated if absent. */
  code?: string | undefined
  note: string | null
  /** Minor units. */
  bonus: number
  max_uses: number
  expires_at: Date | null
  created_by: string
}

/**
 * Makes a code, which is in the clear only in this answer.
 * @throws ValidationError when `expires_at` is past; AppError 409 `invite_code_exists`.
 */
export async function createInvite(
  trx: Trx,
  input: NewInvite,
  now: Date,
): Promise<InviteOut & { code: string }> {
  const { code = generateCode(), expires_at, ...rest } = input
  if (expires_at && expires_at <= now) throw invalid(['body', 'expires_at'], 'Input must lie in the future')
  const invite = {
    ...rest,
    invite_code_id: randomUUID(),
    code_hash: hashCode(code),
    last4: code.slice(-4),
    expires_at,
    created_at: now,
  }
  const made = await queries.insert(trx, invite)
  if (!made) throw finalConflict('invite_code_exists', 'There is such a code already, or was.')
  return { ...toOut(made, now), code }
}

function generateCode(): string {
  const text = Array.from({ length: generatedLength }, () => letters[randomInt(letters.length)]).join('')
  return text.match(/.{4}/g)!.join('-')
}

export async function listInvites(db: Db, page: Page, now: Date) {
  const { rows, total } = await queries.list(db, page)
  return { items: rows.map((invite) => toOut(invite, now)), total, ...page }
}

/** Users who have redeemed the code keep the bonus. `changed` is false the second time; undefined for an unknown code. */
export async function disableInvite(
  trx: Trx,
  invite_code_id: string,
  now: Date,
): Promise<{ invite: InviteOut; changed: boolean } | undefined> {
  const changed = await queries.disable(trx, invite_code_id, now)
  const invite = changed ?? (await queries.find(trx, invite_code_id))
  return invite && { invite: toOut(invite, now), changed: changed !== undefined }
}

/** Finds the id of an active code without redeeming it. */
export async function findActiveInvite(db: Db, code: string, now: Date): Promise<string | undefined> {
  const invite = await queries.findByHash(db, hashCode(code))
  return invite && statusOf(invite, now) === 'active' ? invite.invite_code_id : undefined
}

/** Counts one use and grants the bonus. False when the code is not active any more, or the user has had a bonus before. */
export async function redeemInvite(
  trx: Trx,
  { user_id, invite_code_id }: { user_id: string; invite_code_id: string },
  now: Date,
): Promise<boolean> {
  const invite = await queries.take(trx, invite_code_id, now)
  if (!invite) return false
  return grantBonus(trx, { user_id, amount: invite.bonus, reason: `Invite code ending in ${invite.last4}` })
}
