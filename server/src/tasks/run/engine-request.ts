import { EngineError, type EngineRequest } from '../../engines/engines.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { retryOnStorageOutage, type ObjectStorage } from '../../storage/storage.ts'
import { loadFrame } from '../../uploads/uploads.ts'
import type { ClaimedTask } from '../queue/claim-queries.ts'
import { openVideo } from '../results/place.ts'

/** Builds an engine's request and loads its pictures; retries while storage is away. @throws EngineError `image_gone`. */
export async function toRequest(
  { storage, pictures }: { storage: Pick<ObjectStorage, 'get'>; pictures: Pick<Pictures, 'admitAlways'> },
  { user_id, parent_task_id, model, prompt, negative_prompt, params }: ClaimedTask,
  signal: AbortSignal,
): Promise<EngineRequest> {
  const { mode, width_px, height_px, fps, frames, seed, steps = null, guidance = null, parameters } = params
  const frame = async (image_key: string | null | undefined): Promise<Uint8Array | null> => {
    if (!image_key) return null
    const load = () => loadFrame({ storage, pictures }, user_id, image_key, { width_px, height_px })
    const loaded = await retryOnStorageOutage(load, { signal, onOutage: () => {} })
    if (loaded) return loaded
    throw new EngineError('image_gone', 'The picture of this task is not there any more.', {
      fault: 'request',
    })
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
    ...(mode === 'enhance' &&
      parent_task_id !== null && { video: () => openVideo(storage, parent_task_id, signal) }),
  }
}
