import { type Static, Type } from 'typebox'
import { Named, NoBody, Nullable, OneOf, QueryInteger, Timestamp } from '../platform/http/input/schemas.ts'

/** The `data` of an event: the task after the change, as `task_event_data` in the database writes it. */
export const TaskEventData = Named(
  'TaskEventData',
  {
    task_id: Type.String(),
    parent_task_id: Nullable(Type.String()),
    model: Type.String(),
    status: OneOf(['queued', 'running', 'completed', 'failed']),
    progress: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    attempt: Type.Integer({ description: '0 before the first.' }),
    result_url: Nullable(Type.String({ description: 'Object key of the stored video.' })),
    download_url: Nullable(Type.String()),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    cost: Type.Integer(),
    cost_status: OneOf(['held', 'charged', 'released', 'free']),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    updated_at: Timestamp,
  },
  { description: 'A task after a change: `data` of its event, as JSON on one line.' },
)
export type TaskEventData = Static<typeof TaskEventData>

export const LivePictureData = Named(
  'LivePictureData',
  { task_id: Type.String(), live_url: Type.String() },
  { description: 'A task whose live picture has changed: `data` of the event task.live.' },
)
export type LivePictureData = Static<typeof LivePictureData>

export const StreamQuery = Type.Object({
  last_event_id: QueryInteger({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Goes on after this event. The header Last-Event-ID counts before it.',
  }),
})

const eventStream = {
  description:
    'Server-sent events: `event` is the type, `id` the number, `data` the task. task.live has no number, and a LivePictureData.',
  content: { 'text/event-stream': { schema: Type.Union([TaskEventData, LivePictureData]) } },
}

export const streamResponse = { 200: eventStream }
export const endingStreamResponse = { 200: eventStream, 204: NoBody }

/** The part that both streams' descriptions share. */
export const streamDescription = `\
Types: task.queued, task.running, task.progress (at most twice a second), task.requeued (an attempt was lost), task.completed, \
task.failed, task.deleted, task.restored (the deletion was undone); and task.live (a new live picture, at most once a second; \
it is not kept). Ids are whole numbers that grow; with Last-Event-ID (a header or \`last_event_id\`) the stream goes on \
after that event. When what came after it is not kept any more, the event \`reset\` comes first: read your tasks again. \
Comments come every few seconds. A stream ends with its credential.`
