import type { Trx } from '../platform/db/database.ts'
import type { Json } from '../platform/json.ts'

export { type EventFilter, list as listEvents } from './queries.ts'

export type AuditEvent =
  | 'setup_link_made'
  | 'register'
  | 'login_ok'
  | 'login_failed'
  | 'logout'
  | 'refresh_reuse'
  | 'session_revoked'
  | 'export'
  | 'account_delete_requested'
  | 'account_deleted'
  | 'topup'
  | 'adjustment'
  | 'refund'
  | 'price_changed'
  | 'invite_code_created'
  | 'invite_code_disabled'
  | 'reconciliation_failed'
  | 'worker_drained'
  | 'queue_paused'
  | 'engine_paused'
  | 'queue_weight_changed'
  | 'task_failed'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'locked'
  | 'mfa_ok'
  | 'mfa_failed'
  | 'mfa_enabled'
  | 'mfa_disabled'
  | 'recovery_code_used'
  | 'recovery_codes_regenerated'
  | 'verify'
  | 'mail_link_requested'
  | 'password_changed'
  | 'password_reset'
  | 'email_changed'
  | 'email_change_undone'
  | 'api_key_disabled'
  | 'api_key_enabled'
  | 'api_access_changed'
  | 'settings_changed'
  | 'inventory_changed'
  | 'role_changed'
  | 'user_disabled'
  | 'user_enabled'
  | 'user_unlocked'
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_deleted'
  | 'webhook_secret_rotated'
  | 'webhook_disabled'

/** Where a request came from. */
export interface Origin {
  /** Null for a command on the server. */
  ip: string | null
  request_id: string | null
}

/** Writes an event in the transaction of what it records, so that neither stands without the other. */
export async function record(
  trx: Trx,
  event: AuditEvent,
  origin: Origin,
  about: { actor: string; subject?: string; details?: { [key: string]: Json } },
): Promise<void> {
  const { actor, subject = null, details = {} } = about
  const { ip, request_id } = origin
  await trx.insertInto('audit_events').values({ event, actor, subject, details, ip, request_id }).execute()
}
