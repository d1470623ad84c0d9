// Channels of NOTIFY that workers listen on.

/** The channel on which workers hear of queued tasks. */
export const queuedChannel = 'tasks_queued'
/** The channel on which workers hear that an engine computes what nobody wants any more. */
export const slotsChannel = 'engine_slots'
