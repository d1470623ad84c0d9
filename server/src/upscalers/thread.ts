import { parentPort, workerData } from 'node:worker_threads'
import { Network, type NetworkFacts, type Runtime } from './network.ts'
import type { Tile } from './tiles.ts'

// A thread with one network on one core. It answers each tile with its number; frames are in shared memory.

export interface ThreadOrder {
  model_path: string
  runtime: string
}

/** The layout of frames in shared memory. */
export interface Layout {
  facts: NetworkFacts
  width_px: number
  height_px: number
  tiles: Tile[]
  slots: { input: SharedArrayBuffer; output: SharedArrayBuffer }[]
}

export type ToThread =
  | { do: 'examine' }
  | { do: 'begin'; layout: Layout }
  | { do: 'tile'; slot: number; tile: number; ticket: number }
  | { do: 'end' }
export type FromThread =
  | { facts: NetworkFacts }
  | { ticket: number }
  | { failed: string; code: 'runtime_missing' | 'failed' }

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort
const say = (message: FromThread): void => port.postMessage(message)
// Set by pool.ts.
const order = workerData as ThreadOrder

let network: Network | undefined
let layout: Layout | undefined

async function loadRuntime(): Promise<Runtime> {
  try {
    // A CommonJS module: its exports are under `default`.
    const loaded = (await import(order.runtime)) as { default: Runtime }
    return loaded.default
  } catch (cause) {
    say({ failed: `${order.runtime} cannot be loaded: ${String(cause)}`, code: 'runtime_missing' })
    throw cause
  }
}

async function obey(message: ToThread): Promise<void> {
  network ??= await Network.open(await loadRuntime(), order.model_path)
  switch (message.do) {
    case 'examine':
      return say({ facts: await network.examine() })
    case 'begin':
      layout = message.layout
      return
    case 'tile': {
      if (!layout) throw new Error('A tile came before its frame.')
      const { facts, width_px, height_px, slots, tiles } = layout
      const { input, output } = slots[message.slot]!
      const from = { data: new Uint8Array(input), width_px, height_px }
      const size = { width_px: width_px * facts.scale, height_px: height_px * facts.scale }
      const to = { data: new Uint8ClampedArray(output), ...size }
      await network.upscale(from, to, tiles[message.tile]!, facts)
      return say({ ticket: message.ticket })
    }
    case 'end':
      await network.release()
      port.close()
  }
}

let queue = Promise.resolve()
port.on('message', (message: ToThread) => {
  queue = queue
    .then(() => obey(message))
    .catch((cause: unknown) => say({ failed: String(cause), code: 'failed' }))
})
