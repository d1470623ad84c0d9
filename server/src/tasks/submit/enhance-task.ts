import { findReplay } from '../../idempotency/idempotency.ts'
import { enhanceModel } from '../../engines/engines.ts'
import { targetSize } from '../../upscalers/upscalers.ts'
import { violatedConstraint } from '../../platform/db/constraint.ts'
import { type AppError, finalConflict, invalid } from '../../platform/errors.ts'
import type { Answered } from '../../platform/http/idempotency-key.ts'
import * as wallet from '../../wallet/wallet.ts'
import { findTask, taskNotCompleted } from '../task/find-task.ts'
import type { SubmitDeps } from './submit-task.ts'
import type * as queries from '../task/queries.ts'
import { isStored } from '../results/place.ts'
import type { EnhanceRequest, GenerateResponse } from '../task/schemas.ts'
import { acceptTask, priceOrder, type Submitter } from './submit-task.ts'
import type { EnhanceTarget, GenerateParams } from '../task/tables.ts'

const targets: readonly EnhanceTarget[] = ['1080p', '2k']

/**
 * Submits a sub-task that makes a finished video larger and sharper; it has a price of its own. A video has at most one: further
 * calls return the existing sub-task, with the target of the first call, until it is deleted.
 * @throws ValidationError; AppError 404 `task_not_found`, 409 `task_not_completed`, 409 `task_not_enhanceable`, and as
 * `submitTask`.
 */
export async function enhanceTask(
  deps: SubmitDeps,
  caller: Submitter,
  task_id: string,
  request: EnhanceRequest | null,
): Promise<Answered<GenerateResponse>> {
  const replay = await findReplay<GenerateResponse>(deps.db, caller.keyed, deps.clock())
  if (replay) return replay
  const target = readTarget(request?.target)
  const source = await findTask(deps.db, caller.user_id, task_id)
  if (source.enhance_task_id !== null) return existing(deps, caller.user_id, source.enhance_task_id)
  const params = planEnhance(source, target)
  const recipe = {
    model: enhanceModel,
    prompt: null,
    original_prompt: null,
    negative_prompt: null,
    params,
    priority: source.priority,
    parent_task_id: task_id,
  }
  const order = { ...priceOrder(source.model, params), kind: 'enhance' as const }
  try {
    return await acceptTask(deps, caller, recipe, order)
  } catch (error) {
    if (violatedConstraint(error) !== 'tasks_enhance_of') throw error
    const { enhance_task_id } = await findTask(deps.db, caller.user_id, task_id)
    if (enhance_task_id === null) throw error // a concurrent call made and deleted it
    return existing(deps, caller.user_id, enhance_task_id)
  }
}

function readTarget(given = '1080p'): EnhanceTarget {
  const target = targets.find((known) => known === given.toLowerCase())
  if (!target) throw invalid(['body', 'target'], `Input should be ${targets.join(' or ')}`, 'literal_error')
  return target
}

/** The parameters of the sub-task. @throws AppError 409 `task_not_completed`, 409 `task_not_enhanceable`. */
function planEnhance(source: queries.VisibleTask, target: EnhanceTarget): GenerateParams {
  if (source.status !== 'completed') throw taskNotCompleted('enhanced')
  if (source.model === enhanceModel) throw notEnhanceable('This video has been enhanced already.')
  if (source.result_key === null || !isStored(source.result_key))
    throw notEnhanceable('The video is not kept any more.')
  const { fps, frames, ...made } = source.media ?? source.params
  const size = targetSize(made, target)
  if (!size) throw notEnhanceable(`The video has ${target} already, or more.`)
  return {
    ...source.params,
    mode: 'enhance',
    resolution: target,
    ...size,
    fps,
    frames,
    target,
  }
}

function notEnhanceable(why: string): AppError {
  return finalConflict('task_not_enhanceable', why)
}

/** Returns the existing sub-task in the format of a submission's answer. */
async function existing(
  deps: SubmitDeps,
  user_id: string,
  task_id: string,
): Promise<Answered<GenerateResponse>> {
  const { model, status, cost, created_at } = await findTask(deps.db, user_id, task_id)
  const { balance } = await wallet.getBalance(deps.db, user_id)
  const { currency } = wallet
  const answer = { task_id, status, model, cost, currency, balance, created_at, existing: true }
  return { answer, replayed: false }
}
