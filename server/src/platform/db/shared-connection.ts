import type pg from 'pg'

/** The texts of statements that may share a connection: those that answer at once, so that others may wait behind them. */
const sharing = new Set<string>()

export function letShare(text: string): void {
  sharing.add(text)
}

export function mayShare(text: string): boolean {
  return sharing.has(text)
}

/** A smaller pool has no connection to spare. */
const leastPool = 4

/** One connection of a pool for statements of many callers, and a new one after it was lost; undefined in a small pool. */
export function shareConnection(pool: pg.Pool) {
  if (pool.options.max < leastPool) return undefined
  let connecting: Promise<pg.PoolClient> | undefined
  let forget = (): void => {}
  let isEnded = false
  const open = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      forget()
      client.release(true)
    }
    forget = () => {
      connecting = undefined
      client.off('error', lose).off('end', lose)
    }
    client.on('error', lose).on('end', lose)
    // What shares reads a few rows by an index, whoever asks; where users have far more and far fewer rows PostgreSQL would plan each call.
    client.query('set plan_cache_mode = force_generic_plan').catch(lose) // those that follow do not wait for it
    return client
  }
  return {
    connect: async (): Promise<pg.PoolClient> => {
      // A connection taken now would never be given back, and the pool would wait for it.
      if (isEnded) throw new Error('The pool has ended')
      connecting ??= open().catch((error: unknown) => {
        connecting = undefined
        throw error
      })
      return connecting
    },
    /** Gives it back to the pool, which may then end. */
    end: async (): Promise<void> => {
      isEnded = true
      const client = await connecting?.catch(() => undefined)
      forget()
      client?.release()
    },
  }
}
