import type { Db } from '../platform/db/database.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import type { Span } from '../platform/http/input/time-span.ts'

export interface EventFilter extends Span {
  actor?: string | undefined
  subject?: string | undefined
  event?: string | undefined
}

/** One page of the log, newest first. */
export async function list(
  db: Db,
  { actor, subject, event, from, to }: EventFilter,
  { page, page_size }: Page,
) {
  const matching = db
    .selectFrom('audit_events')
    .$if(actor !== undefined, (events) => events.where('actor', '=', actor!))
    .$if(subject !== undefined, (events) => events.where('subject', '=', subject!))
    .$if(event !== undefined, (events) => events.where('event', '=', event!))
    .$if(from !== undefined, (events) => events.where('created_at', '>=', from!))
    .$if(to !== undefined, (events) => events.where('created_at', '<', to!))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * page_size
  if (offset >= total) return { total, rows: [] }
  const rows = await matching
    .select(['event_id', 'event', 'actor', 'subject', 'ip', 'request_id', 'details', 'created_at'])
    .orderBy('event_id', 'desc')
    .limit(page_size)
    .offset(offset)
    .execute()
  return { total, rows }
}
