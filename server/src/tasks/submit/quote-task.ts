import { findPrice } from '../../catalog/catalog.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { QuoteOut, TaskCreate } from '../task/schemas.ts'
import { findPositionOfNew } from '../queue/position.ts'
import { planTask, priceOrder } from './submit-task.ts'
import type { SubmitDeps } from './submit-task.ts'

const enhanceTargets = ['1080p', '2k'] as const

/**
 * Returns what a submission would cost now and how long it would wait, without submitting or holding anything. Rejects the same
 * input as a submission, but not a low balance.
 * @throws ValidationError; AppError 503 `price_not_configured`.
 */
export async function quoteTask(deps: SubmitDeps, user_id: string, input: TaskCreate): Promise<QuoteOut> {
  const now = deps.clock()
  const { model, params } = await planTask(deps, input)
  const order = priceOrder(model, params)
  const price = await deps.getPrice(order, now)
  const { balance } = await wallet.getBalance(deps.db, user_id)
  const expected_s = await deps.expectSeconds(model, params)
  const enhance = []
  for (const target of enhanceTargets) {
    const found = await findPrice(deps.db, { ...order, kind: 'enhance', resolution: target }, now)
    enhance.push({
      target,
      cost: found?.total ?? null,
      unit_price: found?.unit_price ?? null,
      unit: found?.unit ?? null,
    })
  }
  return {
    model,
    params: { parameters: {}, ...params, upscaler: null, seed: input.seed ?? null }, // without a seed, the submission draws a random one
    cost: price.total,
    unit: price.unit,
    unit_price: price.unit_price,
    quantity: price.quantity,
    price_source: price.source,
    currency: wallet.currency,
    currency_scale: wallet.currency_scale,
    balance,
    affordable: price.total <= balance,
    enhance,
    not_drawn: input.image_url ? [] : deps.notDrawn(model, input.prompt),
    queue: await findPositionOfNew(deps, { user_id, model, ...params, expected_s }),
  }
}
