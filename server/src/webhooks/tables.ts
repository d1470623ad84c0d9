import type { Generated } from 'kysely'
import type { EventType } from '../events/events.ts'
import type { Language } from '../mail/mail.ts'

export interface WebhookTables {
  webhooks: {
    webhook_id: string
    user_id: string
    url: string
    description: string
    event_types: EventType[]
    /** What its deliveries look like; fixed when it is created. */
    format: Generated<WebhookFormat>
    /** The language of mails to its owner, from the request that created it. */
    language: Language
    /** The signing secret, sealed; see `secretName`. */
    secret_enc: string
    /** Also signs until `previous_until`, after a rotation. */
    previous_secret_enc: string | null
    previous_until: Date | null
    /** The cursor: the user's events up to it were delivered or not asked for. */
    seen_seq: number
    /** Since when every try has failed; null after a success. */
    failing_since: Date | null
    disabled_at: Date | null
    disabled_by: DisabledBy | null
    /** The lease of the worker that delivers to it: one at a time. */
    lease_id: string | null
    /** The end of the lease; after its release the time of release. */
    lease_until: Date | null
    created_at: Date
    updated_at: Date
  }
  webhook_deliveries: {
    /** Also the `webhook-id` of every try. */
    delivery_id: string
    webhook_id: string
    /** The event's number; null for a ping. */
    seq: number | null
    type: EventType | 'ping'
    /** JSON text, signed and sent unchanged in every try. */
    body: string
    status: Generated<DeliveryStatus>
    /** Tries begun. */
    attempts: Generated<number>
    /** Not before this instant; null: at once, before all others. */
    due_at: Date | null
    attempted_at: Date | null
    /** Duration of the last try. */
    duration_ms: number | null
    response_status: number | null
    /** The first 1,024 bytes of the last answer, as text. */
    response_body: string | null
    error: DeliveryError | null
    created_at: Date
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends WebhookTables {}
}

/** `standard`: our events as they are. `openai`: those of OpenAI's video API, which are two. */
export const webhookFormats = ['standard', 'openai'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `gone`: it answered 410. `failing`: every try failed for days. */
export type DisabledBy = 'owner' | 'gone' | 'failing'
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const deliveryErrors = [
  /** The answer is not 2xx. */
  'bad_status',
  'redirect',
  'not_allowed',
  'name_not_found',
  'connection_failed',
  'timeout',
  /** The endpoint was disabled first. */
  'disabled',
  'internal_error',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]
