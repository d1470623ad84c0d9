import { finalConflict } from '../platform/errors.ts'
import type { Answered } from '../platform/http/idempotency-key.ts'
import { findTask, type Submitter, submitTask, taskNotCompleted } from '../tasks/tasks.ts'
import { answer, type OpenAiDeps } from './create-video.ts'
import type { OpenAiVideo } from './schemas.ts'
import { inTheirWords } from './to-task.ts'

/**
 * Submits the recipe of a completed video with another prompt: same model, size, length, seed and picture, at the price of today.
 * It is made anew; nothing of the video itself is used.
 * @throws AppError 404 `task_not_found`, 409 `task_not_completed`, 409 `task_not_retryable`, and as `submitTask`.
 */
export async function remixVideo(
  deps: OpenAiDeps,
  caller: Submitter,
  task_id: string,
  { prompt }: { prompt: string },
): Promise<Answered<OpenAiVideo>> {
  const { status, model, negative_prompt, params } = await findTask(deps.db, caller.user_id, task_id)
  if (params.mode === 'enhance')
    throw finalConflict('task_not_retryable', 'An enhanced video has no prompt: remix its source.')
  if (status !== 'completed') throw taskNotCompleted('remixed')
  const { resolution, aspect_ratio, duration_seconds, seed } = params
  const { steps = null, guidance = null, parameters = null } = params
  const {
    image_key: image_url = null,
    last_image_key: last_image_url = null,
    audio_key: audio_url = null,
  } = params
  const choices = { resolution, aspect_ratio, duration_seconds, seed, steps, guidance, parameters }
  const inputs = { image_url, last_image_url, audio_url }
  const task = { prompt, model, negative_prompt, ...choices, ...inputs, parent_task_id: task_id }
  try {
    return await answer(deps, caller.user_id, await submitTask(deps, caller, task))
  } catch (error) {
    throw inTheirWords(error)
  }
}
