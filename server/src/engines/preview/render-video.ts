import { Worker } from 'node:worker_threads'
import { EngineError, type EngineRequest, type Fault } from '../engines.ts'
import { startEncoder } from './encode.ts'

/** What a render thread is started with: it draws frames `first`, `first + stride`, … */
export interface RenderJob {
  request: EngineRequest
  first: number
  stride: number
}

export interface ToRenderer {
  buffer: ArrayBuffer
}

export type FromRenderer =
  | { kind: 'frame'; index: number; buffer: ArrayBuffer }
  | { kind: 'failed'; code: string; message: string; fault: Fault; cause: string }

/** Frames in flight for each thread: one being drawn, one waiting, one being written. */
const BUFFERS_PER_THREAD = 3

interface Frame {
  buffer: ArrayBuffer
  /** Gives the buffer back to the thread it came from. */
  release(): void
}

/**
 * Draws every frame in `threads` worker threads and encodes them in order into `path`. Rejects when `signal` aborts;
 * by then no thread and no ffmpeg is left, but what ffmpeg wrote of the file is.
 */
export async function renderVideo({
  request,
  path,
  ffmpeg,
  threads,
  signal,
  onFrame,
}: {
  request: EngineRequest
  path: string
  ffmpeg: string
  threads: number
  signal: AbortSignal
  onFrame: (framesWritten: number) => void
}): Promise<void> {
  const { width_px, height_px, fps, frames } = request
  const size_bytes = (width_px * height_px * 3) / 2
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const workers = Array.from({ length: Math.min(threads, frames) }, (_, first) => {
    const workerData: RenderJob = { request, first, stride: Math.min(threads, frames) }
    return new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  })
  const queue = orderedFrames(workers, stopped)
  try {
    const encoder = startEncoder({ ffmpeg, path, width_px, height_px, fps, frames, signal: stopped })
    for (const worker of workers) {
      for (let i = 0; i < BUFFERS_PER_THREAD; i++) send(worker, new ArrayBuffer(size_bytes))
    }
    for (let index = 0; index < frames; index++) {
      const frame = await queue.take(index)
      await encoder.write(new Uint8Array(frame.buffer))
      frame.release()
      onFrame(index + 1)
    }
    await encoder.end()
  } finally {
    stop.abort()
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function send(worker: Worker, buffer: ArrayBuffer): void {
  const message: ToRenderer = { buffer }
  worker.postMessage(message, [buffer])
}

/** Puts what the threads draw into order. `take` rejects when a thread fails or `signal` aborts. */
function orderedFrames(workers: Worker[], signal: AbortSignal): { take(index: number): Promise<Frame> } {
  const ready = new Map<number, Frame>()
  let wanted: { index: number; resolve: (frame: Frame) => void } | undefined
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {}) // whoever takes a frame hears of it
  signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  for (const worker of workers) {
    worker.on('message', (message: FromRenderer) => {
      if (message.kind === 'failed') {
        const { code, fault, cause } = message
        fail(new EngineError(code, message.message, { fault, cause }))
        return
      }
      const frame = { buffer: message.buffer, release: () => send(worker, message.buffer) }
      if (wanted?.index === message.index) wanted.resolve(frame)
      else ready.set(message.index, frame)
    })
    worker.once('error', (cause) =>
      fail(new EngineError('render_failed', 'The frames could not be drawn.', { fault: 'engine', cause })),
    )
  }
  return {
    take(index) {
      const frame = ready.get(index)
      if (frame) {
        ready.delete(index)
        return Promise.resolve(frame)
      }
      const { promise, resolve } = Promise.withResolvers<Frame>()
      wanted = { index, resolve }
      return Promise.race([promise, failed])
    },
  }
}
