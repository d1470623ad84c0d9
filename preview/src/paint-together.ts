import type { MessagePort } from 'node:worker_threads'
import type { Painted, Painter, PaintOnce } from './stage.ts'

/** What each thread of one film is given, so that they share the work of painting. */
export interface Sharing {
  /** In shared memory, for each call of `paintOnce` in its order: 1 once a thread has taken it on. */
  taken: Int32Array
  /** One to each other thread. */
  peers: MessagePort[]
}

interface FromPeer {
  call: number
  painted: Painted
}

/** More than any scene has. */
const CALLS = 64

/** One for each thread. */
export function createSharings(threads: number): Sharing[] {
  const taken = new Int32Array(new SharedArrayBuffer(CALLS * Int32Array.BYTES_PER_ELEMENT))
  const sharings = Array.from({ length: threads }, (): Sharing => ({ taken, peers: [] }))
  for (const [i, one] of sharings.entries()) {
    for (const other of sharings.slice(i + 1)) {
      const { port1, port2 } = new MessageChannel()
      one.peers.push(port1)
      other.peers.push(port2)
    }
  }
  return sharings
}

/**
 * `paintOnce` paints what no other thread has taken on yet, and leaves out the rest. All threads make the same calls; after
 * the last one `arrived` waits for what the others paint, without which nothing can be shown.
 */
export function paintTogether({ taken, peers }: Sharing): { paintOnce: PaintOnce; arrived(): Promise<void> } {
  let calls = 0
  const missing = new Map<number, (painted: Painted) => void>()
  return {
    paintOnce<T extends Painted>(paint: () => T, show: (painted: T) => Painter): Painter {
      const call = calls++
      if (Atomics.compareExchange(taken, call, 0, 1) === 0) {
        const painted = inSharedMemory(paint())
        for (const peer of peers) peer.postMessage({ call, painted } satisfies FromPeer, [])
        return show(painted)
      }
      let painter: Painter | undefined
      // The other thread's same call made it, so it is a `T`.
      missing.set(call, (painted) => (painter = show(painted as T)))
      return { paint: (picture, moment) => painter?.paint(picture, moment) }
    },

    async arrived() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const endIfWhole = () => {
        if (missing.size === 0) resolve()
      }
      for (const peer of peers) {
        peer.on('message', ({ call, painted }: FromPeer) => {
          missing.get(call)?.(painted)
          missing.delete(call)
          endIfWhole()
        })
      }
      endIfWhole()
      await promise
      for (const peer of peers) peer.close()
    },
  }
}

function inSharedMemory<T extends Painted>(painted: T): T {
  if ('rgba' in painted) return { ...painted, rgba: sharedCopy(painted.rgba) }
  return { ...painted, rgb: sharedCopy(painted.rgb) }
}

function sharedCopy(pixels: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(pixels.byteLength))
  copy.set(pixels)
  return copy
}
