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
    /** In which its owner is written to: that of the request that made it. */
    language: Language
    /** The signing secret, sealed; see `secretName`. */
    secret_enc: string
    /** Signs as well until `previous_until`, after a rotation. */
    previous_secret_enc: string | null
    previous_until: Date | null
    /** Events of the user up to this number are deliveries, or were not asked for. */
    seen_seq: number
    /** Since when every try has failed; null after one that did not. */
    failing_since: Date | null
    disabled_at: Date | null
    disabled_by: DisabledBy | null
    /** Of the worker that delivers to it now: one at a time. */
    lease_id: string | null
    /** Until when it has the endpoint; after it gave it back: when that was. */
    lease_until: Date | null
    created_at: Date
    updated_at: Date
  }
  webhook_deliveries: {
    /** Also the `webhook-id` of every try. */
    delivery_id: string
    webhook_id: string
    /** The number of the event among its user's; null for a ping. */
    seq: number | null
    type: EventType | 'ping'
    /** JSON text: signed and sent as it stands, the same for every try. */
    body: string
    status: Generated<DeliveryStatus>
    /** Tries that were begun. */
    attempts: Generated<number>
    /** Not before this instant; null: at once, and before all that have one. */
    due_at: Date | null
    attempted_at: Date | null
    /** How long the last try took. */
    duration_ms: number | null
    response_status: number | null
    /** The beginning of the last answer, at most 1,024 bytes as text. */
    response_body: string | null
    error: DeliveryError | null
    created_at: Date
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends WebhookTables {}
}

/** `gone`: it answered 410. `failing`: it took nothing for days. */
export type DisabledBy = 'owner' | 'gone' | 'failing'
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const deliveryErrors = [
  /** An answer other than 2xx. */
  'bad_status',
  'redirect',
  'not_allowed',
  'name_not_found',
  'connection_failed',
  'timeout',
  /** The endpoint was disabled before it could be delivered. */
  'disabled',
  'internal_error',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]
