import { createHmac } from 'node:crypto'
import * as audit from '../audit/audit.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { AccountDeps, Client } from './context.ts'
import { knownDevice } from './device-cookie.ts'
import * as queries from './lock-queries.ts'

export interface LockRules {
  threshold: number
  /** The first lock; each further failure doubles it. */
  base_s: number
  max_s: number
}

type LockDeps = Pick<AccountDeps, 'db' | 'clock' | 'lock' | 'secrets'>

const forget_s = 12 * 3600
/** A stranger who fails so often without a success waits until the owner resets the password. */
const foreverAt = 100
const never = 2_147_483_647
const mfaRules: queries.CountRules = {
  threshold: 10,
  base_s: 900,
  max_s: 900,
  forever_at: never,
  forget_s: 24 * 3600,
}
/** What is told where a lock has no end by itself. */
const longest_s = 86_400

/** One try at a secret, counted as a failure until it turns out to be none. */
export interface Attempt {
  counted: { subject: Buffer; failures: number; locks: boolean }[]
}

/**
 * Counts a try at a password, or at a second factor, before it is checked. Strangers share one counter per address; a
 * device that has signed in before has its own, so that strangers can't lock the owner out.
 * @throws AppError 423 `account_locked`.
 */
export async function countAttempt(
  deps: LockDeps,
  identity: string,
  client: Client,
  factor: 'password' | 'mfa' = 'password',
): Promise<Attempt> {
  const now = deps.clock()
  const key = deps.secrets.lock_key
  const device = knownDevice(key, identity, client.device_cookie, now)
  const account = hmac(key, `account:${identity}`)
  const subject = device === undefined ? account : hmac(key, `device:${device}:${identity}`)
  const mfaSubject = hmac(key, `mfa:${device ?? ''}:${identity}`)

  const mfaLock = await queries.findLock(deps.db, mfaSubject, now)
  if (mfaLock) throw accountLocked(mfaLock, now)
  const rules = { ...deps.lock, forget_s, forever_at: device === undefined ? foreverAt : never }
  const attempt: Attempt = { counted: [] }
  await countOne(deps.db, attempt, { subject, account }, rules, now)
  if (factor === 'mfa') {
    await orTakeBack(deps.db, attempt, () =>
      countOne(deps.db, attempt, { subject: mfaSubject, account }, mfaRules, now),
    )
  }
  return attempt
}

async function countOne(
  db: Db,
  attempt: Attempt,
  counter: queries.Counter,
  rules: queries.CountRules,
  now: Date,
): Promise<void> {
  const row = await queries.count(db, counter, rules, now)
  if (!row) throw accountLocked(await queries.findLock(db, counter.subject, now), now)
  const { failures, locked_until } = row
  attempt.counted.push({ subject: counter.subject, failures, locks: locked_until !== null })
}

/** Does what an attempt is for; if that breaks by no fault of the caller, the attempt does not count. */
export async function orTakeBack<T>(db: Db, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await takeBack(db, attempt).catch(() => {}) // the database may be what is away
    throw error
  }
}

export async function takeBack(db: Db, attempt: Attempt): Promise<void> {
  for (const { subject, failures } of attempt.counted) await queries.takeBack(db, subject, failures)
}

/** The secret was right: counting begins anew. */
export async function forgetAttempt(db: Db, attempt: Attempt): Promise<void> {
  await queries.remove(
    db,
    attempt.counted.map((one) => one.subject),
  )
}

/** Records a lock that this attempt began. True when it was one too many wrong codes: the owner is told. */
export async function recordLock(
  trx: Trx,
  attempt: Attempt,
  client: Client,
  user_id: string | undefined,
): Promise<boolean> {
  if (!attempt.counted.some((one) => one.locks)) return false
  await audit.record(trx, 'locked', client, { actor: 'anonymous', ...(user_id && { subject: user_id }) })
  return attempt.counted[1]?.locks === true
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

function accountLocked(until: Date | number | undefined, now: Date): AppError {
  const ms = (until instanceof Date ? until.getTime() : (until ?? 0)) - now.getTime()
  const seconds = Math.min(longest_s, Math.max(1, Math.ceil(ms / 1000)))
  return new AppError(423, 'account_locked', 'Too many failed attempts; try again later.', {
    headers: { 'retry-after': String(seconds) },
  })
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
