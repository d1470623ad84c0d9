import type { Notifier } from '../platform/db/notifier.ts'
import { eventsChannel } from './feeds.ts'

export { eventsChannel } from './feeds.ts'
export { readLastEventId } from './messages.ts'
export { endingStreamResponse, streamDescription, StreamQuery, TaskEventData } from './schemas.ts'
export { createEventStreams, type EventStreams } from './streams.ts'
export { type EventType, eventTypes } from './tables.ts'

/** Debounces hints; nobody notices the delay. */
const hintWithin_ms = 50

/**
 * Sends a hint that a user's tasks have changed. Call it after the commit. The database writes the events, and readers find
 * them within a second without a hint too.
 */
export function announce(notifier: Pick<Notifier, 'notify'>, user_id: string): void {
  notifier.notify(eventsChannel, { subject: user_id, within_ms: hintWithin_ms })
}
