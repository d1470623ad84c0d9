import * as audit from '../../audit/audit.ts'
import { createInvite, disableInvite, type InviteOut, type NewInvite } from '../../invites/invites.ts'
import { noSuch } from '../../platform/errors.ts'
import { checkedInstant } from '../../platform/http/input/time-span.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'

/** @throws ValidationError; AppError 409 `invite_code_exists`. */
export function addInvite(
  deps: AdminDeps,
  by: Actor,
  input: {
    code?: string | undefined
    note?: string | null
    bonus: number
    max_uses?: number
    expires_at?: string | null
  },
): Promise<InviteOut & { code: string }> {
  const invite: NewInvite = {
    code: input.code,
    note: input.note ?? null,
    bonus: input.bonus,
    max_uses: input.max_uses ?? 1,
    expires_at: input.expires_at == null ? null : checkedInstant(input.expires_at, ['body', 'expires_at']),
    created_by: by.user_id,
  }
  return deps.db.transaction().execute(async (trx) => {
    const made = await createInvite(trx, invite, deps.clock())
    const { invite_code_id, bonus, max_uses } = made
    await audit.record(trx, 'invite_code_created', by.origin, {
      actor: by.user_id,
      subject: invite_code_id,
      details: { bonus, max_uses },
    })
    return made
  })
}

/** Safe to repeat. @throws AppError 404 `invite_code_not_found`. */
export function stopInvite(deps: AdminDeps, by: Actor, invite_code_id: string): Promise<InviteOut> {
  return deps.db.transaction().execute(async (trx) => {
    const found = await disableInvite(trx, invite_code_id, deps.clock())
    if (!found) throw noSuch('invite code')
    if (found.changed) {
      const about = { actor: by.user_id, subject: invite_code_id }
      await audit.record(trx, 'invite_code_disabled', by.origin, about)
    }
    return found.invite
  })
}
