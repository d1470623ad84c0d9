import type { Worker } from 'node:worker_threads'
import { UnusablePicture } from './image-header.ts'
import { createSharings, type Sharing } from './paint-together.ts'
import type { FilmRequest } from './renderer.ts'
import { keepThread, takeThread } from './threads.ts'

/** What a render thread is to do for a film: it draws frames `first`, `first + stride`, … */
export interface RenderJob {
  request: FilmRequest
  first: number
  stride: number
  sharing: Sharing
}

/** A film, then the buffers for its frames. */
export type ToThread = { kind: 'film'; job: RenderJob } | { kind: 'buffer'; buffer: ArrayBuffer }

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
 * is at work once the last frame, an error, or the taker's own end is reached.
 * @throws {UnusablePicture}
 */
export async function* renderFilm(
  request: FilmRequest,
  { threads, signal }: { threads: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void> {
  const { width_px, height_px, frames } = request
  const size_bytes = (width_px * height_px * 3) / 2
  const stride = Math.min(threads, frames)
  const workers = createSharings(stride).map((sharing, first) => {
    const worker = takeThread()
    const message: ToThread = { kind: 'film', job: { request, first, stride, sharing } }
    worker.postMessage(message, sharing.peers)
    return worker
  })
  const queue = orderedFrames(workers, signal)
  let isDrawn = false
  try {
    for (const worker of workers) {
      for (let i = 0; i < BUFFERS_PER_THREAD; i++) sendBuffer(worker, new ArrayBuffer(size_bytes))
    }
    for (let index = 0; index < frames; index++) {
      const frame = await queue.take(index)
      yield new Uint8Array(frame.buffer)
      frame.release()
    }
    isDrawn = true
  } finally {
    if (isDrawn) {
      queue.end()
      workers.forEach(keepThread)
    } else await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function sendBuffer(worker: Worker, buffer: ArrayBuffer): void {
  const message: ToThread = { kind: 'buffer', buffer }
  worker.postMessage(message, [buffer])
}

/** Puts what the threads draw into order. `take` rejects when a thread fails or `signal` aborts; `end` leaves the threads. */
function orderedFrames(
  workers: Worker[],
  signal: AbortSignal,
): { take(index: number): Promise<Frame>; end(): void } {
  const ready = new Map<number, Frame>()
  let wanted: { index: number; resolve: (frame: Frame) => void } | undefined
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {}) // whoever takes a frame hears of it
  const onAbort = () => fail(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  const onError = (cause: unknown) => fail(new Error('The frames could not be drawn.', { cause }))
  const listeners = workers.map((worker) => {
    const onMessage = (message: FromThread) => {
      if (message.kind === 'unusable picture') return fail(new UnusablePicture(message.message))
      const frame = { buffer: message.buffer, release: () => sendBuffer(worker, message.buffer) }
      if (wanted?.index === message.index) wanted.resolve(frame)
      else ready.set(message.index, frame)
    }
    worker.on('message', onMessage).on('error', onError)
    return { worker, onMessage }
  })
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
    end() {
      signal.removeEventListener('abort', onAbort)
      for (const { worker, onMessage } of listeners) worker.off('message', onMessage).off('error', onError)
    },
  }
}
