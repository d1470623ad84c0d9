import { createHash } from 'node:crypto'
import { EngineError, type EngineRequest } from '../engines.ts'
import { dataUrl, readPicture } from '../gpu-server.ts'
import type { Lightx2vModel } from './entry.ts'

/**
 * The task id, made of the attempt's key. The server uses it as a file name, so a key with other characters than `\w-` is
 * hashed.
 */
export function idOf(key: string): string {
  return /^[\w-]{1,100}$/.test(key) ? key : createHash('sha256').update(key).digest('hex')
}

/**
 * The body that submits a request. The server keeps the values of earlier tasks, so every task sets every field, empty ones
 * too. Fields that name files of the server are always empty.
 */
export function toTask(
  request: EngineRequest,
  { resize_mode, task }: Lightx2vModel,
  task_id: string,
): object {
  const { prompt, negative_prompt, width_px, height_px, frames, fps, seed, steps, last_image } = request
  const audio = soundOf(request, task)
  if (last_image || task === 'flf2v') {
    throw new EngineError('unsupported', 'The engine does not take a last frame.', {
      fault: 'model',
      retry: false,
    })
  }
  return {
    task_id,
    prompt,
    negative_prompt: negative_prompt ?? '',
    image_path: pictureOf(request),
    last_frame_path: '',
    audio_path: audio ? `data:audio/wav;base64,${Buffer.from(audio).toString('base64')}` : '',
    video_path: '',
    seed,
    target_shape: [height_px, width_px], // the height comes first
    // Videos to a sound are made in parts, whose length the server knows best.
    ...(audio ? { video_duration: Math.round(frames / fps) } : { target_video_length: frames }),
    target_fps: fps,
    resize_mode,
    // Most models ignore it and use the steps that the server was started with.
    ...(steps !== null && { infer_steps: steps }),
  }
}

function soundOf({ audio }: EngineRequest, task: Lightx2vModel['task']): Uint8Array | null {
  if (audio && task !== 's2v') {
    throw new EngineError('unsupported', 'The engine does not take a sound.', {
      fault: 'model',
      retry: false,
    })
  }
  if (!audio && task === 's2v') {
    throw new EngineError('invalid_params', 'A video to a sound needs a sound.', { fault: 'request' })
  }
  return audio
}

function pictureOf({ mode, image }: EngineRequest): string {
  if (mode === 'text-to-video') return ''
  if (!image) {
    throw new EngineError('invalid_params', 'A video from an image needs an image.', { fault: 'request' })
  }
  return dataUrl(readPicture(image))
}
