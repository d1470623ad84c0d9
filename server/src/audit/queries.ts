import type { Walk } from '../platform/cursor.ts'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { countAndWalk, cursorInstant } from '../platform/db/page.ts'
import type { Span } from '../platform/http/input/time-span.ts'
import type { AuditTables } from './tables.ts'

export interface EventFilter extends Span {
  actor?: string | undefined
  subject?: string | undefined
  event?: string | undefined
}

/** One page of the log, the newest first. */
export async function list(db: Db, { actor, subject, event, from, to }: EventFilter, walk: Walk) {
  const matching = db
    .selectFrom('audit_events')
    .$if(actor !== undefined, (events) => events.where('actor', '=', actor!))
    .$if(subject !== undefined, (events) => events.where('subject', '=', subject!))
    .$if(event !== undefined, (events) => events.where('event', '=', event!))
    .$if(from !== undefined, (events) => events.where('created_at', '>=', from!))
    .$if(to !== undefined, (events) => events.where('created_at', '<', to!))
    // As the indexes have it.
    .orderBy('created_at', 'desc')
    .orderBy('event_id', 'desc')
  return countAndWalk(
    db,
    matching,
    { instant: 'created_at', id: 'event_id' },
    walk,
    (found) =>
      found
        .select(['event_id', 'event', 'actor', 'subject', 'ip', 'request_id', 'details', 'created_at'])
        .select(cursorInstant('created_at').as('instant')),
    ({ event_id }) => String(event_id),
  )
}

export type StoredEvent = Selectable<AuditTables['audit_events']>

/** The oldest events of before a time, whole. */
export function findBefore(db: Db, before: Date, limit: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('event_id')
    .limit(limit)
    .execute()
}

export async function remove(trx: Trx, event_ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('audit_events').where('event_id', 'in', event_ids).execute()
}
