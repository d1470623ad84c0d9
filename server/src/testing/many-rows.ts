import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** How many ended tasks an account is given. Of each task come five events, and of most a hold and a capture. */
export interface Filling {
  user_id: string
  tasks: number
}

/** Adds accounts nobody can sign in to, with addresses that begin with `name`; their ids. */
export async function addAccounts(db: Db, name: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into users (user_id, email, email_identity, nickname)
    select gen_random_uuid(), name || '@example.org', name || '@example.org', name
      from (select ${name}::text || i as name from generate_series(1, ${count}::int) as i) as named
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** What every task of these rows costs, unless it is free. */
const cost = 10

/**
 * Gives accounts without any movement or task a past, one minute a task, written behind the triggers but as they would have written
 * it: counts, numbers and balances agree. All prompts have `calm sea`, one in ten thousand has `lighthouse`; one task in twenty has
 * failed, none is in 1080p.
 */
export function fillAccounts(db: Db, fillings: readonly Filling[]): Promise<void> {
  return db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = on`.execute(connection) // VACUUM passes over what may not be on disk yet
    await fill(connection, fillings)
    for (const table of [
      'tasks',
      'task_events',
      'ledger_holds',
      'ledger_transactions',
      'ledger_entries',
      'users',
    ])
      await vacuum(connection, table)
    await sql`reset synchronous_commit`.execute(connection)
  })
}

/** Until indexes alone can tell what is there, which others who write to the same cluster may delay. */
async function vacuum(db: Db, table: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
    const { rows } = await sql<{ isVisible: boolean }>`
      select relallvisible >= relpages as "isVisible" from pg_class where oid = ${table}::regclass`.execute(
      db,
    )
    if (rows[0]!.isVisible) return
    if (tries === 20) throw new Error(`${table} has rows that VACUUM may not touch.`)
    await setTimeout(100)
  }
}

async function fill(db: Db, fillings: readonly Filling[]): Promise<void> {
  const user_ids = fillings.map(({ user_id }) => user_id)
  const sizes = fillings.map(({ tasks }) => tasks)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx) // millions of rows take longer than any request may
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`
      create temp table made on commit drop as
        select user_id, i, gen_random_uuid()::text as task_id, i % 20 <> 0 as is_completed,
               -- free, and so without a hold: what failed, and every fifth
               case when i % 20 <> 0 and i % 5 <> 1 then gen_random_uuid() end as hold_id,
               now() - (size - i + 1) * interval '1 minute' as at
          from unnest(${user_ids}::uuid[], ${sizes}::int[]) as asked (user_id, size), generate_series(1, size) as i`.execute(
      trx,
    )
    await sql`
      insert into tasks (task_id, user_id, model, status, prompt, params, cost, result_key, progress, attempt, deadline_at,
                         created_at, started_at, completed_at, error_code, error_message, sweep_at)
      select task_id, user_id, case i % 10 when 3 then 'wan2.2' when 4 then 'ltx' else 'preview' end,
             case when is_completed then 'completed' else 'failed' end,
             'a calm sea, scene ' || i % 1000 || case when i % 10000 = 7 then ', a lighthouse 灯塔' else '' end,
             json_build_object('mode', 'text-to-video', 'duration_seconds', 1,
                               'resolution', case when i % 3 = 0 then '720p' else '480p' end,
                               'aspect_ratio', case when i % 2 = 0 then '9:16' else '16:9' end,
                               'width_px', 832, 'height_px', 480, 'fps', 16, 'frames', 17, 'seed', i),
             case when hold_id is null then 0 else ${sql.lit(cost)} end,
             case when is_completed then 'videos/' || task_id || '.mp4' end, 1, 1, at + interval '1 hour', at, at, at,
             case when not is_completed then 'out_of_memory' end, case when not is_completed then 'It was too large.' end,
             'infinity'
        from made`.execute(trx)
    await sql`
      update task_counts
         set completed = of_user.completed, failed = of_user.failed, event_seq = of_user.tasks * 5
        from (select user_id, count(*) as tasks, count(*) filter (where is_completed) as completed,
                     count(*) filter (where not is_completed) as failed
                from made group by user_id) as of_user
       where task_counts.user_id = of_user.user_id`.execute(trx)
    await sql`
      insert into task_events (user_id, seq, task_id, type, data, created_at)
      select user_id, (i - 1) * 5 + event, task_id,
             case event when 1 then 'task.queued' when 2 then 'task.running' when 5 then
               case when is_completed then 'task.completed' else 'task.failed' end else 'task.progress' end,
             json_build_object('task_id', task_id, 'model', 'preview', 'progress', event / 5.0, 'created_at', api_instant(at)), at
        from made, generate_series(1, 5) as event`.execute(trx)
    await fillLedger(trx)
  })
}

/** A top-up, then a hold and a capture of every task that has a price, in the order of the tasks. */
async function fillLedger(trx: Db): Promise<void> {
  await sql`
    insert into ledger_accounts (owner_user_id, kind, balance)
    select user_id, kind, 0 from (select distinct user_id from made) as owner, unnest(array['user_available', 'user_held']) as kind
        on conflict do nothing`.execute(trx)
  await sql`
    create temp table priced on commit drop as
      select *, row_number() over (partition by user_id order by i) as place,
             gen_random_uuid() as hold_movement, gen_random_uuid() as capture_movement
        from made where hold_id is not null`.execute(trx)
  await sql`
    create temp table owners on commit drop as
      select user_id, count(*) as holds, gen_random_uuid() as topup_movement, min(at) as at,
             (select account_id from ledger_accounts where owner_user_id = user_id and kind = 'user_available') as available,
             (select account_id from ledger_accounts where owner_user_id = user_id and kind = 'user_held') as held
        from priced group by user_id`.execute(trx)
  await sql`
    insert into ledger_holds (hold_id, user_id, task_id, amount, captured, state, quote, created_at, resolved_at)
    select hold_id, user_id, task_id, ${sql.lit(cost)}, ${sql.lit(cost)}, 'captured', '{"model": "preview"}', at, at
      from priced`.execute(trx)
  await sql`
    insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key, created_at)
    select topup_movement, user_id, 'topup', null, 'topup:' || topup_movement, at - interval '1 minute' from owners
     union all
    select movement.id, user_id, movement.kind, hold_id, movement.kind || ':' || hold_id, at
      from priced, lateral (values (hold_movement, 'hold'), (capture_movement, 'capture')) as movement (id, kind)`.execute(
    trx,
  )
  const platform = (kind: string) =>
    sql`(select account_id from ledger_accounts where kind = ${sql.lit(kind)} and owner_user_id is null)`
  await sql`
    insert into ledger_entries (transaction_id, account_id, amount, balance_after, account_seq)
    select topup_movement, account_id, amount, balance_after, account_seq
      from owners, lateral (values (available, holds * ${sql.lit(cost)}, holds * ${sql.lit(cost)}, 1),
                                   (${platform('platform_topups')}, -holds * ${sql.lit(cost)}, null, null))
                   as entry (account_id, amount, balance_after, account_seq)`.execute(trx)
  await sql`
    insert into ledger_entries (transaction_id, account_id, amount, balance_after, account_seq)
    select entry.movement, entry.account_id, entry.amount, entry.balance_after, entry.account_seq
      from priced join owners using (user_id),
           lateral (values (hold_movement, available, -${sql.lit(cost)}, (holds - place) * ${sql.lit(cost)}, place + 1),
                           (hold_movement, held, ${sql.lit(cost)}, ${sql.lit(cost)}, place * 2 - 1),
                           (capture_movement, held, -${sql.lit(cost)}, 0, place * 2),
                           (capture_movement, ${platform('platform_revenue')}, ${sql.lit(cost)}, null, null))
                   as entry (movement, account_id, amount, balance_after, account_seq)`.execute(trx)
  await sql`
    update ledger_accounts set last_seq = case kind when 'user_available' then holds + 1 else holds * 2 end
      from owners where account_id in (available, held)`.execute(trx)
}

/** Gives an account waiting tasks of the built-in model, written behind the triggers. */
export async function fillQueue(db: Db, user_id: string, tasks: number): Promise<void> {
  const params = {
    mode: 'text-to-video',
    duration_seconds: 1,
    resolution: '480p',
    aspect_ratio: '16:9',
    width_px: 832,
    height_px: 480,
    fps: 16,
    frames: 17,
    seed: 1,
  }
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into tasks (task_id, user_id, model, prompt, params, cost, deadline_at, queue_tag)
      select gen_random_uuid()::text, ${user_id}, 'preview', 'a calm sea', ${JSON.stringify(params)}::json, 0,
             now() + interval '1 day', random()
        from generate_series(1, ${tasks}::int)`.execute(trx)
    await sql`update task_counts set queued = queued + ${tasks} where user_id = ${user_id}`.execute(trx)
  })
}
