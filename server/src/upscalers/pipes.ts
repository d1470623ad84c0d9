import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { tailOf } from '../platform/media/run.ts'
import { aspectFilter, input, matrixName, QUIET, resultArgs } from './codec.ts'
import type { NetworkFacts } from './network.ts'
import type { Size } from './size.ts'
import type { Source } from './source.ts'
import { causeOf, UpscaleError } from './upscale-error.ts'

export interface PipeJob {
  ffmpeg: string
  source_path: string
  part_path: string
  source: Source
  target: Size
  facts: NetworkFacts
}

/** Bytes of one decoded frame: planar 4:2:0 with its chroma rounded up, or three whole planes. */
export function frameBytes({ width_px, height_px }: Size, channels: 1 | 3): number {
  const luma = width_px * height_px
  return channels === 3 ? luma * 3 : luma + 2 * Math.ceil(width_px / 2) * Math.ceil(height_px / 2)
}

function ending(child: ChildProcess, what: string): Promise<void> {
  const said = tailOf(child)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', (cause) => reject(new UpscaleError('runtime_missing', 'ffmpeg cannot run.', { cause })))
  child.once('close', (code, signal) => {
    if (code === 0) return resolve()
    const why = what === 'read' && signal === null ? 'source_unreadable' : causeOf(said(), signal)
    reject(new UpscaleError(why, `The frames could not be ${what}: ${said() || (signal ?? code)}`))
  })
  promise.catch(() => {}) // the reader or writer gets the error
  return promise
}

export interface Decoder {
  /** Fills the buffer with the next frame; false after the last. */
  read(frame: Uint8Array): Promise<boolean>
}

export function startDecoder({ ffmpeg, source_path, source, facts }: PipeJob): Decoder {
  const range = source.colour.range === 'pc' && facts.channels === 1 ? ['-vf', 'scale=out_range=tv'] : []
  const form = ['-f', 'rawvideo', '-pix_fmt', facts.channels === 3 ? 'gbrp' : 'yuv420p']
  const child = spawn(
    ffmpeg,
    [
      [...QUIET, ...input(source_path), '-map', '0:v:0', '-fps_mode', 'passthrough'],
      [...range, '-sws_flags', 'accurate_rnd+full_chroma_int', ...form, 'pipe:1'],
    ].flat(),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = ending(child, 'read')
  const chunks = child.stdout.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return {
    async read(frame) {
      for (let filled = 0; filled < frame.length;) {
        if (rest.length === 0) {
          const { done, value } = (await chunks.next()) as IteratorResult<Buffer, undefined>
          if (done) {
            await ended
            if (filled > 0) throw new UpscaleError('source_unreadable', 'The last frame is not whole.')
            return false
          }
          rest = value
        }
        const taken = rest.subarray(0, frame.length - filled)
        frame.set(taken, filled)
        filled += taken.length
        rest = rest.subarray(taken.length)
      }
      return true
    },
  }
}

export interface Encoder {
  /** Writes a frame: the network's output and its source. Both buffers are free once this resolves. */
  write(made: Uint8Array, from: Uint8Array): Promise<void>
  end(): Promise<void>
}

/**
 * Scales to the exact target and encodes, in a child process. A luma network's frames are grey; their chroma comes from the
 * source's frames.
 */
export function startEncoder(job: PipeJob): Encoder {
  const { source, target, facts } = job
  const luma = facts.channels === 1
  const size = `${target.width_px}:${target.height_px}`
  const raw = (form: string, scale: number, from: string): string[] =>
    [
      ['-probesize', '32', '-analyzeduration', '0', '-f', 'rawvideo', '-pix_fmt', form],
      ['-s', `${source.width_px * scale}x${source.height_px * scale}`, '-r', source.rate, '-i', from],
    ].flat()
  // Chroma is sited left, at every other luma pixel; both scalers must know, or colours would shift by half a pixel.
  const sited = 'in_h_chr_pos=0:in_v_chr_pos=128:out_h_chr_pos=0:out_v_chr_pos=128'
  const fit = 'flags=lanczos+accurate_rnd'
  const matrix = `out_color_matrix=${matrixName(source)}:out_range=tv`
  // ffmpeg's input offset does not apply to raw frames.
  const late = source.delay_s > 0 ? `setpts=PTS+round(${source.delay_s}/TB),` : ''
  const last = `${late}${aspectFilter(source)}[v]`
  const filter = luma
    ? `[0:v]scale=${size}:${fit},format=gray[y];[1:v]scale=${size}:flags=spline:${sited},format=yuv420p,extractplanes=u+v[u][w];[y][u][w]mergeplanes=0x001020:yuv420p,${last}`
    : `[0:v]scale=${size}:${fit}:${matrix},format=yuv420p,${last}`
  const inputs = luma
    ? [...raw('gray', facts.scale, 'pipe:0'), ...raw('yuv420p', 1, 'pipe:3')]
    : raw('gbrp', facts.scale, 'pipe:0')
  const child = spawn(
    job.ffmpeg,
    [
      [...QUIET.filter((arg) => arg !== '-nostdin'), ...inputs, '-vn', ...input(job.source_path)],
      ['-filter_complex', filter, '-map', '[v]', ...resultArgs(source, luma ? 2 : 1, job.part_path)],
    ].flat(),
    { stdio: ['pipe', 'ignore', 'pipe', luma ? 'pipe' : 'ignore'] },
  )
  const ended = ending(child, 'written')
  // A second input pipe, as `stdio` declares.
  const second = luma ? (child.stdio[3] as Writable & Readable) : undefined
  for (const stream of [child.stdin!, second]) stream?.on('error', () => {}) // the exit code reports it
  const give = (stream: Writable, bytes: Uint8Array): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    stream.write(bytes, () => resolve())
    return promise
  }
  return {
    async write(made, from) {
      const given = [give(child.stdin!, made), ...(second ? [give(second, from)] : [])]
      await Promise.race([Promise.all(given), ended.then(early)])
    },
    async end() {
      child.stdin!.end()
      second?.end()
      await ended
    },
  }
}

function early(): never {
  throw new UpscaleError('failed', 'The encoder ended before the last frame.')
}
