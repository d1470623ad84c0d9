import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { tailOf } from '../platform/media/run.ts'
import { locateFfmpeg } from './locate.ts'
import { writeWhole } from './part-file.ts'
import { Running, watch } from './running.ts'
import { readSource } from './source.ts'
import { causeOf, UpscaleError } from './upscale-error.ts'
import type { UpscaleJob, Upscaler } from './upscaler.ts'
import type { FromWorker, WorkerJob } from './worker.ts'

export interface OnnxOptions {
  /** A network that enlarges 2, 3 or 4 times: float32, NCHW, 0..1, luma or RGB. */
  model_path: string
  /** Default: the first `ffmpeg` on PATH. */
  ffmpeg_path?: string | undefined
  /** Parallel networks, one core each. Default: one per core, at most 4. */
  threads?: number | undefined
  /** Largest tile in pixels; memory grows with it. */
  tile_px?: number | undefined
  /** Milliseconds without progress before the processes are killed. */
  hang_ms?: number | undefined
  /** The runtime's module. */
  runtime?: string | undefined
  /** The child process's file. */
  worker?: URL | undefined
}

const RUNTIME = 'onnxruntime-node'
/** With 64 channels of float32, as small exports of Real-ESRGAN have, each activation takes 20 MB. */
const tile_px = 80_000
/** Far more than a tile of a large network takes on a slow core. */
const hang_ms = 180_000
/** Time for a finished process to exit. */
const leave_ms = 3_000

/** Whether the optional runtime is installed. */
export function hasRuntime(runtime = RUNTIME): boolean {
  try {
    import.meta.resolve(runtime)
    return true
  } catch {
    return false
  }
}

/** Upscales by a network, in a child process per job. */
export function createOnnxUpscaler(options: OnnxOptions): Upscaler {
  const running = new Running()

  async function work(job: UpscaleJob, part_path: string, signal: AbortSignal): Promise<void> {
    await access(options.model_path).catch((cause: unknown) => {
      throw new UpscaleError('runtime_missing', `There is no network at ${options.model_path}.`, { cause })
    })
    const ffmpeg = locateFfmpeg(options.ffmpeg_path)
    const source = await readSource(job.source_path, { signal, ffmpeg_path: options.ffmpeg_path })
    const order: WorkerJob = {
      ffmpeg,
      source_path: job.source_path,
      part_path,
      source,
      target: { width_px: job.width_px, height_px: job.height_px },
      model_path: options.model_path,
      runtime: options.runtime ?? RUNTIME,
      threads: options.threads ?? Math.min(4, availableParallelism()),
      tile_px: options.tile_px ?? tile_px,
    }
    const frames = await supervise(order, (done) => job.onFrame(done, Math.max(done, source.frames)), signal)
    if (frames !== source.frames) job.onFrame(frames, frames)
  }

  /** Runs the child process, and leaves none of its children. Returns the number of frames. */
  async function supervise(
    order: WorkerJob,
    onFrame: (done: number) => void,
    signal: AbortSignal,
  ): Promise<number> {
    signal.throwIfAborted()
    const child = fork(options.worker ?? new URL('./worker.ts', import.meta.url), [], {
      detached: true, // a process group of its own, to be killed as a whole
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    })
    const said = tailOf(child)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const gone = once(child, 'exit').catch(() => {})
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    using timer = watch(options.hang_ms ?? hang_ms, () => {
      reject(new UpscaleError('hung', 'No frame came for too long.'))
    })
    child.once('error', (cause) => reject(new UpscaleError('failed', 'The process failed.', { cause })))
    child.once('close', (code, killedBy) => {
      const end = `${said() || 'nothing'} (${killedBy ?? code})`
      reject(new UpscaleError(causeOf(said(), killedBy), `The process ended early, saying ${end}.`))
    })
    child.on('message', (message: FromWorker) => {
      timer.hear()
      if (message.kind === 'frame') onFrame(message.done)
      if (message.kind === 'done') resolve(message.frames)
      if (message.kind === 'failed') reject(new UpscaleError(message.code, message.message))
    })
    child.send(order, () => {}) // 'close' reports a failed send
    try {
      const frames = await promise
      await Promise.race([gone, pause(leave_ms, undefined, { ref: false })])
      return frames
    } finally {
      signal.removeEventListener('abort', stop)
      killGroup(child)
      await gone
    }
  }

  return {
    name: 'onnx',
    run: (job) =>
      running.run(job.signal, (signal) =>
        writeWhole(job.target_path, signal, (part) => work(job, part, signal)),
      ),
    close: () => running.close(),
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
