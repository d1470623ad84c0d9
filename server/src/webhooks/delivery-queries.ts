import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { countAndPage } from '../platform/db/page.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import type { SealedSecrets } from './queries.ts'
import type { DeliveryStatus, WebhookTables } from './tables.ts'

type Row = Selectable<WebhookTables['webhook_deliveries']>

const visible = [
  'delivery_id',
  'seq',
  'type',
  'status',
  'body',
  'attempts',
  'due_at',
  'attempted_at',
  'duration_ms',
  'response_status',
  'response_body',
  'error',
  'created_at',
] as const
export type VisibleDelivery = Pick<Row, (typeof visible)[number]>

/** An endpoint with this many untried deliveries gets more only when some are done. */
const freshAtMost = 1_000
const spreadAtOnce = 500
const page = 200

/**
 * Makes deliveries of the events after each endpoint's cursor, and moves the cursors, in one statement, so that concurrent
 * workers do it once. For these users, or for all. Returns how many endpoints moved; 0 when all have caught up.
 */
export async function makeDeliveries(db: Db, now: Date, users?: readonly string[]): Promise<number> {
  const asked = users === undefined ? sql`` : sql`and webhook.user_id = any(${users}::uuid[])`
  const { rows } = await sql`
    with behind as (
      select webhook.webhook_id, webhook.user_id, webhook.event_types, webhook.format, webhook.seen_seq,
             counts.event_seq
        from webhooks as webhook
        join users on users.user_id = webhook.user_id and users.disabled_at is null and users.deletion_at is null
        join task_counts as counts on counts.user_id = webhook.user_id and counts.event_seq > webhook.seen_seq
       where webhook.disabled_at is null ${asked}
         and (select count(*) from (select from webhook_deliveries as delivery
                                     where delivery.webhook_id = webhook.webhook_id
                                       and delivery.status = 'waiting' and delivery.due_at is null
                                     limit ${freshAtMost}) as fresh) < ${freshAtMost}
       limit ${spreadAtOnce}
         for no key update of webhook skip locked
    ), events as (
      select behind.webhook_id, behind.format, event.*, event.type = any(behind.event_types) as is_wanted,
             gen_random_uuid() as delivery_id
        from behind
       cross join lateral (
         select seq, type, data, created_at from task_events
          where user_id = behind.user_id and seq > behind.seen_seq
          order by seq limit ${page}
       ) as event
    ), places as (
      select behind.webhook_id,
             -- the newest events may have been forgotten: then there is nothing up to the newest number
             case when count(events.seq) < ${page} then behind.event_seq else max(events.seq) end as seq
        from behind left join events on events.webhook_id = behind.webhook_id
       group by behind.webhook_id, behind.event_seq
    ), made as (
      insert into webhook_deliveries (delivery_id, webhook_id, seq, type, body, created_at)
      select delivery_id, webhook_id, seq, type,
             case format
               when 'openai' then
                 '{"id":"evt_' || replace(delivery_id::text, '-', '') || '","object":"event","created_at":'
                 || floor(extract(epoch from created_at))::bigint || ',"type":"' || replace(type, 'task.', 'video.')
                 || '","data":{"id":' || (data -> 'task_id')::text || '}}'
               else '{"type":"' || type || '","timestamp":"' || api_instant(created_at) || '","data":' || data::text || '}'
             end,
             ${now}::timestamptz
        from events where is_wanted
    )
    update webhooks set seen_seq = places.seq
      from places where webhooks.webhook_id = places.webhook_id
    returning webhooks.webhook_id`.execute(db)
  return rows.length
}

