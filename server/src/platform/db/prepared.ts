import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Mode } from './check-database.ts'
import { unlessDead } from './dead-connection.ts'
import { mayShare, shareConnection } from './shared-connection.ts'

/** Further statements are sent as text: lists of changing length would make new names without end. */
const maxNames = 500

/**
 * A pool that prepares each statement once per connection, under a hash of its text: that saves PostgreSQL most of the cost
 * of a read by key. Behind a pooler in transaction mode it sends text, because the next statement may reach a session
 * without the name. It ends connections that fall silent.
 *
 * `begin` is sent together with the first statement of its transaction, which saves a round trip. Statements that may share a
 * connection (`shared-connection.ts`) are sent over one that is kept for them.
 */
export function prepareStatements(
  pool: pg.Pool,
  { mode, ask_after_ms }: { mode: Mode; ask_after_ms: number },
): PostgresPool {
  const most = mode === 'session' ? maxNames : 0
  const silence = { connection: pool.options, ask_after_ms }
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= most) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    names.set(text, name)
    return name
  }
  const shared = mode === 'session' ? shareConnection(pool) : undefined
  const send = (client: pg.PoolClient, text: string, values: readonly unknown[]) => {
    // Without parameters it is `commit`, or a migration of several statements.
    if (values.length === 0) return client.query(text)
    const name = nameOf(text)
    return client.query({ ...(name !== undefined && { name }), text, values: [...values] })
  }
  /** Takes a connection from the pool for its first statement, unless that may share one. */
  const connect = () => {
    let own: pg.PoolClient | undefined
    let begun: Promise<unknown> | undefined
    const hold = (client: pg.PoolClient): { rows: [] } => {
      streamOf(client).cork()
      begun = client.query('begin')
      begun.catch(() => {}) // the next statement rejects as well
      return { rows: [] }
    }
    /** Sends the `begin` that was held back, and the statement after it. */
    const after = async <T>(
      client: pg.PoolClient,
      first: Promise<unknown>,
      answer: Promise<T>,
    ): Promise<T> => {
      begun = undefined
      streamOf(client).uncork()
      const [, answered] = await Promise.all([first, answer])
      return answered
    }
    return {
      query: async (text: string, values: readonly unknown[] = []) => {
        if (shared && !own && mayShare(text)) {
          const client = await shared.connect()
          return unlessDead(client, send(client, text, values), silence)
        }
        own ??= await pool.connect()
        if (text === 'begin') return hold(own)
        const answer = send(own, text, values)
        return unlessDead(own, begun ? after(own, begun, answer) : answer, silence)
      },
      release: (destroy?: boolean) => own?.release(destroy),
    }
  }
  const preparing = {
    connect: () => Promise.resolve(connect()),
    end: async () => {
      await shared?.end()
      await pool.end()
    },
  }
  return preparing as unknown as PostgresPool // Kysely uses only these two methods of a client, and no cursors
}

function streamOf(client: pg.PoolClient): Duplex {
  return (client as unknown as pg.Client).connection.stream
}
