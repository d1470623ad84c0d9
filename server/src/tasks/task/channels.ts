// Channels of NOTIFY that workers listen on.

/** A task was queued, or a slot became free. */
export const queuedChannel = 'tasks_queued'
/** An engine may have an orphaned operation. */
export const slotsChannel = 'engine_slots'
