import { describeParameters, findPrice, type Model, sizesOf } from '../../catalog/catalog.ts'
import { currency } from '../../wallet/wallet.ts'
import type { SubmitDeps } from './submit-task.ts'
import { findAllChoices } from '../fleet/choices.ts'
import { listSeenOffers } from '../fleet/engine-queries.ts'

/** Lists all models with their parameters and current prices, and whether an engine offers them now. */
export async function listModels({ db, catalog, clock }: Pick<SubmitDeps, 'db' | 'catalog' | 'clock'>) {
  const heard = new Set(await listSeenOffers(db))
  const choices = await findAllChoices(db, catalog.models)
  const items = []
  for (const [at, model] of catalog.models.entries()) {
    items.push({
      model: model.name,
      title: model.title,
      licence: model.licence,
      is_default: at === 0,
      modes: model.modes.map((mode) => ({ mode, is_available: heard.has(`${model.name}/${mode}`) })),
      fps: model.fps,
      sizes: sizesOf(model),
      prices: await pricesOf(model),
      currency,
      parameters: describeParameters(model, choices.get(model.name) ?? {}),
    })
  }
  return { items, total: items.length, page: 1, page_size: Math.max(1, items.length) }

  async function pricesOf({ name, sizes }: Model) {
    const prices = []
    for (const resolution of Object.keys(sizes)) {
      const price = await findPrice(db, { kind: 'generate', model: name, resolution, seconds: 1 }, clock())
      prices.push({ resolution, unit: price?.unit ?? null, unit_price: price?.unit_price ?? null })
    }
    return prices
  }
}
