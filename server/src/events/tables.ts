import type { Generated } from 'kysely'

export const eventTypes = [
  'task.queued',
  'task.running',
  'task.progress',
  'task.requeued',
  'task.completed',
  'task.failed',
  'task.deleted',
  'task.restored',
] as const
export type EventType = (typeof eventTypes)[number]

export interface EventTables {
  /** Written only by a trigger on `tasks`, in the transaction of the change. */
  task_events: {
    user_id: string
    /** 1, 2, 3 ... per user, without gaps when written, in the order of the commits. */
    seq: number
    task_id: string
    type: EventType
    /** The task after the change, as JSON text, sent unchanged. */
    data: string
    created_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends EventTables {}
}
