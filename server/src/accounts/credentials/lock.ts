import * as audit from '../../audit/audit.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { knownDevice } from './device-cookie.ts'
import { assertUnlocked, begin, type Counted, hmac, never } from './failures.ts'
import * as queries from './failure-queries.ts'

type LockDeps = Pick<AccountDeps, 'db' | 'clock' | 'lock' | 'secrets' | 'mutex'>

const forget_s = 12 * 3600
/** A stranger who fails so often without a success waits until the owner resets the password. */
const foreverAt = 100
const mfaRules: queries.CountRules = {
  threshold: 10,
  base_s: 900,
  max_s: 900,
  forever_at: never,
  forget_s: 24 * 3600,
  since: 'last',
}

/** What locks a try that failed has begun: `mfa` is one too many wrong codes, of which the owner is told. */
export interface BegunLocks {
  password: boolean
  mfa: boolean
}

/** What a look at a secret found. */
export type Looked<T, W> = { right: T } | { wrong: W }

/**
 * Looks at a password, or at a second factor. Wrong ones count for the account; however many are looked at at once, no more
 * are than may be wrong. Strangers share one counter per address; a device that has signed in before has its own, so that
 * strangers can't lock the owner out. A look that throws does not count.
 * @throws AppError 423 `account_locked`, 503 `busy`.
 */
export async function trySecret<T, W>(
  deps: LockDeps,
  { identity, client, factor }: { identity: string; client: Client; factor: 'password' | 'mfa' },
  look: () => Promise<Looked<T, W>>,
): Promise<{ right: T } | { wrong: W; locks: BegunLocks }> {
  const { password, mfa } = countersOf(deps, identity, client)
  await assertUnlocked(deps, mfa)
  const tried = await begin(deps, factor === 'mfa' ? [password, mfa] : [password])
  let looked
  try {
    looked = await look()
  } catch (error) {
    await tried.broke().catch(() => {}) // the database may be what is away
    throw error
  }
  if ('right' in looked) {
    await tried.succeeded()
    return looked
  }
  const [lockedPassword = false, lockedMfa = false] = await tried.failed()
  return { wrong: looked.wrong, locks: { password: lockedPassword, mfa: lockedMfa } }
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

/** Records the locks that a failure began. */
export async function recordLocks(
  trx: Trx,
  locks: BegunLocks,
  client: Client,
  user_id: string | undefined,
): Promise<void> {
  if (!locks.password && !locks.mfa) return
  await audit.record(trx, 'locked', client, { actor: 'anonymous', ...(user_id && { subject: user_id }) })
}

/** After a registration or a reset: whoever proved that the address is theirs starts without failures, on every device. */
export async function forgetFailures(
  trx: Trx,
  deps: Pick<AccountDeps, 'secrets'>,
  identity: string,
): Promise<void> {
  await queries.removeAccount(trx, hmac(deps.secrets.lock_key, `account:${identity}`))
}

/** Removes counters that nobody has touched for two days. */
export function deleteStaleFailures(db: Db, now: Date): Promise<void> {
  return queries.removeStale(db, new Date(now.getTime() - 48 * 3_600_000))
}

function accountLocked(retry_after_s: number): AppError {
  return new AppError(423, 'account_locked', 'Too many failed attempts; try again later.', {
    headers: { 'retry-after': String(retry_after_s) },
  })
}
