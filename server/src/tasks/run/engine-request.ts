import { EngineError, type EngineRequest } from '../../engines/engines.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { retryOnStorageOutage, type ObjectStorage } from '../../storage/storage.ts'
import { loadFrame, loadSound } from '../../uploads/uploads.ts'
import type { ClaimedTask } from '../queue/claim-queries.ts'
import { openVideo } from '../results/place.ts'

/**
 * Builds an engine's request and loads its pictures and its sound; retries while storage is away. @throws EngineError
 * `image_gone`, `audio_gone`.
 */
export async function toRequest(
  {
    storage,
    pictures,
    config,
  }: {
    storage: Pick<ObjectStorage, 'get'>
    pictures: Pick<Pictures, 'admitAlways'>
    config: { ffmpeg_path: string | null }
  },
  { user_id, parent_task_id, model, prompt, negative_prompt, params }: ClaimedTask,
  signal: AbortSignal,
): Promise<EngineRequest> {
  const { mode, width_px, height_px, fps, frames, seed, steps = null, guidance = null, parameters } = params
  const load = <T>(once: () => Promise<T>) => retryOnStorageOutage(once, { signal, onOutage: () => {} })
  const frame = async (image_key: string | null | undefined): Promise<Uint8Array | null> => {
    if (!image_key) return null
    const size = { width_px, height_px }
    const loaded = await load(() => loadFrame({ storage, pictures }, user_id, image_key, size))
    if (loaded) return loaded
    throw new EngineError('image_gone', 'The picture of this task is not there any more.', {
      fault: 'request',
    })
  }
  const sound = async (audio_key: string | null | undefined): Promise<Uint8Array | null> => {
    if (!audio_key) return null
    const deps = { storage, pictures, ffmpeg_path: config.ffmpeg_path }
    const length = { duration_s: frames / fps, signal }
    const loaded = await load(() => loadSound(deps, user_id, audio_key, length))
    if (loaded) return loaded
    throw new EngineError('audio_gone', 'The sound of this task is not there any more.', { fault: 'request' })
  }
  return {
    model,
    mode,
    prompt: prompt ?? '',
    negative_prompt,
    width_px,
    height_px,
    fps,
    frames,
    seed,
    steps,
    guidance,
    ...(parameters && { parameters }),
    image: await frame(params.image_key),
    last_image: await frame(params.last_image_key),
    audio: await sound(params.audio_key),
    ...(mode === 'enhance' &&
      parent_task_id !== null && { video: () => openVideo(storage, parent_task_id, signal) }),
  }
}
