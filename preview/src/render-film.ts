import { Worker } from 'node:worker_threads'
import { UnusablePicture } from './image-header.ts'
import type { FilmRequest } from './renderer.ts'

/** What a render thread is started with: it draws frames `first`, `first + stride`, … */
export interface RenderJob {
  request: FilmRequest
  first: number
  stride: number
}

export interface ToThread {
  buffer: ArrayBuffer
}

export type FromThread =
  | { kind: 'frame'; index: number; buffer: ArrayBuffer }
  | { kind: 'unusable picture'; message: string }

/** Frames in flight for each thread: one being drawn, one waiting, one being taken. */
const BUFFERS_PER_THREAD = 3

interface Frame {
  buffer: ArrayBuffer
  /** Gives the buffer back to the thread it came from. */
  release(): void
}

/**
 * Draws a film in `threads` worker threads and gives its frames in order, each as planar yuv420p, BT.709, limited range.
 * A frame's bytes are its taker's until the next one is asked for. Throws the reason of `signal` when it aborts. No thread
 * is left once the last frame, an error, or the taker's own end is reached.
 * @throws {UnusablePicture}
 */
export async function* renderFilm(
  request: FilmRequest,
  { threads, signal }: { threads: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void> {
  const { width_px, height_px, frames } = request
  const size_bytes = (width_px * height_px * 3) / 2
  const stride = Math.min(threads, frames)
  const workers = Array.from({ length: stride }, (_, first) => {
    const workerData: RenderJob = { request, first, stride }
    return new Worker(new URL('./render-thread.ts', import.meta.url), { workerData })
  })
  const queue = orderedFrames(workers, signal)
  try {
    for (const worker of workers) {
      for (let i = 0; i < BUFFERS_PER_THREAD; i++) send(worker, new ArrayBuffer(size_bytes))
    }
    for (let index = 0; index < frames; index++) {
      const frame = await queue.take(index)
      yield new Uint8Array(frame.buffer)
      frame.release()
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function send(worker: Worker, buffer: ArrayBuffer): void {
  const message: ToThread = { buffer }
  worker.postMessage(message, [buffer])
}

/** Puts what the threads draw into order. `take` rejects when a thread fails or `signal` aborts. */
function orderedFrames(workers: Worker[], signal: AbortSignal): { take(index: number): Promise<Frame> } {
  const ready = new Map<number, Frame>()
  let wanted: { index: number; resolve: (frame: Frame) => void } | undefined
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {}) // whoever takes a frame hears of it
  if (signal.aborted) fail(signal.reason)
  signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  for (const worker of workers) {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'unusable picture') return fail(new UnusablePicture(message.message))
      const frame = { buffer: message.buffer, release: () => send(worker, message.buffer) }
      if (wanted?.index === message.index) wanted.resolve(frame)
      else ready.set(message.index, frame)
    })
    worker.once('error', (cause) => fail(new Error('The frames could not be drawn.', { cause })))
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
