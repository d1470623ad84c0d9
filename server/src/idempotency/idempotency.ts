import pg from 'pg'
import type { Db, Trx } from '../platform/db/database.ts'
import { retryOnConflict } from '../platform/db/retry.ts'
import { AppError, ValidationError } from '../platform/errors.ts'
import type { Answered, KeyedRequest } from '../platform/http/idempotency-key.ts'
import type { Json } from '../platform/json.ts'
import * as queries from './queries.ts'

const kept_ms = 86_400_000
const wait_ms = 5_000

/** The answer of an earlier request with the same key. @throws ValidationError as `findAnswer`. */
export async function findReplay<T>(
  db: Db,
  request: KeyedRequest | undefined,
  now: Date,
): Promise<Answered<T> | undefined> {
  const answer = request && (await findAnswer<T>(db, request, now))
  return answer && { answer, replayed: true }
}

/**
 * The answer that this key got within the last day. @throws ValidationError `idempotency_key_reused` when the key came with
 * another path or body.
 */
export async function findAnswer<T>(db: Db, request: KeyedRequest, now: Date): Promise<T | undefined> {
  const stored = await queries.find(db, request, new Date(now.getTime() - kept_ms))
  if (!stored) return undefined
  if (stored.path !== request.path) throw keyReused('path')
  if (!stored.fingerprint.equals(request.fingerprint)) throw keyReused('body')
  return (stored.body ?? undefined) as T | undefined // this route's own answer, through JSON
}

export { type KeyedItem, keepKeys } from './queries.ts'

/**
 * Runs an effect in a transaction, once per key: of concurrent requests one runs it and the others get its answer. A failure
 * stores nothing, so that the key stays free. Without a key it is a plain transaction. It retries when the transaction loses
 * a conflict. @throws AppError 409 `idempotency_in_progress` when another request holds the key for too long;
 * ValidationError as `findAnswer`. `lock` is taken before the key, for effects that other statements keep with `keepKeys`.
 */
export async function once<T extends object>(
  db: Db,
  request: KeyedRequest | undefined,
  now: Date,
  effect: (trx: Trx) => Promise<T>,
  lock?: (trx: Trx) => Promise<unknown>,
): Promise<Answered<T>> {
  const transact = <R>(work: (trx: Trx) => Promise<R>) =>
    retryOnConflict(() => db.transaction().execute(work))
  if (!request) return { answer: await transact(effect), replayed: false }
  const answer = await transact(async (trx) => {
    await queries.limitWait(trx, wait_ms)
    await lock?.(trx)
    if (!(await takeInTime(trx, request, now))) return undefined
    const done = await effect(trx)
    await queries.store(trx, request, JSON.parse(JSON.stringify(done)) as { [key: string]: Json })
    return done
  })
  if (answer) return { answer, replayed: false }
  const stored = await findAnswer<T>(db, request, now)
  if (!stored) throw inProgress() // it was rolled back in this moment
  return { answer: stored, replayed: true }
}

const lockNotAvailable = '55P03'

async function takeInTime(trx: Trx, request: KeyedRequest, now: Date): Promise<boolean> {
  try {
    return await queries.take(trx, request, now, new Date(now.getTime() - kept_ms))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) throw inProgress()
    throw error
  }
}

/** Deletes keys after a day. */
export function forgetOldKeys(db: Db, now: Date): Promise<void> {
  return queries.deleteBefore(db, new Date(now.getTime() - kept_ms))
}

function inProgress(): AppError {
  return new AppError(409, 'idempotency_in_progress', 'A request with this key is still running.', {
    headers: { 'retry-after': '1' },
  })
}

function keyReused(other: 'path' | 'body'): AppError {
  return new ValidationError(
    [
      {
        loc: ['header', 'idempotency-key'],
        msg: `This key was used with another ${other}`,
        type: 'value_error',
      },
    ],
    'idempotency_key_reused',
  )
}
