import * as audit from '../../audit/audit.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { knownDevice } from './device-cookie.ts'
import { assertUnlocked, beginAttempt, type Counted, hmac, never } from './failures.ts'
import * as queries from './failure-queries.ts'

type LockDeps = Pick<AccountDeps, 'db' | 'clock' | 'lock' | 'secrets' | 'mutex'>

const forget_s = 12 * 3600
/** After so many failures of unknown devices only a new password or an administrator unlocks. */
const foreverAt = 100
const mfaRules: queries.CountRules = {
  threshold: 10,
  base_s: 900,
  max_s: 900,
  forever_at: never,
  forget_s: 24 * 3600,
  since: 'last',
}

/** The locks that a failed attempt began. The owner gets a mail about an `mfa` lock. */
export interface NewLocks {
  password: boolean
  mfa: boolean
}

/** What the check of a secret found. */
export type Checked<T, W> = { right: T } | { wrong: W }

/**
 * Runs the check of a password or of a second factor, and counts a wrong one as a failure of the account. However many come at
 * once, no more are checked than may be wrong. Unknown devices share one counter per address; a device that has signed in
 * before has its own, so that strangers can't lock the owner out. A check that throws does not count.
 * @throws AppError 423 `account_locked`, 503 `busy`.
 */
export async function checkSecret<T, W>(
  deps: LockDeps,
  { identity, client, factor }: { identity: string; client: Client; factor: 'password' | 'mfa' },
  check: () => Promise<Checked<T, W>>,
): Promise<{ right: T } | { wrong: W; locks: NewLocks }> {
  const { password, mfa } = countersOf(deps, identity, client)
  await assertUnlocked(deps, mfa)
  const attempt = await beginAttempt(deps, factor === 'mfa' ? [password, mfa] : [password])
  let checked
  try {
    checked = await check()
  } catch (error) {
    await attempt.cancelled().catch(() => {}) // the database may be unreachable
    throw error
  }
  if ('right' in checked) {
    await attempt.succeeded()
    return checked
  }
  const [lockedPassword = false, lockedMfa = false] = await attempt.failed()
  return { wrong: checked.wrong, locks: { password: lockedPassword, mfa: lockedMfa } }
}

function countersOf(
  { lock, secrets, clock }: LockDeps,
  identity: string,
  client: Client,
): { password: Counted; mfa: Counted } {
  const key = secrets.lock_key
  const device = knownDevice(key, identity, client.device_cookie, clock())
  const account = hmac(key, `account:${identity}`)
  const subject = device === undefined ? account : hmac(key, `device:${device}:${identity}`)
  const forever_at = device === undefined ? foreverAt : never
  return {
    password: {
      subject,
      account,
      rules: { ...lock, forget_s, forever_at, since: 'last' },
      refusal: accountLocked,
    },
    mfa: {
      subject: hmac(key, `mfa:${device ?? ''}:${identity}`),
      account,
      rules: mfaRules,
      refusal: accountLocked,
    },
  }
}

export async function recordLocks(
  trx: Trx,
  locks: NewLocks,
  client: Client,
  user_id: string | undefined,
): Promise<void> {
  if (!locks.password && !locks.mfa) return
  await audit.record(trx, 'locked', client, { actor: 'anonymous', ...(user_id && { subject: user_id }) })
}

/** Resets the failures of an address on every device, once its owner has proved to hold it. */
export async function forgetFailures(
  trx: Trx,
  deps: Pick<AccountDeps, 'secrets'>,
  identity: string,
): Promise<void> {
  await queries.removeAccount(trx, hmac(deps.secrets.lock_key, `account:${identity}`))
}

/** Deletes counters that have been idle for two days. */
export function deleteStaleFailures(db: Db, now: Date): Promise<void> {
  return queries.removeStale(db, new Date(now.getTime() - 48 * 3_600_000))
}

function accountLocked(retry_after_s: number): AppError {
  return new AppError(423, 'account_locked', 'Too many failed attempts; try again later.', {
    headers: { 'retry-after': String(retry_after_s) },
  })
}
