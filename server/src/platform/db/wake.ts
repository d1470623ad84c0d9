import pg from 'pg'
import type { Log } from '../log.ts'

/**
 * Tells other processes that there is something to look at. Only a hint: whoever waits also looks by itself from time to
 * time, so one that is lost costs a moment.
 *
 * Hints go out after the commit, on a connection of their own. NOTIFY inside a transaction would take one lock for the whole
 * database until its commit is on disk: submissions that could share one write would then be written one after the other.
 */
export interface Waker extends AsyncDisposable {
  /** Many calls at once become one hint. */
  wake(channel: string): void
  /** Calls `onWake` for hints from any process, this one included, and after every reconnection. Returns how to stop. */
  listen(channel: string, onWake: () => void): () => void
}

const reconnectAfter_ms = 500

export function createWaker(options: { connection: pg.ClientConfig; log: Log }): Waker {
  const listeners = new Map<string, Set<() => void>>()
  const pending = new Set<string>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const call = (channel: string): void => listeners.get(channel)?.forEach((onWake) => onWake())

  const disconnect = (broken: pg.Client, error: Error | undefined): void => {
    if (client !== broken) return
    client = undefined
    broken.end().catch(() => {}) // it is gone already
    if (closed) return
    options.log.warn({ err: error }, 'wake_connection_lost')
    retry = setTimeout(connect, reconnectAfter_ms)
  }

  const connect = (): void => {
    const fresh = new pg.Client(options.connection)
    client = fresh
    fresh.on('error', (error) => disconnect(fresh, error))
    fresh.on('end', () => disconnect(fresh, undefined))
    fresh.on('notification', ({ channel }) => call(channel))
    fresh
      .connect()
      .then(async () => {
        for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
        for (const channel of listeners.keys()) call(channel)
      })
      .catch((error: unknown) => disconnect(fresh, error as Error))
  }
  connect()

  const send = (): void => {
    for (const channel of pending) {
      client?.query('select pg_notify($1, $2)', [channel, '']).catch(() => {}) // a hint may be lost
    }
    pending.clear()
  }

  return {
    wake: (channel) => {
      if (pending.size === 0) setImmediate(send)
      pending.add(channel)
    },
    listen: (channel, onWake) => {
      const known = listeners.get(channel)
      if (known) known.add(onWake)
      else {
        listeners.set(channel, new Set([onWake]))
        client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {}) // told again after the reconnection
      }
      return () => listeners.get(channel)?.delete(onWake)
    },
    [Symbol.asyncDispose]: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
