import { Readable } from 'node:stream'
import { invalid } from '../platform/errors.ts'
import type { Answered } from '../platform/http/idempotency-key.ts'
import {
  type DeleteDeps,
  findTask,
  type ResultPlace,
  type Retention,
  type SubmitDeps,
  type Submitter,
  submitTask,
} from '../tasks/tasks.ts'
import { putUpload } from '../uploads/uploads.ts'
import type { OpenAiVideo, OpenAiVideoCreate } from './schemas.ts'
import { inTheirWords, toTask } from './to-task.ts'
import { toVideo } from './to-video.ts'

export type OpenAiDeps = SubmitDeps & ResultPlace & DeleteDeps & { retention: Retention }

/**
 * Submits a video as `submitTask` does, with the same money, limits and Idempotency-Key, and in the words of the dialect.
 * @throws AppError as `submitTask`, and as `putUpload` for a picture within the request.
 */
export async function createVideo(
  deps: OpenAiDeps,
  caller: Submitter,
  input: OpenAiVideoCreate,
): Promise<Answered<OpenAiVideo>> {
  try {
    const task = toTask(deps.catalog, input)
    const image_url = await pictureOf(deps, caller.user_id, input)
    return await answer(deps, caller.user_id, await submitTask(deps, caller, { ...task, image_url }))
  } catch (error) {
    throw inTheirWords(error)
  }
}

/** A submission's answer as the video that it is by now. */
export async function answer(
  deps: OpenAiDeps,
  user_id: string,
  { answer: { task_id }, replayed }: Answered<{ task_id: string }>,
): Promise<Answered<OpenAiVideo>> {
  return { answer: toVideo(await findTask(deps.db, user_id, task_id), deps.retention), replayed }
}

/** The first frame as a submission names it: an address or an upload's key. A picture within the text becomes an upload. */
async function pictureOf(
  deps: OpenAiDeps,
  user_id: string,
  { input_reference: given, image_reference, reference_url }: OpenAiVideoCreate,
): Promise<string | null> {
  const all = [
    typeof given === 'string' ? given : (given?.image_url ?? given?.file_id),
    image_reference?.image_url,
    reference_url,
  ]
  const [reference, ...others] = all.filter((one) => one != null)
  if (others.length > 0) throw invalid(['body', 'input_reference'], 'A video has one first frame')
  if (reference === undefined) return null
  if (!reference.startsWith('data:')) return reference
  const bytes = bytesOf(reference)
  if (!bytes) throw invalid(['body', 'input_reference'], 'Input must be a data URL in base64')
  return (await putUpload(deps.uploads, user_id, Readable.from([bytes]))).image_key
}

function bytesOf(dataUrl: string): Buffer | undefined {
  const [head = '', text = ''] = dataUrl.split(',', 2)
  return /^data:image\/[\w.+-]+;base64$/.test(head) && /^[\w+/-]+=*$/.test(text)
    ? Buffer.from(text, 'base64')
    : undefined
}
