import { setTimeout as wait } from 'node:timers/promises'

/** Codes with which PostgreSQL or the network says "not now": the same call may succeed in a moment. */
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
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
])

const messages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether the database was away, as opposed to refusing the statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && outages.has(code)) || messages.test(error.message)
}

const tryAgainAfter_ms = 250

/**
 * Does the work again for as long as the database is away. Only for work that may be done twice: a connection can break
 * after the commit and before its answer. @throws whatever else fails, and the outage itself once `signal` aborts.
 */
export async function despiteOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || signal.aborted) throw error
      await wait(tryAgainAfter_ms)
    }
  }
}
