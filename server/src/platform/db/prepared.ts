import { createHash } from 'node:crypto'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Mode } from './check-database.ts'
import { unlessDead } from './dead-connection.ts'

/** Further statements are sent as text: lists of changing length would make new names without end. */
const maxNames = 500

/**
 * A pool that prepares each statement once per connection, under a hash of its text: that saves PostgreSQL most of the cost
 * of a read by key. Behind a pooler in transaction mode it sends text, because the next statement may reach a session
 * without the name. It ends connections that fall silent.
 *
 * `begin` is sent together with the first statement of its transaction, which saves a round trip.
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
  const wrap = (client: pg.PoolClient) => {
    const { stream } = (client as unknown as pg.Client).connection
    let begun: Promise<unknown> | undefined
    const begin = (): { rows: [] } => {
      stream.cork()
      begun = client.query('begin')
      begun.catch(() => {}) // the next statement rejects as well
      return { rows: [] }
    }
    /** Sends the `begin` that was held back, and the statement after it. */
    const after = async <T>(first: Promise<unknown>, answer: Promise<T>): Promise<T> => {
      begun = undefined
      stream.uncork()
      const [, answered] = await Promise.all([first, answer])
      return answered
    }
    const send = (statement: pg.QueryConfig) => {
      const answer = client.query(statement)
      return unlessDead(client, begun ? after(begun, answer) : answer, silence)
    }
    return {
      query: async (text: string, values: readonly unknown[] = []) => {
        if (text === 'begin') return begin()
        // Without parameters it is `commit`, or a migration of several statements.
        if (values.length === 0) return send({ text })
        const name = nameOf(text)
        return send({ ...(name !== undefined && { name }), text, values: [...values] })
      },
      release: (destroy?: boolean) => client.release(destroy),
    }
  }
  const wrapped = new WeakMap<pg.PoolClient, ReturnType<typeof wrap>>()
  const preparing = {
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
  return preparing as unknown as PostgresPool // Kysely uses only these two methods of a client, and no cursors
}
