import type { Notifier } from '../platform/db/notifier.ts'
import { eventsChannel } from './feeds.ts'

export { eventsChannel } from './feeds.ts'
export { readLastEventId } from './messages.ts'
export { endingStreamResponse, streamDescription, StreamQuery, TaskEventData } from './schemas.ts'
export { createEventStreams, type EventStreams } from './streams.ts'
export { type EventType, eventTypes } from './tables.ts'

/** Nobody sees the difference, and a burst of changes costs few hints. */
const hintWithin_ms = 50

/**
 * Hints that a user's tasks have changed; after the commit. The events themselves are written by the database, and are
 * found without a hint too, within a second.
 */
export function announce(notifier: Pick<Notifier, 'notify'>, user_id: string): void {
  notifier.notify(eventsChannel, { subject: user_id, within_ms: hintWithin_ms })
}
