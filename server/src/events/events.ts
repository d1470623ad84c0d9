import type { Notifier } from '../platform/db/notifier.ts'
import { eventsChannel, livePicturesChannel } from './feeds.ts'

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

/**
 * Tells readers of a task's events, who are there, that its live picture has changed, by `task.live`. The event is not kept and
 * has no number: one that is lost is followed by the next.
 */
export function announceLivePicture(
  notifier: Pick<Notifier, 'notify'>,
  { user_id, task_id }: { user_id: string; task_id: string },
): void {
  notifier.notify(livePicturesChannel, { subject: `${user_id} ${task_id}` })
}
