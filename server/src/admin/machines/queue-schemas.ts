import { Type } from 'typebox'
import { ListOf, Named, Nullable, OneOf, Timestamp } from '../../platform/http/input/schemas.ts'
import { Problem } from './engine-schemas.ts'

const Slot = Type.Object({
  engine: Type.String(),
  slot: Type.Integer(),
  models: Type.Array(Type.String()),
  loaded_model: Nullable(Type.String()),
  task_id: Nullable(Type.String()),
  taken_at: Nullable(Timestamp),
  is_draining: Type.Boolean({
    description: 'Its task has ended or runs elsewhere, but the engine is not known to be done.',
  }),
})

export const WorkerListOut = ListOf(
  'WorkerListOut',
  Named('WorkerOut', {
    worker_id: Type.String(),
    version: Type.String(),
    host: Type.String(),
    pid: Type.Integer(),
    started_at: Timestamp,
    seen_at: Timestamp,
    is_alive: Type.Boolean({ description: 'Heard of within 20 seconds.' }),
    draining_since: Nullable(Timestamp),
    task_ids: Type.Array(Type.String(), { description: 'What it runs now.' }),
    slots: Type.Array(Slot, { description: 'Of engines that only this worker has.' }),
  }),
)

export const QueueListOut = ListOf(
  'QueueListOut',
  Named('AdminQueueOut', {
    model: Type.String(),
    queued: Type.Integer(),
    running: Type.Integer(),
    oldest_wait_s: Type.Integer({ description: 'How long the task that has waited longest has waited.' }),
    slots: Type.Integer({ description: 'Of engines that were heard of lately.' }),
    paused_at: Nullable(Timestamp),
    paused_by: Nullable(Type.String()),
  }),
)

export const SlotListOut = ListOf(
  'SlotListOut',
  Named('SlotOut', { ...Slot.properties, owner: Type.String() }),
)

export const EngineListOut = ListOf(
  'EngineListOut',
  Named('EngineOut', {
    engine: Type.String(),
    worker_id: Type.String({ description: 'Whose view of it this is.' }),
    kind: Type.String(),
    url: Nullable(Type.String()),
    is_reachable: Type.Boolean(),
    version: Nullable(Type.String()),
    offers: Type.Array(Type.Object({ model: Type.String(), modes: Type.Array(Type.String()) })),
    problems: Type.Array(Problem),
    failures: Type.Integer({ description: 'In a row: of calls, or of attempts.' }),
    rests_until: Nullable(Timestamp),
    power: Nullable(
      Type.Object({
        state: OneOf(['off', 'starting', 'on', 'stopping']),
        since: Timestamp,
        start_s: Nullable(Type.Number({ description: 'How long a start takes, as measured.' })),
        failures: Type.Integer({ description: 'Starts in a row that came to nothing.' }),
        error: Nullable(Type.String({ description: 'Of the last start or stop that failed.' })),
      }),
    ),
    paused_at: Nullable(Timestamp),
    paused_by: Nullable(Type.String()),
    reached_at: Nullable(Timestamp),
    checked_at: Timestamp,
  }),
)

export const TakeOutRequest = Named('TakeOutRequest', {
  hand_back: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether what it computes now waits again, for other engines, instead of ending there.',
    }),
  ),
})
export const TakenOut = Named('TakenOut', {
  handed_back: Type.Array(Type.String(), { description: 'The ids of these tasks.' }),
})

export const WeightRequest = Named('WeightRequest', {
  weight: Type.Number({
    minimum: 0.01,
    maximum: 100,
    description: 'Share of the queue; 1 is the usual one.',
  }),
})
