import type { Generated } from 'kysely'

export interface ScheduleTables {
  schedules: {
    name: string
    /** The newest tick that a worker has begun. */
    tick: Date
    /** How often that tick was begun. */
    attempts: number
    /** Set while a worker runs it, and until it may be tried again; null once it is done. */
    lease_until: Date | null
    /** Set by a run that failed; null after one that did not. */
    failing_since: Generated<Date | null>
  }
}

declare module '../db/database.ts' {
  interface Tables extends ScheduleTables {}
}
