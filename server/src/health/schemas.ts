import { Type } from 'typebox'
import { Named, Nullable, OneOf, Text, Timestamp } from '../platform/http/input/schemas.ts'
import { toldIn } from '../platform/http/told.ts'
import { hoursOfUse } from '../tasks/tasks.ts'
import { healthCodes, severities } from './items.ts'
import { engineStates } from './overview.ts'

export const HealthOut = Named('HealthOut', {
  checked_at: Timestamp,
  items: Type.Array(
    Named('HealthItem', {
      code: OneOf(healthCodes),
      severity: OneOf(severities, { description: '`now`: users feel it. `soon`: they will.' }),
      subject: Nullable(Type.String({ description: 'An engine, a model, a worker or a path.' })),
      message: Type.String(),
      remedy: Type.String(),
      ...toldIn,
      since: Nullable(Timestamp),
      path: Type.String({ description: 'The page of the studio for it.' }),
    }),
    { description: 'The worst first; at most 100.' },
  ),
})

const Amount = Type.Integer({ description: 'Minor units.' })

export const OverviewOut = Named('OverviewOut', {
  checked_at: Timestamp,
  health: Named('HealthCounts', { now: Type.Integer(), soon: Type.Integer() }),
  running: Type.Integer(),
  waiting: Type.Array(
    Named('WaitingOut', {
      model: Type.String(),
      tasks: Type.Integer({ description: 'Counted up to 10,000.' }),
      oldest_wait_s: Type.Integer(),
      is_paused: Type.Boolean(),
    }),
  ),
  engines: Type.Array(
    Named('EngineStateOut', {
      engine: Type.String(),
      state: OneOf(engineStates),
      problems: Type.Integer(),
      free_slots: Type.Integer(),
      slots: Type.Integer({ description: 'Of all workers, as far as they were heard of lately.' }),
    }),
  ),
  failures: Type.Array(
    Named('FailureCount', {
      code: Type.String(),
      message: Type.String({ description: 'Of the newest.' }),
      tasks: Type.Integer(),
    }),
    { description: 'Of the last hour, the most frequent first.' },
  ),
  first_hour: Timestamp,
  completed_by_hour: Type.Array(Type.Integer(), {
    minItems: 24,
    maxItems: 24,
    description: 'Videos, from `first_hour` to the hour that it is.',
  }),
  money: Named('MoneyToday', {
    topped_up: Amount,
    held: Amount,
    captured: Type.Integer({ description: 'Also what was charged at once.' }),
    refunded: Amount,
    currency: Type.String(),
    currency_scale: Type.Integer(),
  }),
  reconciliation: Nullable(Named('ReconciliationState', { checked_at: Timestamp, is_clean: Type.Boolean() })),
  storage: Named('StorageUse', {
    kind: OneOf(['disk', 'bucket']),
    stored_last_24_h_bytes: Type.Integer({ description: 'Videos; a bucket does not tell how full it is.' }),
    disk: Nullable(
      Named('DiskSpace', {
        free_bytes: Type.Integer(),
        total_bytes: Type.Integer(),
      }),
    ),
  }),
  users: Named('UserCounts', {
    total: Type.Integer({ description: 'Counted up to 10,000.' }),
    new_today: Type.Integer({ description: 'Since midnight in UTC.' }),
  }),
})

export const CapacityQuery = Type.Object({
  model: Type.Optional(
    Text('plain', { maxLength: 100, description: 'An unknown one matches nothing. Default: all.' }),
  ),
})

const Wait = Nullable(
  Type.Number({ description: 'Seconds until the first attempt; null where nothing was measured.' }),
)

export const CapacityOut = Named('CapacityOut', {
  first_hour: Timestamp,
  models: Type.Array(
    Named('ModelCapacity', {
      model: Type.String(),
      video_s_per_hour: Named('VideoSeconds', { last_24_h: Type.Number(), last_7_days: Type.Number() }),
      wait_p50_s: Wait,
      wait_p95_s: Wait,
      measured: Named('Measured', {
        tasks: Type.Integer({ description: 'The newest of the last week, at most 3,000.' }),
        since: Nullable(Timestamp),
      }),
      engines: Type.Integer(),
      slots: Type.Integer(),
      with_one_more: Nullable(
        Named('WithOneMore', {
          slots: Type.Integer(),
          wait_p95_s: Type.Number({ description: 'As the same tasks would have waited on so many slots.' }),
          replayed_p95_s: Type.Number({
            description:
              'As they would have waited on those there are. How far it is from what was measured says how good the estimate is.',
          }),
        }),
      ),
    }),
  ),
  engines: Type.Array(
    Named('EngineUse', {
      engine: Type.String(),
      use: Type.Array(Nullable(Type.Number()), {
        minItems: hoursOfUse,
        maxItems: hoursOfUse,
        description: 'From 0 to 1 by the hour, from `first_hour` on; null where no slot was offered.',
      }),
    }),
  ),
})