/** Those of these users who have an endpoint that is not disabled. */
export async function findOwners(db: Db, users: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('user_id')
    .distinct()
    .where('user_id', '=', sql<string>`any(${users}::uuid[])`)
    .where('disabled_at', 'is', null)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export interface Lease {
  webhook_id: string
  lease_id: string
}

/** Leases endpoints with due deliveries until `until`, the longest waiting first; failing and working ones separately. */
export async function lease(
  db: Db,
  options: { failing: boolean; limit: number; now: Date; until: Date },
): Promise<Lease[]> {
  const { failing, limit, now, until } = options
  const { rows } = await sql<Lease>`
    update webhooks set lease_id = gen_random_uuid(), lease_until = ${until}
     where webhook_id in (
       select webhook.webhook_id
         from webhooks as webhook
         join users on users.user_id = webhook.user_id and users.disabled_at is null and users.deletion_at is null
        where webhook.disabled_at is null
          and (webhook.lease_until is null or webhook.lease_until <= ${now})
          and (webhook.failing_since is not null) = ${failing}
          and (exists (select from webhook_deliveries as delivery
                        where delivery.webhook_id = webhook.webhook_id and delivery.status = 'waiting' and delivery.due_at is null)
            or exists (select from webhook_deliveries as delivery
                        where delivery.webhook_id = webhook.webhook_id and delivery.status = 'waiting' and delivery.due_at <= ${now}))
        order by webhook.lease_until nulls first
        limit ${limit}
          for no key update of webhook skip locked)
    returning webhook_id, lease_id`.execute(db)
  return rows
}

export interface TakenDelivery extends SealedSecrets {
  url: string
  delivery_id: string
  body: string
  attempts: number
}

/** Takes the next due delivery of a leased endpoint and extends the lease; undefined when none is due or the lease is lost. */
export async function takeNext(
  db: Db,
  { webhook_id, lease_id }: Lease,
  { now, until }: { now: Date; until: Date },
): Promise<TakenDelivery | undefined> {
  const { rows } = await sql<TakenDelivery>`
    with target as (
      update webhooks set lease_until = ${until}
        from users
       where webhooks.webhook_id = ${webhook_id} and webhooks.lease_id = ${lease_id} and webhooks.disabled_at is null
         and users.user_id = webhooks.user_id and users.disabled_at is null and users.deletion_at is null
      returning webhooks.webhook_id, url, secret_enc, previous_secret_enc, previous_until
    ), next as (
      select delivery_id from webhook_deliveries
       where webhook_id = ${webhook_id} and status = 'waiting' and (due_at is null or due_at <= ${now})
       order by due_at nulls first, seq nulls first limit 1
    )
    update webhook_deliveries as delivery set attempts = delivery.attempts + 1, attempted_at = ${now}
      from target, next
     where delivery.delivery_id = next.delivery_id
    returning target.*, delivery.delivery_id, delivery.body, delivery.attempts`.execute(db)
  return rows[0]
}

export async function release(db: Db, { webhook_id, lease_id }: Lease, now: Date): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ lease_id: null, lease_until: now })
    .where('webhook_id', '=', webhook_id)
    .where('lease_id', '=', lease_id)
    .execute()
}

export interface Settlement extends Pick<
  Row,
  'status' | 'due_at' | 'duration_ms' | 'response_status' | 'response_body' | 'error'
> {}

/**
 * Records the outcome of a try while it is the newest. A delivery that was given up meanwhile stays so unless it arrived.
 * False when nothing was recorded.
 */
export async function settle(
  trx: Trx,
  { delivery_id, attempts }: Pick<TakenDelivery, 'delivery_id' | 'attempts'>,
  settlement: Settlement,
): Promise<boolean> {
  const row = await trx
    .updateTable('webhook_deliveries')
    .set(settlement)
    .where('delivery_id', '=', delivery_id)
    .where('attempts', '=', attempts)
    .$if(settlement.status !== 'delivered', (query) => query.where('status', '=', 'waiting'))
    .returning('delivery_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Undoes an aborted try, which does not count. */
export async function putBack(
  db: Db,
  { delivery_id, attempts }: Pick<TakenDelivery, 'delivery_id' | 'attempts'>,
) {
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts: attempts - 1 })
    .where('delivery_id', '=', delivery_id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .execute()
}

export async function markWorking(trx: Trx, webhook_id: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('webhook_id', '=', webhook_id)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Marks an endpoint as failing, and returns since when. */
export async function markFailing(trx: Trx, webhook_id: string, now: Date): Promise<Date> {
  const row = await trx
    .updateTable('webhooks')
    .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
    .where('webhook_id', '=', webhook_id)
    .returning('failing_since')
    .executeTakeFirst()
  return row?.failing_since ?? now
}

export function insertPing(
  db: Db,
  ping: Settlement & Pick<Row, 'delivery_id' | 'webhook_id' | 'body' | 'created_at'>,
): Promise<VisibleDelivery> {
  return db
    .insertInto('webhook_deliveries')
    .values({ ...ping, type: 'ping', seq: null, attempts: 1, attempted_at: ping.created_at })
    .returning(visible)
    .executeTakeFirstOrThrow()
}

/** A page of an endpoint's log, newest first. */
export async function list(
  db: Db,
  webhook_id: string,
  { status, ...page }: Page & { status?: DeliveryStatus | undefined },
) {
  const matching = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhook_id)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('created_at', 'desc')
    .orderBy('seq', (order) => order.desc().nullsFirst())
  return countAndPage(db, matching, page, (found) => found.select(visible))
}

/**
 * Makes a delivery due: an ended one with all retries, a waiting one at once. Undefined when the endpoint has no such
 * delivery.
 */
export function makeDue(db: Db, webhook_id: string, delivery_id: string, now: Date) {
  return db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      status: 'waiting',
      attempts: eb.case().when('status', '=', 'waiting').then(eb.ref('attempts')).else(0).end(),
      due_at: now,
    }))
    .where('delivery_id', '=', delivery_id)
    .where('webhook_id', '=', webhook_id)
    .returning(visible)
    .executeTakeFirst()
}

/** Deletes deliveries from before an instant, at most `limit`; returns how many. */
export async function deleteBefore(db: Db, before: Date, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom('webhook_deliveries')
    .where('delivery_id', 'in', (eb) =>
      eb.selectFrom('webhook_deliveries').select('delivery_id').where('created_at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
