import { setTimeout as wait } from 'node:timers/promises'

/** PostgreSQL rolled this transaction back in favour of another one. */
const conflicts = ['40001', '40P01'] // serialization_failure, deadlock_detected

/** Transient failures of PostgreSQL or the network: the same call may succeed in a moment. */
const outages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the unix socket of a server that is starting
  'EPIPE',
  'ETIMEDOUT',
  '08000', // connection_exception and its kin
  '08001',
  '08003',
  '08006',
  '53100', // disk_full: until somebody makes room
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '55P03', // lock_not_available: somebody holds a row for too long
  '57014', // query_canceled: it took longer than a statement may
  '25P03', // idle_in_transaction_session_timeout
  ...conflicts,
])

const messages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether the database was unavailable, as opposed to refusing the statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && outages.has(code)) || messages.test(error.message)
}

const conflictTries = 4
const conflictBackoff_ms = 50

/**
 * Retries a transaction that lost a deadlock or a serialization conflict, with jittered backoff; four tries in all. A retry
 * at once could take the lock again that the other transaction still waits for.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isConflict = conflicts.includes((error as NodeJS.ErrnoException).code ?? '')
      if (!isConflict || tries === conflictTries) throw error
      await wait(conflictBackoff_ms * tries * (0.5 + Math.random()))
    }
  }
}

const disconnectPause_ms = 250

/**
 * Retries for as long as the database is unavailable. The work must be idempotent: a connection can break after the commit
 * and before its answer. @throws any other failure, and the outage itself once `signal` aborts.
 */
export async function retryOnDisconnect<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || signal.aborted) throw error
      await wait(disconnectPause_ms)
    }
  }
}
