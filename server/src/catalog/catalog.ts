import { invalid } from '../platform/errors.ts'
import type { Model } from './models.ts'

export {
  addPrice,
  checkUnitPrice,
  findPrice,
  getPrice,
  listPrices,
  type NewPrice,
  type PriceQuote,
} from './prices.ts'
export type { PriceKind } from './tables.ts'
export { type ModelChoices, previewModel, resolveChoices, type Model } from './models.ts'

/** The models on offer; the first is the default. */
export type Catalog = readonly Model[]

/** @throws ValidationError at `["body","model"]` when it is not on offer. */
export function findModel(catalog: Catalog, name: string | undefined): Model {
  const model = name === undefined ? catalog[0] : catalog.find((entry) => entry.name === name)
  if (model) return model
  throw invalid(
    ['body', 'model'],
    `Models on offer: ${catalog.map((entry) => entry.name).join(', ')}`,
    'literal_error',
  )
}
