import * as catalog from '../../catalog/catalog.ts'
import { invalid } from '../../platform/errors.ts'
import type { Answered } from '../../platform/http/idempotency-key.ts'
import type { GenerateResponse } from '../task/schemas.ts'
import { acceptTask, planTask, type SubmitDeps, type Submitter } from './submit-task.ts'

const plainPrompt = 'a calm sea at sunset'
const free: catalog.PriceQuote = { source: 'test', unit: 'task', unit_price: '0', quantity: 1, total: 0 }

/**
 * Submits the smallest and shortest video that a model makes, free of charge and also where the model has no price yet. Whichever
 * engine of the model is free takes it; the task's attempts tell which one did.
 * @throws ValidationError for a model that makes nothing of words alone; AppError as `submitTask`.
 */
export async function tryModel(
  deps: SubmitDeps,
  caller: Submitter,
  name: string,
  prompt = plainPrompt,
): Promise<Answered<GenerateResponse>> {
  const model = catalog.findModel(deps.catalog, name)
  if (!model.modes.includes('text-to-video') || model.audio === 'required')
    throw invalid(['body', 'model'], `${name} needs a picture or a sound: try it in the studio`)
  const pixels = (size: catalog.ModelSize) => size.width_px * size.height_px
  const { resolution, aspect_ratio } = catalog
    .sizesOf(model)
    .reduce((least, size) => (pixels(size) < pixels(least) ? size : least))
  const input = { model: name, prompt, resolution, aspect_ratio, duration_seconds: model.duration_s.min }
  const { params } = await planTask(deps, input)
  const words = { prompt, original_prompt: null, negative_prompt: null }
  const recipe = { model: name, ...words, params, priority: 0, parent_task_id: null }
  return acceptTask({ ...deps, getPrice: async () => free }, caller, recipe)
}
