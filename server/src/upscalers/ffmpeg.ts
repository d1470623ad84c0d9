import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { tailOf } from '../platform/media/run.ts'
import { locateFfmpeg } from './locate.ts'
import { aspectFilter, input, QUIET, resultArgs } from './codec.ts'
import { writeWhole } from './part-file.ts'
import { Running, watch } from './running.ts'
import { readSource, type Source } from './source.ts'
import { causeOf, UpscaleError } from './upscale-error.ts'
import type { UpscaleJob, Upscaler } from './upscaler.ts'

export interface FfmpegOptions {
  /** Default: the first `ffmpeg` on PATH. */
  ffmpeg_path?: string | undefined
  /** Milliseconds without a frame before the process is killed. */
  hang_ms?: number | undefined
}

const hang_ms = 60_000

/** Upscales by a spline with slight sharpening: the fast mode, and the fallback where no network can run. */
export function createFfmpegUpscaler(options: FfmpegOptions = {}): Upscaler {
  const running = new Running()

  async function work(job: UpscaleJob, part_path: string, signal: AbortSignal): Promise<void> {
    const source = await readSource(job.source_path, { signal, ffmpeg_path: options.ffmpeg_path })
    signal.throwIfAborted()
    const child = spawn(locateFfmpeg(options.ffmpeg_path), upscaleArgs(job, source, part_path), {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = tailOf(child)
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
    let failure: unknown
    const kill = (reason: unknown): void => {
      failure ??= reason
      child.kill('SIGKILL')
    }
    const stop = (): void => kill(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    using timer = watch(options.hang_ms ?? hang_ms, () => {
      kill(new UpscaleError('hung', 'No frame came for too long.'))
    })
    let done = 0
    createInterface(child.stdout).on('line', (line) => {
      const frame = Number(/^frame=\s*(\d+)$/.exec(line)?.[1] ?? 0)
      if (frame <= done) return
      timer.hear()
      done = frame
      job.onFrame(done, Math.max(done, source.frames))
    })
    child.once('error', (cause) =>
      reject(new UpscaleError('runtime_missing', 'ffmpeg cannot run.', { cause })),
    )
    child.once('close', (code, killedBy) => {
      if (failure) reject(failure)
      else if (code === 0) resolve()
      else
        reject(
          new UpscaleError(causeOf(said(), killedBy), `ffmpeg ended with ${killedBy ?? code}: ${said()}`),
        )
    })
    try {
      await ended
    } finally {
      signal.removeEventListener('abort', stop)
    }
    if (done === 0) throw new UpscaleError('source_unreadable', `No frame could be read: ${said()}`)
    if (done !== source.frames) job.onFrame(done, done)
  }

  return {
    name: 'ffmpeg',
    run: (job) =>
      running.run(job.signal, (signal) =>
        writeWhole(job.target_path, signal, (part) => work(job, part, signal)),
      ),
    close: () => running.close(),
  }
}

function upscaleArgs(
  { source_path, width_px, height_px }: UpscaleJob,
  source: Source,
  part: string,
): string[] {
  const scale = `scale=${width_px}:${height_px}:flags=spline+accurate_rnd:out_range=tv`
  // The best measured on compressed pictures; more shows halos.
  const sharpen = 'unsharp=5:5:0.6:5:5:0'
  return [
    [...QUIET, ...input(source_path), '-map', '0:v:0'],
    ['-vf', `${scale},format=yuv420p,${sharpen},${aspectFilter(source)}`],
    ['-progress', 'pipe:1', '-stats_period', '0.1', ...resultArgs(source, 0, part)],
  ].flat()
}
