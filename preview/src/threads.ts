import { Worker } from 'node:worker_threads'

/** How long a thread waits for another film. It has compiled what it runs, so it draws the next one 0.3 s sooner. */
const KEEP_MS = 20_000

interface Waiting {
  worker: Worker
  timer: NodeJS.Timeout
  /** Ends it: after that time, or when it fails meanwhile. */
  end: () => void
}

const waiting = new Set<Waiting>()

/** A render thread: one that waits, or else a new one. */
export function takeThread(): Worker {
  for (const one of waiting) {
    waiting.delete(one)
    clearTimeout(one.timer)
    one.worker.off('error', one.end).ref()
    return one.worker
  }
  return new Worker(new URL('./render-thread.ts', import.meta.url))
}

/** Lets a thread that has drawn its film to the end wait for another; a process that ends does not wait for it. */
export function keepThread(worker: Worker): void {
  const end = () => {
    clearTimeout(one.timer)
    waiting.delete(one)
    void worker.terminate()
  }
  const one: Waiting = { worker, end, timer: setTimeout(end, KEEP_MS).unref() }
  waiting.add(one)
  worker.on('error', end).unref()
}
