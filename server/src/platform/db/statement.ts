import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { letShare } from './shared-connection.ts'

/** Stands in a statement for a value that each call brings. */
class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Puts the values of a call into a statement, by their names. */
export type Values<Named> = <Name extends keyof Named & string>(name: Name) => RawBuilder<Named[Name]>

/**
 * A statement that is built and compiled at its first call, and sent with other values at each: the query builder takes as
 * long as a read by key.
 *
 * With `shares`, calls outside of transactions are sent over one connection, each without waiting for the answer to the one
 * before: that halves what a short statement costs on both sides. It is only for statements that read a few rows by an index,
 * and lock none.
 */
export function statement<Named, Row>(
  build: (db: Db, value: Values<Named>) => Compilable<Row> | RawBuilder<Row>,
  { shares = false }: { shares?: boolean } = {},
): (db: Db, values: Named) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    if (!compiled) {
      compiled = build(db, (name) => sql`${new Hole(name)}`).compile(db)
      if (shares) letShare(compiled.sql)
    }
    const fill = (part: unknown) => (part instanceof Hole ? values[part.name as keyof Named] : part)
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: compiled.parameters.map(fill) })
    return rows
  }
}
