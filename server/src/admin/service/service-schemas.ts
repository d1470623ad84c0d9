import { Type } from 'typebox'
import { Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/input/schemas.ts'
import { TimeSpan } from '../../platform/http/input/time-span.ts'
import { WalkOf, Walking } from '../../platform/http/input/walk.ts'
import type { Json } from '../../platform/json.ts'
import type { Settings } from '../../settings/settings.ts'
import { AttemptOut, TaskOut } from '../../tasks/tasks.ts'
import { LedgerTransactionOut } from '../money/money-schemas.ts'

const Uuid = Type.String({ format: 'uuid' })

export const AuditQuery = Type.Object({
  actor: Type.Optional(Text('plain', { maxLength: 100 })),
  subject: Type.Optional(Text('plain', { maxLength: 100 })),
  event: Type.Optional(Text('plain', { maxLength: 100 })),
  ...TimeSpan,
  ...Walking,
})

export const AuditListOut = WalkOf(
  'AuditListOut',
  Named('AuditEventOut', {
    event_id: Type.Integer(),
    event: Type.String(),
    actor: Type.String({ description: 'A user, or `system`, or `anonymous`.' }),
    actor_email: Nullable(Type.String({ description: 'Of a user who is still there.' })),
    subject: Nullable(Type.String({ description: 'What it was done to: a user, a key, a session, a task.' })),
    subject_email: Nullable(Type.String({ description: 'Of a user who is still there.' })),
    ip: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
    details: Type.Unsafe<{ [key: string]: Json }>({ type: 'object', additionalProperties: true }),
    created_at: Timestamp,
  }),
)

export const TaskQuery = Type.Object({
  status: Type.Optional(Text('plain', { maxLength: 8192, description: 'Unknown values match nothing.' })),
  user_id: Type.Optional(Uuid),
  model: Type.Optional(Text('plain', { maxLength: 100 })),
  ...TimeSpan,
  ...Walking,
})
const AdminTaskOut = Named('AdminTaskOut', {
  ...TaskOut.properties,
  user_id: Uuid,
  user_email: Nullable(Type.String({ description: 'null once the account is gone.' })),
})
export const AdminTaskDetail = Named('AdminTaskDetail', {
  ...AdminTaskOut.properties,
  attempts: Type.Array(AttemptOut),
  movements: Type.Array(LedgerTransactionOut, { description: 'What it moved in the ledger, newest first.' }),
})
export const AdminTaskListOut = WalkOf('AdminTaskListOut', AdminTaskOut)

export const TestMailOut = Named('TestMailOut', {
  status: Type.Literal('sent', { description: 'The mail server took it.' }),
  to: Type.String({ description: 'Your own address.' }),
})

const settings = {
  site_name: Type.String(),
  api_key_auth_enabled: Type.Boolean(),
  registration_enabled: Type.Boolean(),
  topup_enabled: Type.Boolean(),
  email_verification_required: Type.Boolean(),
  price_overrides: Type.Unsafe<Settings['price_overrides']>({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { unit: { enum: ['second', 'task'] }, unit_price: { type: 'string' } },
    },
    description: 'Unit prices by `kind.resolution` or `kind.model.resolution`.',
  }),
  rate_limits: Type.Unsafe<Settings['rate_limits']>({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { points: { type: 'integer' }, per_s: { type: 'integer' } },
    },
    description: 'What holds instead of a limit’s own values, by its name: `GET /api/v1/admin/limits`.',
  }),
  storage_quota_bytes: Type.Integer({
    description: 'What the videos of one user may take; 0 for no bound.',
  }),
  longest_wait_s: Type.Integer({ description: 'Seconds after which a task that still waits is a problem.' }),
}
export const SettingsOut = Named('SettingsOut', {
  ...settings,
  stored: Type.Array(
    Type.Object({
      key: OneOf(Object.keys(settings) as (keyof Settings)[]),
      updated_by: Nullable(Uuid),
      updated_at: Timestamp,
    }),
    { description: 'Which of them were changed online; the others are as the environment says.' },
  ),
})

export const LimitsOut = Named('LimitsOut', {
  items: Type.Array(
    Named('LimitOut', {
      name: Type.String(),
      by: OneOf(['network', 'user', 'mail_address', 'session', 'api_key'], {
        description: 'Whose are counted together.',
      }),
      what: Type.String({ description: 'What is counted, in English.' }),
      points: Type.Integer({ description: 'So many at most' }),
      per_s: Type.Integer({ description: 'in so many seconds.' }),
      default_points: Type.Integer(),
      default_per_s: Type.Integer(),
    }),
  ),
})

/** Has no `properties`, so that unknown ones are refused by the use case and not dropped silently. */
export const SettingsChange = Type.Unsafe<{ [key: string]: Json }>({
  type: 'object',
  description: 'New values by setting; null goes back to what the environment says.',
})
