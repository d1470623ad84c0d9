import { once } from 'node:events'
import type { PipeJob } from './pipes.ts'
import { frameBytes, startDecoder, startEncoder } from './pipes.ts'
import { NetworkPool } from './pool.ts'
import type { Size } from './size.ts'
import type { Source } from './source.ts'
import { planTiles } from './tiles.ts'
import { causeOf, UpscaleError, type UpscaleErrorCode } from './upscale-error.ts'

// The child process that enlarges one video: decoder -> shared memory -> networks -> encoder. It and its ffmpegs are one
// process group, which its parent kills as a whole; if the parent dies, the group kills itself.

export interface WorkerJob {
  ffmpeg: string
  source_path: string
  part_path: string
  source: Source
  target: Size
  model_path: string
  runtime: string
  threads: number
  tile_px: number
}

export type FromWorker =
  | { kind: 'frame'; done: number }
  /** A tile is done: slow, but not hung. */
  | { kind: 'alive' }
  | { kind: 'done'; frames: number }
  | { kind: 'failed'; code: UpscaleErrorCode; message: string }

/** Enough to keep all cores busy: one frame is read, up to two are computed, one is written. */
const SLOTS = 4

interface Frame {
  slot: number
  input: Uint8Array
  output: Uint8Array
  tiles: Promise<void>[]
}

const tell = (message: FromWorker): void => {
  if (process.connected) process.send!(message)
}

const dieWithParent = (): void => void process.kill(-process.pid, 'SIGKILL')
process.once('disconnect', dieWithParent)
// The first message of onnx.ts.
const [job] = (await once(process, 'message')) as [WorkerJob]
try {
  tell({ kind: 'done', frames: await upscale(job) })
} catch (cause) {
  const code = cause instanceof UpscaleError ? cause.code : causeOf(String(cause), null)
  tell({ kind: 'failed', code, message: cause instanceof Error ? cause.message : String(cause) })
}
// Pending messages are sent before the channel closes; then nothing keeps this process alive.
process.off('disconnect', dieWithParent)
if (process.connected) process.disconnect()

async function upscale({ source, ...job }: WorkerJob): Promise<number> {
  const pool = new NetworkPool(job, () => tell({ kind: 'alive' }))
  const facts = await pool.examine()
  const { channels, scale } = facts
  const { width_px, height_px } = source
  const size_bytes = frameBytes(source, channels)
  const slots = Array.from({ length: SLOTS }, () => ({
    input: new SharedArrayBuffer(size_bytes),
    output: new SharedArrayBuffer(width_px * height_px * channels * scale ** 2),
  }))
  const tiles = planTiles(width_px, height_px, { ...facts, tile_px: job.tile_px })
  pool.begin({ facts, width_px, height_px, tiles, slots }, job.threads)

  const pipes: PipeJob = { ...job, source, facts }
  const decoder = startDecoder(pipes)
  const encoder = startEncoder(pipes)
  const free = slots.map(({ input, output }, slot) => ({
    slot,
    input: new Uint8Array(input),
    output: new Uint8Array(output),
  }))
  let before: Frame | undefined
  let written = Promise.resolve()
  let done = 0
  const writing: Promise<void>[] = []
  for (;;) {
    // The oldest frame's slot is free once it is written; its error ends the job here.
    while (free.length === 0) await writing[0]
    const place = free.shift()!
    if (!(await decoder.read(place.input))) break
    const frame: Frame = { ...place, tiles: tiles.map((_, tile) => makeTile(place, tile, before)) }
    for (const tile of frame.tiles) tile.catch(() => {}) // `ready` below gets the error
    const ready = Promise.all(frame.tiles)
    written = Promise.all([written, ready]).then(async () => {
      await encoder.write(frame.output, frame.input)
      free.push(place)
      void writing.shift() // frames are written in order
      tell({ kind: 'frame', done: ++done })
    })
    written.catch(() => {}) // `writing` and the end get the error
    writing.push(written)
    before = frame
  }
  await written
  if (done === 0) throw new UpscaleError('source_unreadable', 'No frame could be read.')
  await encoder.end()
  await pool.end()
  return done

  /** Copies a tile whose source did not change since the frame before, instead of computing it. */
  function makeTile(place: Omit<Frame, 'tiles'>, tile: number, before: Frame | undefined): Promise<void> {
    if (!before || !isSame(place.input, before.input, tile)) return pool.run(place.slot, tile)
    return before.tiles[tile]!.then(() => copy(before.output, place.output, tile))
  }

  function isSame(one: Uint8Array, other: Uint8Array, tile: number): boolean {
    const { x, y } = tiles[tile]!
    for (let c = 0; c < channels; c++) {
      for (let row = y.from; row < y.from + y.length; row++) {
        const start = (c * height_px + row) * width_px + x.from
        const end = start + x.length
        if (Buffer.compare(one.subarray(start, end), other.subarray(start, end)) !== 0) return false
      }
    }
    return true
  }

  function copy(from: Uint8Array, to: Uint8Array, tile: number): void {
    const { x, y } = tiles[tile]!
    for (let c = 0; c < channels; c++) {
      for (let row = y.core_from * scale; row < y.core_to * scale; row++) {
        const line = (c * height_px * scale + row) * width_px * scale
        const [start, end] = [line + x.core_from * scale, line + x.core_to * scale]
        to.set(from.subarray(start, end), start)
      }
    }
  }
}
