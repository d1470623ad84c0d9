import { invalid } from '../platform/errors.ts'
import type { Model } from './models.ts'

export {
  addFirstPrices,
  addPrice,
  checkUnitPrice,
  createPriceReader,
  findPrice,
  type GetPrice,
  listPrices,
  type NewPrice,
  type PriceOrder,
  type PriceQuote,
} from './prices.ts'
export type { PriceKind } from './tables.ts'
export { describeParameters } from './describe-model.ts'
export { hasReportedChoices, isMultiple, type OfferedChoices } from './parameters.ts'
export {
  type Model,
  type ModelChoices,
  type ModelSize,
  type PictureSize,
  previewModel,
  type Range,
  resolveChoices,
  sizesOf,
} from './models.ts'

/** The models on offer; changes with the engines file. */
export interface Catalog {
  /** The first is the default. Never empty. */
  readonly models: readonly Model[]
}

/** @throws ValidationError at `["body","model"]` when the model is not on offer. */
export function findModel({ models }: Catalog, name: string | undefined): Model {
  const model = name === undefined ? models[0] : models.find((entry) => entry.name === name)
  if (model) return model
  throw invalid(
    ['body', 'model'],
    `Models on offer: ${models.map((entry) => entry.name).join(', ')}`,
    'literal_error',
  )
}
