import * as audit from '../../audit/audit.ts'
import { deletionMail } from '../../mail/mail.ts'
import { deleteMailsTo, enqueueMail } from '../../outbox/outbox.ts'
import type { Trx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { after, type AccountDeps, type Client } from '../account/context.ts'
import { checkPassword, lockIfPasswordUnchanged } from '../credentials/check-password.ts'
import * as deletionQueries from './deletion-queries.ts'
import { issueMailLink } from '../mailed-links/mail-links.ts'
import { requireSecondFactor } from '../second-factor/require-code.ts'
import { readCode, wrongCode } from '../second-factor/code.ts'
import { badMailToken, consumeMailToken, voidMailTokens } from '../mailed-links/mail-links.ts'
import { hasSecondFactor } from '../second-factor/factor.ts'
import { getContact } from '../account/user-queries.ts'
import { revokeEverything } from '../credentials/end-sessions.ts'

/** Two weeks. */
const undoWithin_s = 1_209_600

/**
 * Closes the account at once: sessions end and API keys stop. After two weeks it is erased; until then a mailed link undoes the
 * deletion. An account with a second factor needs a code too.
 * @throws AppError 400 `invalid_password`, `invalid_mfa_code`.
 */
export async function requestDeletion(
  deps: AccountDeps,
  user_id: string,
  input: { password: string; code?: string; recovery_code?: string },
  client: Client,
): Promise<Date> {
  const checked = await checkPassword(deps, user_id, input.password, client)
  const deletion_at = after(deps.clock(), undoWithin_s)
  const close = async (trx: Trx): Promise<void> => {
    await lockIfPasswordUnchanged(trx, user_id, checked)
    await closeAccount(deps, trx, { user_id, deletion_at }, client)
  }
  if (await hasSecondFactor(deps.db, user_id)) {
    const owner = await getContact(deps.db, user_id)
    // The transaction that closes the account spends the code: a deletion that fails spends none.
    await requireSecondFactor(deps, owner, { code: readCode(input), client }, close)
  } else {
    await deps.db.transaction().execute(async (trx) => {
      await close(trx)
      // The second factor was turned on meanwhile: the throw rolls everything back.
      if (await hasSecondFactor(trx, user_id)) throw wrongCode()
    })
  }
  return deletion_at
}

async function closeAccount(
  deps: AccountDeps,
  trx: Trx,
  { user_id, deletion_at }: { user_id: string; deletion_at: Date },
  client: Client,
): Promise<void> {
  const now = deps.clock()
  const user = await deletionQueries.scheduleDeletion(trx, user_id, deletion_at, now)
  if (!user) throw new AppError(401, 'invalid_token', 'The account is gone.')
  await revokeEverything(trx, user_id, 'disabled', now)
  await voidMailTokens(trx, user_id, ['reset', 'change_password', 'change_email', 'verify'], now)
  const { link } = await issueMailLink(deps, trx, { user_id, purpose: 'undo_delete' }, now)
  await enqueueMail(trx, user.email, deletionMail(client.language, { link, deletion_at }))
  await audit.record(trx, 'account_delete_requested', client, { actor: user_id })
}

/** @throws AppError 400 `invalid_or_expired_token`. */
export async function undoDeletion(deps: AccountDeps, token: string): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const found = await consumeMailToken(trx, 'undo_delete', token, now)
    if (!found) throw badMailToken()
    await deletionQueries.cancelDeletion(trx, found.user_id, now)
  })
}

/** Lists accounts whose two weeks are over, without those in `passed_over`. */
export function listDueDeletions(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  { passed_over }: { passed_over: string[] },
  limit: number,
) {
  return deletionQueries.listDue(deps.db, { now: deps.clock(), passed_over }, limit)
}

/** Erases everything of a user except the id, to which the ledger refers, and deletes their mails. Safe to repeat. */
export async function anonymizeUser(trx: Trx, user_id: string, now: Date): Promise<void> {
  const { email } = await getContact(trx, user_id)
  await deleteMailsTo(trx, email)
  await deletionQueries.anonymize(trx, user_id, now)
  const schedule = { ip: null, request_id: 'schedule' }
  await audit.record(trx, 'account_deleted', schedule, { actor: 'system', subject: user_id })
}
