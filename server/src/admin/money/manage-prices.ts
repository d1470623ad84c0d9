import * as audit from '../../audit/audit.ts'
import * as catalog from '../../catalog/catalog.ts'
import { invalid } from '../../platform/errors.ts'
import { checkedInstant } from '../../platform/http/input/time-span.ts'
import { comparePrices, type ProposedPrice } from '../../tasks/tasks.ts'
import { currency } from '../../wallet/wallet.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'

/**
 * Adds a price in effect from `effective_from` on; earlier quotes keep theirs.
 * @throws ValidationError; AppError 409 `price_exists`.
 */
export function addPrice(
  deps: AdminDeps,
  by: Actor,
  price: catalog.NewPrice & { effective_from?: string | undefined },
) {
  const effective_from =
    price.effective_from === undefined
      ? undefined
      : checkedInstant(price.effective_from, ['body', 'effective_from'])
  return deps.db.transaction().execute(async (trx) => {
    const order = { ...price, effective_from, created_by: by.user_id }
    const added = await catalog.addPrice(trx, order, deps.clock())
    const { price_id, kind, model, resolution, unit, unit_price } = added
    await audit.record(trx, 'price_changed', by.origin, {
      actor: by.user_id,
      subject: `price:${price_id}`,
      details: {
        kind,
        model,
        resolution,
        unit,
        unit_price,
        effective_from: added.effective_from.toISOString(),
      },
    })
    return added
  })
}

/** Finds the price in effect; `for_sale` is false where there is none. */
export async function resolvePrice(
  deps: AdminDeps,
  query: { kind: catalog.PriceKind; model: string; resolution: string; at?: string | undefined },
) {
  const at = query.at === undefined ? deps.clock() : checkedInstant(query.at, ['query', 'at'])
  const price = await catalog.findPrice(deps.db, { ...query, seconds: 1 }, at)
  if (!price) return { for_sale: false, source: null, unit: null, unit_price: null }
  const { source, unit, unit_price } = price
  return { for_sale: true, source, unit, unit_price }
}

/** @throws ValidationError unless `from` lies before `to`, and for prices that are not decimals. */
export async function compareWithPast(
  deps: AdminDeps,
  input: { from: string; to: string; prices: readonly ProposedPrice[] },
) {
  const span = {
    from: checkedInstant(input.from, ['body', 'from']),
    to: checkedInstant(input.to, ['body', 'to']),
  }
  if (span.from >= span.to) throw invalid(['body', 'to'], 'Input must lie after from')
  return { ...(await comparePrices(deps.db, input.prices, span)), currency }
}
