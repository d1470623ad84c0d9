import { AsyncLocalStorage } from 'node:async_hooks'
import assert from 'node:assert/strict'
import type { Kysely, Transaction, TransactionBuilder } from 'kysely'
import type pg from 'pg'

/** The transaction of the running code, and the pool whose connection it holds. */
const surrounding = new AsyncLocalStorage<{ pool: pg.Pool; is_open: boolean }>()

/**
 * Makes a pool refuse a second connection to code that holds one. Otherwise as many such callers as the pool has connections
 * would deadlock, and block everybody else. Needs `noteTransactions` on the same pool.
 */
export function refuseSecondConnection(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => {
    const transaction = surrounding.getStore()
    const isInside = transaction?.is_open === true && transaction.pool === pool
    assert(!isInside, 'inside a transaction, only its own connection may be used')
    return connect(...args)
  }) as typeof pool.connect
}

/** Marks the code that runs inside a transaction. */
export function noteTransactions<T>(db: Kysely<T>, pool: pg.Pool): Kysely<T> {
  const transaction = db.transaction.bind(db)
  db.transaction = () => noted(transaction(), pool)
  return db
}

function noted<T>(builder: TransactionBuilder<T>, pool: pg.Pool): TransactionBuilder<T> {
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  const setAccessMode = builder.setAccessMode.bind(builder)
  const execute = builder.execute.bind(builder)
  builder.setIsolationLevel = (level) => noted(setIsolationLevel(level), pool)
  builder.setAccessMode = (mode) => noted(setAccessMode(mode), pool)
  builder.execute = <R>(work: (trx: Transaction<T>) => Promise<R>) =>
    execute(async (trx) => {
      const running = { pool, is_open: true }
      try {
        return await surrounding.run(running, () => work(trx))
      } finally {
        running.is_open = false
      }
    })
  return builder
}
