import { finalConflict } from '../../platform/errors.ts'
import { findReplay } from '../../idempotency/idempotency.ts'
import type { Answered } from '../../platform/http/idempotency-key.ts'
import { audioGone, imageGone, useAgain } from '../../uploads/uploads.ts'
import type { GenerateResponse } from '../task/schemas.ts'
import { enhanceModel } from '../../engines/engines.ts'
import { hasEnded } from '../task/state.ts'
import { acceptTask, type Submitter } from './submit-task.ts'
import { findTask, taskInProgress } from '../task/find-task.ts'
import type { SubmitDeps } from './submit-task.ts'

/**
 * Submits the recipe of an ended task again, including its seed, as a new task with the old one as its parent. The current price
 * applies.
 * @throws AppError 404 `task_not_found`, 409 `task_in_progress`, and as `submitTask`.
 */
export async function retryTask(
  deps: SubmitDeps,
  caller: Submitter,
  task_id: string,
): Promise<Answered<GenerateResponse>> {
  const replay = await findReplay<GenerateResponse>(deps.db, caller.keyed, deps.clock())
  if (replay) return replay
  const task = await findTask(deps.db, caller.user_id, task_id)
  if (!hasEnded(task.status)) throw taskInProgress()
  if (task.model === enhanceModel)
    throw finalConflict('task_not_retryable', 'Delete this sub-task and enhance its source again.')
  const { model, prompt, original_prompt, negative_prompt, params, priority } = task
  for (const image_key of [params.image_key, params.last_image_key])
    if (image_key && !(await useAgain(deps.uploads, image_key))) throw imageGone()
  if (params.audio_key && !(await useAgain(deps.uploads, params.audio_key))) throw audioGone()
  const recipe = {
    model,
    prompt,
    original_prompt,
    negative_prompt,
    params,
    priority,
    parent_task_id: task_id,
  }
  return acceptTask(deps, caller, recipe)
}
