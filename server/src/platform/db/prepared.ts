import { createHash } from 'node:crypto'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Mode } from './fit.ts'
import { unlessSilent } from './silence.ts'

/** Statements beyond these are sent whole each time: lists of changing length make new ones without end. */
const maxNames = 500

/**
 * A pool whose statements are prepared once per connection and then only named: PostgreSQL does not parse and plan them
 * again, which is most of what a read by key costs it. The name is a hash of the text. Behind a pooler the next statement may
 * reach a session that never heard of the name: there each goes whole. What goes silent meanwhile ends.
 *
 * `begin` goes out together with the first statement of its transaction: nobody waits for its answer alone.
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
      begun.catch(() => {}) // the next statement hears of it
      return { rows: [] }
    }
    /** Writes what `begin` has held back, with what comes after it. */
    const after = async <T>(first: Promise<unknown>, answer: Promise<T>): Promise<T> => {
      begun = undefined
      stream.uncork()
      const [, answered] = await Promise.all([first, answer])
      return answered
    }
    const send = (statement: pg.QueryConfig) => {
      const answer = client.query(statement)
      return unlessSilent(client, begun ? after(begun, answer) : answer, silence)
    }
    return {
      query: async (text: string, values: readonly unknown[] = []) => {
        if (text === 'begin') return begin()
        // Without parameters it is `commit` or a migration of many statements.
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
  return preparing as unknown as PostgresPool // of whose clients Kysely uses these two methods, without cursors
}
