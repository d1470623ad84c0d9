import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { DisabledBy, WebhookTables } from './tables.ts'

type Row = Selectable<WebhookTables['webhooks']>

/** Visible to owners: never the secrets. */
const visible = [
  'webhook_id',
  'url',
  'description',
  'event_types',
  'format',
  'failing_since',
  'disabled_at',
  'disabled_by',
  'previous_until',
  'created_at',
  'updated_at',
] as const
export type VisibleWebhook = Pick<Row, (typeof visible)[number]>

const sealed = ['webhook_id', 'secret_enc', 'previous_secret_enc', 'previous_until'] as const
export type SealedSecrets = Pick<Row, (typeof sealed)[number]>

/** A user's newest event number: the cursor of a new endpoint. */
const newestSeq = (user_id: string) =>
  sql<number>`(select event_seq from task_counts where user_id = ${user_id})`

/** Locks the owner, which serializes the creation of endpoints. */
export async function lockOwner(trx: Trx, user_id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function count(trx: Trx, user_id: string): Promise<number> {
  const { number } = await trx
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return number
}

type NewWebhook = Pick<
  Row,
  | 'webhook_id'
  | 'user_id'
  | 'url'
  | 'description'
  | 'event_types'
  | 'format'
  | 'language'
  | 'secret_enc'
  | 'created_at'
> & { disabled_at: Date | null }

export function insert(trx: Trx, webhook: NewWebhook): Promise<VisibleWebhook> {
  return trx
    .insertInto('webhooks')
    .values({
      ...webhook,
      disabled_by: webhook.disabled_at && 'owner',
      updated_at: webhook.created_at,
      seen_seq: newestSeq(webhook.user_id),
    })
    .returning(visible)
    .executeTakeFirstOrThrow()
}

export function list(db: Db, user_id: string): Promise<VisibleWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(visible)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute()
}

export function find(db: Db, user_id: string, webhook_id: string): Promise<VisibleWebhook | undefined> {
  return db
    .selectFrom('webhooks')
    .select(visible)
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** A new address clears the failures of the old one. */
export function change(
  trx: Trx,
  user_id: string,
  webhook_id: string,
  changes: Partial<Pick<Row, 'url' | 'description' | 'event_types'>>,
  now: Date,
): Promise<VisibleWebhook | undefined> {
  return trx
    .updateTable('webhooks')
    .set({ ...changes, updated_at: now, ...(changes.url !== undefined && { failing_since: null }) })
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .returning(visible)
    .executeTakeFirst()
}

/**
 * Enables an endpoint for future events; those it missed are not delivered. Undefined when it is enabled already, or
 * missing.
 */
export function enable(trx: Trx, user_id: string, webhook_id: string, now: Date) {
  return trx
    .updateTable('webhooks')
    .set({
      disabled_at: null,
      disabled_by: null,
      failing_since: null,
      seen_seq: newestSeq(user_id),
      updated_at: now,
    })
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .where('disabled_at', 'is not', null)
    .returning(visible)
    .executeTakeFirst()
}

/** Disables an endpoint and gives up its waiting deliveries. Undefined when it is disabled already, or missing. */
export async function disable(trx: Trx, webhook_id: string, by: DisabledBy, now: Date) {
  const row = await trx
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_by: by, updated_at: now })
    .where('webhook_id', '=', webhook_id)
    .where('disabled_at', 'is', null)
    .returning([...visible, 'user_id', 'language'])
    .executeTakeFirst()
  if (!row) return undefined
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', error: 'disabled', due_at: null })
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', 'waiting')
    .execute()
  return row
}

export async function getOwnerEmail(trx: Trx, user_id: string): Promise<string> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return email
}

/** Keeps the current secret as the previous one, and drops the one before. */
export function replaceWithNewSecret(
  trx: Trx,
  user_id: string,
  webhook_id: string,
  secret: { secret_enc: string; previous_until: Date; now: Date },
): Promise<VisibleWebhook | undefined> {
  const { secret_enc, previous_until, now } = secret
  return trx
    .updateTable('webhooks')
    .set((eb) => ({ previous_secret_enc: eb.ref('secret_enc'), secret_enc, previous_until, updated_at: now }))
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .returning(visible)
    .executeTakeFirst()
}

export async function remove(trx: Trx, user_id: string, webhook_id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('webhooks')
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .returning('webhook_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeAll(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('webhooks').where('user_id', '=', user_id).execute()
}

/** The address and secrets of an endpoint. */
export function findTarget(db: Db, user_id: string, webhook_id: string) {
  return db
    .selectFrom('webhooks')
    .select(['url', 'format', ...sealed])
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export function listSecrets(db: Db): Promise<SealedSecrets[]> {
  return db.selectFrom('webhooks').select(sealed).execute()
}

export async function replaceSecret(
  db: Db,
  webhook_id: string,
  { column, from, to }: { column: 'secret_enc' | 'previous_secret_enc'; from: string; to: string },
): Promise<boolean> {
  const row = await db
    .updateTable('webhooks')
    .set({ [column]: to })
    .where('webhook_id', '=', webhook_id)
    .where(column, '=', from)
    .returning('webhook_id')
    .executeTakeFirst()
  return row !== undefined
}

/** One sealed secret per key in use. */
export async function findSealedSamples(db: Db): Promise<{ webhook_id: string; sealed: string }[]> {
  const { rows } = await sql<{ webhook_id: string; sealed: string }>`
    select distinct on (split_part(sealed, '.', 2)) webhook_id, sealed
      from webhooks cross join lateral (values (secret_enc), (previous_secret_enc)) as stored(sealed)
     where sealed is not null`.execute(db)
  return rows
}

/** Endpoints that have failed since before an instant, up to `most`: how many, since when, and whether they are of several users. */
export async function findFailing(
  db: Db,
  before: Date,
  most = 1_000,
): Promise<{ endpoints: number; users: number; since: Date } | undefined> {
  const { rows } = await sql<{ endpoints: number; users: number; since: Date }>`
    select count(*)::int as endpoints, count(distinct user_id)::int as users, min(failing_since) as since
      from (select user_id, failing_since from webhooks
             where failing_since < ${before} and disabled_at is null order by failing_since limit ${most}) as failing
    having count(*) > 0`.execute(db)
  return rows[0]
}
