import { type Static, Type } from 'typebox'
import { eventTypes } from '../events/events.ts'
import {
  ListOf,
  Named,
  Nullable,
  OneOf,
  Paging,
  PathId,
  Text,
  Timestamp,
} from '../platform/http/input/schemas.ts'
import { maxUrlLength } from '../platform/outbound/outbound.ts'
import { deliveryErrors, deliveryStatuses, webhookFormats } from './tables.ts'

const EventTypes = Type.Array(OneOf(eventTypes), { minItems: 1, maxItems: 20 })
const writable = {
  url: Text('plain', { minLength: 1, maxLength: maxUrlLength, description: 'https, at a public address.' }),
  description: Type.Optional(Text('label', { maxLength: 200 })),
  event_types: Type.Optional(
    Type.Unsafe<Static<typeof EventTypes>>({
      ...EventTypes,
      description: 'Default: `task.completed` and `task.failed`.',
    }),
  ),
  enabled: Type.Optional(Type.Boolean()),
}

export const WebhookCreate = Named('WebhookCreate', {
  ...writable,
  format: Type.Optional(
    OneOf(webhookFormats, {
      description:
        'What deliveries look like: `standard` (default), or `openai`, whose `video.completed` and `video.failed` are `task.completed` and `task.failed`, and the only ones. It can’t be changed later.',
    }),
  ),
})
export type WebhookCreate = Static<typeof WebhookCreate>

export const WebhookChange = Named('WebhookChange', { ...writable, url: Type.Optional(writable.url) })
export type WebhookChange = Static<typeof WebhookChange>

const webhook = {
  webhook_id: Type.String({ format: 'uuid' }),
  url: Type.String(),
  description: Type.String(),
  event_types: Type.Array(OneOf(eventTypes)),
  format: OneOf(webhookFormats),
  enabled: Type.Boolean(),
  disabled_at: Nullable(Timestamp),
  disabled_by: Nullable(
    OneOf(['owner', 'gone', 'failing'], {
      description: '`gone`: it answered 410. `failing`: it took nothing for five days.',
    }),
  ),
  failing_since: Nullable(Timestamp),
  previous_secret_until: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
}
export const WebhookOut = Named('WebhookOut', webhook)
export type WebhookOut = Static<typeof WebhookOut>

export const WebhookWithSecret = Named('WebhookWithSecret', {
  ...webhook,
  secret: Type.String({ description: 'What deliveries are signed with: shown this once.' }),
})
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const WebhookListOut = ListOf('WebhookListOut', WebhookOut)

export const DeliveryOut = Named('DeliveryOut', {
  delivery_id: Type.String({ format: 'uuid', description: 'Also the header `webhook-id`, for every try.' }),
  event_id: Nullable(
    Type.Integer({ description: 'The id of the event in `/api/v1/events`; null for a ping.' }),
  ),
  type: OneOf([...eventTypes, 'ping']),
  status: OneOf(deliveryStatuses),
  request_body: Type.String({ description: 'What is sent, the same each time.' }),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  attempted_at: Nullable(Timestamp),
  duration_ms: Nullable(Type.Integer()),
  response_status: Nullable(Type.Integer()),
  response_body: Nullable(Type.String({ description: 'The first 1,024 bytes of the last answer.' })),
  error: Nullable(OneOf(deliveryErrors)),
  created_at: Timestamp,
})
export type DeliveryOut = Static<typeof DeliveryOut>

export const DeliveryListOut = ListOf('DeliveryListOut', DeliveryOut)
export const DeliveryQuery = Type.Object({ ...Paging, status: Type.Optional(OneOf(deliveryStatuses)) })

export const WebhookPath = Type.Object({ webhook_id: PathId('webhook') })
export const DeliveryPath = Type.Object({ webhook_id: PathId('webhook'), delivery_id: PathId('delivery') })
