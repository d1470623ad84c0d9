import { limitTable } from '../../platform/limit-table.ts'
import { randomUUID } from 'node:crypto'
import * as audit from '../../audit/audit.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import { finalConflict, invalid, unauthorized } from '../../platform/errors.ts'
import { limitSubject } from '../../platform/rate-limit.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import { changeSettings } from '../../settings/settings.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AccountDeps, Client, IssuedSession } from '../account/context.ts'
import { checkedEmail } from '../account/email.ts'
import type { SessionMode } from '../account/tables.ts'
import { confirmAddress, insertUser } from '../account/user-queries.ts'
import { renewDeviceCookie } from '../credentials/device-cookie.ts'
import { limitFailures } from '../credentials/failures.ts'
import { forgetFailures } from '../credentials/lock.ts'
import { passwordProblem } from '../credentials/password.ts'
import { openSession } from '../credentials/sessions.ts'
import { isReserved } from '../mailed-links/mail-token-queries.ts'
import { setRole } from './manage-users.ts'
import * as queries from './setup-queries.ts'

export interface SetupInput {
  /** Of the link that the server printed. */
  token: string
  email: string
  password: string
  nickname?: string | null
  site_name?: string | null
  session_mode?: SessionMode
}

/**
 * Tells until when a link is good; looking spends nothing.
 * @throws AppError 409 `setup_over`, 401 `setup_token_invalid`, 429 `rate_limited`.
 */
export async function checkSetup(
  deps: AccountDeps,
  token: string,
  client: Client,
): Promise<{ expires_at: Date }> {
  await refuseWhenOver(deps.db)
  return limitFailures(deps, limitTable['failed-setups'], limitSubject(client.ip), async () => {
    const expires_at = await queries.findSetupLink(deps.db, hashToken(token), deps.clock())
    if (expires_at) return { expires_at }
    await refuseWhenOver(deps.db) // somebody may have spent it just now
    throw badSetupToken()
  })
}

/**
 * Makes the first administrator and signs them in, names the site and spends the link: all of it or nothing. The address counts as
 * confirmed, since whoever reads the server's terminal could confirm any.
 * @throws AppError as `checkSetup`, 409 `email_taken`; ValidationError for address or password.
 */
export async function setUp(deps: AccountDeps, input: SetupInput, client: Client): Promise<IssuedSession> {
  await checkSetup(deps, input.token, client)
  const email = checkedEmail(input.email)
  const named = { email: email.address, nickname: input.nickname ?? undefined }
  const problem = passwordProblem(input.password, named, deps.password_blocklist)
  if (problem) throw invalid(['body', 'password'], problem)
  const user = {
    user_id: randomUUID(),
    email: email.address,
    email_identity: email.identity,
    password_hash: await deps.hasher.hash(input.password),
    nickname: input.nickname ?? 'admin',
  }
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    await spendLink(trx, input.token, now)
    const reserved = await isReserved(trx, email.identity, null, now)
    if (reserved || !(await insertUser(trx, user))) {
      throw finalConflict('email_taken', 'This address is registered already: choose another one.')
    }
    const { user_id } = user
    await wallet.openAccounts(trx, user_id)
    await forgetFailures(trx, deps, email.identity)
    await confirmAddress(trx, user_id, undefined, now)
    await setRole(trx, user_id, 'admin', deps.lifetimes, now)
    await audit.record(trx, 'register', client, { actor: user_id })
    const promoted = { actor: 'system', subject: user_id, details: { from: 'user', to: 'admin' } }
    await audit.record(trx, 'role_changed', client, promoted)
    await nameSite(trx, input.site_name, user_id, client, now)
    const mode = input.session_mode ?? 'both'
    const options = { mode, client, lifetimes: deps.lifetimes, now }
    const session = await openSession(trx, { user_id, auth_epoch: 1, role: 'admin' }, options)
    return { ...session, device_cookie: renewDeviceCookie(deps, email.identity, client) }
  })
}

/** Spends the link before it asks who is there: of two at once the second has waited for the first, and sees its administrator. */
async function spendLink(trx: Trx, token: string, now: Date): Promise<void> {
  const isSpent = await queries.spendSetupLink(trx, hashToken(token), now)
  await refuseWhenOver(trx)
  if (!isSpent) throw badSetupToken()
}

async function nameSite(
  trx: Trx,
  site_name: string | null | undefined,
  user_id: string,
  client: Client,
  now: Date,
): Promise<void> {
  if (site_name === null || site_name === undefined) return
  await changeSettings(trx, { site_name }, user_id, now)
  await audit.record(trx, 'settings_changed', client, { actor: user_id, details: { site_name } })
}

/** @throws AppError 409 `setup_over`. */
async function refuseWhenOver(db: Db): Promise<void> {
  if (await queries.hasAdmin(db))
    throw finalConflict('setup_over', 'This installation has an administrator already: sign in.')
}

/** One error for a token that is unknown, expired, spent or replaced by a newer one. */
function badSetupToken() {
  return unauthorized('setup_token_invalid', 'This link is not valid, or not any more.')
}
