import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { UpscaleError, type UpscaleErrorCode, type Upscaler } from '../upscalers/upscalers.ts'
import { type Engine, EngineError, enhanceModel, type EngineProblem } from './engines.ts'
import { createLocalJobs } from './local-jobs.ts'

export interface UpscaleOptions {
  /** Folder for videos until `forget`; created if missing. Only one engine of one process may use it. */
  work_dir: string
  upscaler: Upscaler
  /** Why a better upscaler is not in use; empty if the best one is. */
  problems: readonly EngineProblem[]
}

/** A last resort, far above the time for a minute of video on a slow machine; the upscaler itself detects a hang earlier. */
const limit_ms = 4 * 3_600_000

/** Enhances finished videos on this machine: larger and sharper, without generating them again. */
export function createUpscaleEngine({ work_dir, upscaler, problems }: UpscaleOptions): Engine {
  const jobs = createLocalJobs({ work_dir, limit_ms, asError })
  return {
    ...jobs,
    name: 'upscale',

    async capabilities(signal) {
      signal.throwIfAborted()
      const offers = [{ model: enhanceModel, modes: ['enhance' as const] }]
      return { offers, problems: [...problems], version: upscaler.name }
    },

    async start({ video, width_px, height_px }, { key, signal }) {
      signal.throwIfAborted()
      if (!video) {
        throw new EngineError('unsupported', 'This engine only enhances finished videos.', {
          fault: 'request',
        })
      }
      return jobs.start(key, signal, async ({ part_path, scratch_path, signal: stop, onProgress }) => {
        await pipeline(await video(), createWriteStream(scratch_path), { signal: stop })
        await upscaler.run({
          source_path: scratch_path,
          target_path: part_path,
          width_px,
          height_px,
          signal: stop,
          onFrame: (done, of) => onProgress(done / of),
        })
        return { upscaler: upscaler.name }
      })
    },

    async close() {
      await jobs.close()
      await upscaler.close()
    },
  }
}

const messages: Record<UpscaleErrorCode, string> = {
  source_unreadable: 'The video could not be read.',
  out_of_memory: 'There was not enough memory to enhance the video.',
  hung: 'Enhancing the video came to a halt.',
  runtime_missing: 'What enhances videos is not installed here.',
  failed: 'The video could not be enhanced.',
}

function asError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause
  const code = cause instanceof UpscaleError ? cause.code : 'failed'
  const fault = code === 'source_unreadable' ? 'request' : 'engine'
  return new EngineError(code === 'failed' ? 'upscale_failed' : code, messages[code], { fault, cause })
}
