import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Span } from '../../platform/http/input/time-span.ts'

export interface ComparedGroup {
  kind: 'generate' | 'enhance'
  model: string
  resolution: string
  tasks: number
  /** Minor units. */
  charged: number
  refunded: number
  would_charge: number
}

/** Sums of completed tasks in the period, by model and resolution. The most specific price applies, as in the price list. */
export async function compare(
  db: Db,
  prices: readonly { kind: string; model: string; resolution: string; unit: string; unit_price: string }[],
  { from, to }: Required<Span>,
): Promise<ComparedGroup[]> {
  const { rows } = await sql<ComparedGroup>`
    with proposed as (
      select * from json_to_recordset(${JSON.stringify(prices)}::json)
        as price (kind text, model text, resolution text, unit text, unit_price numeric)
    ), sold as (
      select task_id, case model when 'enhance' then 'enhance' else 'generate' end as kind, model,
             coalesce(params ->> 'target', params ->> 'resolution') as resolution,
             (params ->> 'duration_seconds')::numeric as seconds
        from tasks where status = 'completed' and completed_at >= ${from} and completed_at < ${to}
    )
    select sold.kind, sold.model, sold.resolution, count(*) as tasks,
           coalesce(sum(hold.captured), 0)::bigint as charged, coalesce(sum(hold.refunded), 0)::bigint as refunded,
           sum(case when price.unit_price is null then coalesce(hold.captured, 0)
                    else ceil(price.unit_price * case price.unit when 'second' then seconds else 1 end) end)::bigint as would_charge
      from sold
      left join ledger_holds as hold using (task_id)
      left join lateral (
        select unit, unit_price from proposed
         where proposed.kind = sold.kind and proposed.model in (sold.model, '*')
           and proposed.resolution in (sold.resolution, '*')
         order by proposed.model = '*', proposed.resolution = '*' limit 1) as price on true
     group by sold.kind, sold.model, sold.resolution
     order by sold.kind, sold.model, sold.resolution`.execute(db)
  return rows
}
