import type { Generated } from 'kysely'

export interface OutboxTables {
  mail_outbox: {
    mail_id: Generated<number>
    recipient: string
    /** Which mail it is, for logs and tests. */
    template: string
    subject: string
    body_text: string
    body_html: string
    attempts: Generated<number>
    send_after: Generated<Date>
    created_at: Generated<Date>
    sent_at: Date | null
    /** When sending was given up. */
    failed_at: Date | null
    last_error: string | null
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends OutboxTables {}
}
