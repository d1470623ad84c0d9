import type { Json } from '../../platform/json.ts'
import { EngineError, type EngineRequest } from '../engines.ts'
import { dataUrl, type Picture, readPicture } from '../gpu-server.ts'
import type { Dialect } from './dialects.ts'
import type { OpenaiVideosModel } from './entry.ts'

/** The body that submits a request. `tag`: the adapter's name for the job, or null where the server takes none. */
export function toSubmission(
  request: EngineRequest,
  model: OpenaiVideosModel,
  { body }: Dialect,
  tag: string | null,
): object | FormData {
  const picture = pictureOf(request)
  const { prompt, negative_prompt, frames, fps, seed, steps, guidance } = request
  const fields: Record<string, Json> = {
    ...model.extra,
    ...(tag !== null && { model: tag }),
    prompt,
    ...(negative_prompt !== null && { negative_prompt }),
    size: sizeOf(request),
    // Always set: the servers' defaults fit one model each.
    num_frames: frames,
    fps,
    seed,
    ...(steps !== null && { num_inference_steps: steps }),
    ...(guidance !== null && { guidance_scale: guidance }),
  }
  if (body.kind === 'form') return toForm(fields, picture && { name: body.picture, picture })
  return picture ? { ...fields, [body.picture]: dataUrl(picture) } : fields
}

export function sizeOf({ width_px, height_px }: EngineRequest): string {
  return `${width_px}x${height_px}`
}

function pictureOf({ mode, image, last_image, audio }: EngineRequest): Picture | undefined {
  if (audio) {
    throw new EngineError('unsupported', 'The engine does not take a sound.', {
      fault: 'model',
      retry: false,
    })
  }
  if (last_image) {
    throw new EngineError('unsupported', 'The engine does not take a last frame.', {
      fault: 'model',
      retry: false,
    })
  }
  if (mode === 'text-to-video') return undefined
  if (!image) {
    throw new EngineError('invalid_params', 'A video from an image needs an image.', { fault: 'request' })
  }
  return readPicture(image)
}

function toForm(fields: Record<string, Json>, file?: { name: string; picture: Picture }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (file) {
    const { type, bytes } = file.picture
    const blob = new Blob([new Uint8Array(bytes)], { type })
    form.set(file.name, blob, `first-frame.${type.slice('image/'.length)}`)
  }
  return form
}
