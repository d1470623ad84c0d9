import { availableParallelism } from 'node:os'
import { checkPicture, renderFilm, UnusablePicture } from '@clipwright/preview'
import { findProgram, ProcessError, run } from '../platform/media/run.ts'
import { type Engine, EngineError, type EngineRequest } from './engines.ts'
import { createLocalJobs, type LocalWork } from './local-jobs.ts'
import { startEncoder } from './preview-encoder.ts'

export { notDrawn } from '@clipwright/preview'

export interface PreviewOptions {
  /** Folder for videos until `forget`; created if missing. Only one engine of one process may use it. */
  work_dir: string
  /** Default: the first `ffmpeg` on PATH. */
  ffmpeg_path?: string | undefined
  /** Default: all cores but one, which encodes; both of two, since drawing takes five times as long as encoding. */
  render_threads?: number | undefined
}

const checkTimeout_ms = 10_000
/** Far above the time for the largest video (1920x1080, 161 frames) on a slow machine: only a hang takes longer. */
const renderTimeout_ms = 15 * 60_000

export const PREVIEW_MODEL = 'preview'

/**
 * Draws a procedural film of what the prompt names, without a model, GPU or network. `start` returns at once; each operation
 * renders in worker threads and encodes with an ffmpeg process. An operation does not survive this process: it is `lost`
 * then, unless its file was complete.
 */
export function createPreviewEngine(options: PreviewOptions): Engine {
  const cores = availableParallelism()
  const threads = options.render_threads ?? Math.max(Math.min(2, cores), cores - 1)
  const jobs = createLocalJobs({
    work_dir: options.work_dir,
    limit_ms: renderTimeout_ms,
    asError: asEngineError,
  })
  return {
    ...jobs,
    name: 'preview',

    async capabilities(signal) {
      await checkFfmpeg(options.ffmpeg_path, signal)
      return {
        offers: [{ model: PREVIEW_MODEL, modes: ['text-to-video', 'image-to-video'] }],
        problems: [],
        version: null,
      }
    },

    async start(request, { key, signal }) {
      signal.throwIfAborted()
      checkSize(request)
      checkImage(request)
      const ffmpeg = locateFfmpeg(options.ffmpeg_path)
      return jobs.start(key, signal, (work) => renderVideo(request, { ffmpeg, threads }, work))
    },
  }
}

/** Whether it resolves or throws, no thread is at work and no ffmpeg process left. A partial file may be. */
async function renderVideo(
  request: EngineRequest,
  { ffmpeg, threads }: { ffmpeg: string; threads: number },
  { part_path: path, signal, onProgress }: LocalWork,
): Promise<void> {
  const { width_px, height_px, fps, frames } = request
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  try {
    const encoder = startEncoder({ ffmpeg, path, width_px, height_px, fps, frames, signal: stopped })
    let written = 0
    for await (const frame of renderFilm(request, { threads, signal: stopped })) {
      await encoder.write(frame)
      onProgress(++written / frames)
    }
    await encoder.end()
  } finally {
    stop.abort()
  }
}

function isSide(px: number): boolean {
  return Number.isInteger(px) && px >= 64 && px <= 1920 && px % 2 === 0
}

function checkSize({ width_px, height_px, frames, fps }: EngineRequest): void {
  if (isSide(width_px) && isSide(height_px) && frames >= 1 && frames <= 1000 && fps >= 1 && fps <= 60) return
  throw new EngineError(
    'invalid_size',
    'The preview engine makes even sides up to 1920 px and at most 1000 frames.',
    {
      fault: 'request',
    },
  )
}

function checkImage({ image }: EngineRequest): void {
  try {
    if (image) checkPicture(image)
  } catch (cause) {
    throw asEngineError(cause)
  }
}

function locateFfmpeg(path: string | undefined): string {
  try {
    return findProgram('ffmpeg', path)
  } catch (cause) {
    throw unavailable(cause)
  }
}

async function checkFfmpeg(path: string | undefined, signal: AbortSignal): Promise<void> {
  try {
    await run(findProgram('ffmpeg', path), ['-hide_banner', '-version'], {
      signal,
      timeout_ms: checkTimeout_ms,
    })
  } catch (cause) {
    if (cause instanceof ProcessError) throw unavailable(cause)
    throw cause
  }
}

function unavailable(cause: unknown): EngineError {
  return new EngineError('unavailable', 'The preview engine needs ffmpeg, which does not run here.', {
    fault: 'engine',
    cause,
  })
}

function asEngineError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause
  if (cause instanceof UnusablePicture)
    return new EngineError('invalid_image', cause.message, { fault: 'request', cause })
  return new EngineError('render_failed', 'The preview could not be rendered.', { fault: 'engine', cause })
}
