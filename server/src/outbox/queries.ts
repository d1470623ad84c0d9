import { sql } from 'kysely'
import type { Mail } from '../mail/mail.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import { deleteUnlocked } from '../platform/db/delete-unlocked.ts'

export async function insert(trx: Trx, recipient: string, mail: Mail): Promise<void> {
  const { template, subject, text, html } = mail
  await trx
    .insertInto('mail_outbox')
    .values({ recipient, template, subject, body_text: text, body_html: html })
    .execute()
}

/**
 * Claims mails that are due, the oldest first, under a lease until `again_at`: another worker retries those of a worker that died.
 * Workers at once claim different mails.
 */
export function claimDue(db: Db, options: { limit: number; now: Date; again_at: Date }) {
  const { limit, now, again_at } = options
  return db
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), send_after: again_at }))
    .where('mail_id', 'in', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('mail_id')
        .where('send_after', '<=', now)
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .orderBy('send_after')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'mail_id',
      'recipient',
      'template',
      'subject',
      'body_text',
      'body_html',
      'attempts',
      'created_at',
    ])
    .execute()
}
export type ClaimedMail = Awaited<ReturnType<typeof claimDue>>[number]

/** Bodies are deleted, since they hold links that open accounts. */
const blank = { body_text: '', body_html: '' }

export async function markSent(db: Db, mail_id: number, now: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ ...blank, sent_at: now, last_error: null })
    .where('mail_id', '=', mail_id)
    .where('failed_at', 'is', null)
    .execute()
}

export async function markFailed(db: Db, mail_id: number, error: string, now: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ ...blank, failed_at: now, last_error: error })
    .where('mail_id', '=', mail_id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Changes nothing if another worker has claimed the mail meanwhile. */
export async function postpone(
  db: Db,
  mail: { mail_id: number; attempts: number },
  error: string,
  again_at: Date,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ send_after: again_at, last_error: error })
    .where('mail_id', '=', mail.mail_id)
    .where('attempts', '=', mail.attempts)
    .where('sent_at', 'is', null)
    .execute()
}

export function deleteDone(db: Db, before: Date): Promise<void> {
  return deleteUnlocked(db, 'mail_outbox', sql`coalesce(sent_at, failed_at) < ${before}`)
}

export async function deleteTo(trx: Trx, recipient: string): Promise<void> {
  await trx
    .deleteFrom('mail_outbox')
    .where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
    .execute()
}

/** The newest mails, which are looked at for how sending goes. */
const newest = 100
/** Mails that wait, which are looked at for the oldest. */
const mostWaiting = 1_000

export interface MailsWaiting {
  /** At most `mostWaiting`. */
  mails: number
  oldest_at: Date
  last_error: string | null
}

/** What has been tried and waits for its next try; undefined where there is none. */
export async function findWaiting(db: Db): Promise<MailsWaiting | undefined> {
  const { rows } = await sql<MailsWaiting>`
    select count(*)::int as mails, min(created_at) as oldest_at, (array_agg(last_error order by created_at))[1] as last_error
      from (select created_at, last_error from mail_outbox
             where sent_at is null and failed_at is null order by send_after limit ${mostWaiting}) as waiting
    having count(*) > 0`.execute(db)
  return rows[0]
}

/** The last mails that were sent or given up, the newest first. */
export async function listSettled(
  db: Db,
  limit: number,
): Promise<{ failed_at: Date | null; last_error: string | null }[]> {
  const { rows } = await sql<{ failed_at: Date | null; last_error: string | null }>`
    select failed_at, last_error from (select * from mail_outbox order by mail_id desc limit ${newest}) as newest
     where coalesce(sent_at, failed_at) is not null order by coalesce(sent_at, failed_at) desc limit ${limit}`.execute(
    db,
  )
  return rows
}
