import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { countAndPage } from '../platform/db/page.ts'
import { statement, type Values } from '../platform/db/statement.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import { storedSetting } from '../settings/settings.ts'
import type { CatalogTables, PriceKind } from './tables.ts'

type PriceRow = Selectable<CatalogTables['prices']>

export interface PriceOrder {
  kind: PriceKind
  model: string
  /** For `enhance` the target. */
  resolution: string
  /** Length of the video; prices per task ignore it. */
  seconds: number
}

/** The price in force with its total, rounded up once. */
export interface FoundPrice {
  /** `override:{key}` or `price:{price_id}` */
  source: string
  unit: 'second' | 'task'
  /** Null: not for sale. */
  unit_price: string | null
  total: number | null
}

type Sought = Omit<PriceOrder, 'kind'> & { kind: string; now: Date; exact: string; general: string }

const findInForce = statement(
  (_, value: Values<Sought>) => sql<FoundPrice>`
    with stored as (select ${storedSetting('price_overrides')} as prices),
    override as (
      select case when prices ? ${value('exact')} then ${value('exact')} else ${value('general')} end as key,
             coalesce(prices -> ${value('exact')}, prices -> ${value('general')}) as price
        from stored),
    listed as (
      select price_id, unit, unit_price from prices
       where kind = ${value('kind')} and model in (${value('model')}, '*') and resolution in (${value('resolution')}, '*')
         and effective_from <= ${value('now')}
       order by model = '*', resolution = '*', effective_from desc limit 1),
    found as (
      select 'override:' || key as source, price ->> 'unit' as unit, (price ->> 'unit_price')::numeric as unit_price
        from override where price is not null
      union all
      select 'price:' || price_id, unit, unit_price
        from listed where not exists (select from override where price is not null))
    select source, unit, trim_scale(unit_price)::text as unit_price,
           ceil(unit_price * case unit when 'second' then ${value('seconds')}::numeric else 1 end)::bigint as total
      from found`,
  { shares: true },
)

/**
 * Finds the price in force in one statement; decimal arithmetic stays in SQL. An override in the settings wins over every
 * row, the one with the model's name first. Among rows the most specific wins: an exact model before `*`, an exact
 * resolution before `*`, then the newest in force.
 */
export async function resolvePrice(db: Db, order: PriceOrder, now: Date): Promise<FoundPrice | undefined> {
  const { kind, model, resolution } = order
  const [price] = await findInForce(db, {
    ...order,
    now,
    exact: `${kind}.${model}.${resolution}`,
    general: `${kind}.${resolution}`,
  })
  return price
}

export interface PriceFilter {
  kind?: PriceKind | undefined
  model?: string | undefined
}

export async function list(db: Db, { kind, model }: PriceFilter, page: Page) {
  const matching = db
    .selectFrom('prices')
    .$if(kind !== undefined, (prices) => prices.where('kind', '=', kind!))
    .$if(model !== undefined, (prices) => prices.where('model', '=', model!))
    .orderBy('effective_from', 'desc')
    .orderBy('price_id', 'desc')
  return countAndPage(db, matching, page, (found) => found.select(visible))
}

const visible = [
  'price_id',
  'kind',
  'model',
  'resolution',
  'unit',
  sql<string | null>`trim_scale(unit_price)::text`.as('unit_price'),
  'effective_from',
  'created_by',
  'created_at',
] as const

/** Undefined when a price of this kind starts at the same instant. */
export function insert(trx: Trx, price: Omit<PriceRow, 'price_id' | 'created_at'>) {
  return trx
    .insertInto('prices')
    .values(price)
    .onConflict((conflict) => conflict.columns(['kind', 'model', 'resolution', 'effective_from']).doNothing())
    .returning(visible)
    .executeTakeFirst()
}

/** Inserts nothing for a model and resolution that ever had a price. Concurrent processes insert each row once. */
export async function insertFirst(
  db: Db,
  prices: readonly Pick<PriceRow, 'model' | 'resolution' | 'unit' | 'unit_price'>[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('first price'))`.execute(trx)
    await sql`
      insert into prices (kind, model, resolution, unit, unit_price, effective_from)
      select 'generate', model, resolution, unit, unit_price, ${now}
        from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
             as given (model text, resolution text, unit text, unit_price numeric)
       where not exists (select from prices
                          where kind = 'generate' and prices.model = given.model
                            and prices.resolution = given.resolution)`.execute(trx)
  })
}
