import pg from 'pg'

/** The name of the constraint that refused a statement, if that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined
}
