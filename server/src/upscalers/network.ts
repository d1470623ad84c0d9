import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node'
import type { Tile } from './tiles.ts'

/** The part of onnxruntime that is used; it is loaded at run time, since it may be absent. */
export interface Runtime {
  InferenceSession: {
    create(path: string, options: InferenceSession.SessionOptions): Promise<InferenceSession>
  }
  Tensor: new (type: 'float32', data: Float32Array, dims: number[]) => Tensor
}

export interface NetworkFacts {
  /** 1: luma only. 3: red, green, blue. */
  channels: 1 | 3
  scale: number
  /** The reach of a change in source pixels, measured. */
  halo_px: number
  /** Input sides must be multiples of this; 1 for most networks. */
  multiple: number
  fixed: { width_px: number; height_px: number } | undefined
}

/** Planes of 8 bits, one after the other. */
export interface Planes {
  data: Uint8Array | Uint8ClampedArray
  width_px: number
  height_px: number
}

const unit = Float32Array.from({ length: 256 }, (_, value) => value / 255)
/** The plane's index in ffmpeg's `gbrp` by channel: red, green, blue. */
const GBR = [2, 0, 1]

/** A network with one input and one output, NCHW in 0..1. It computes one tile at a time. */
export class Network {
  readonly #runtime: Runtime
  readonly #session: InferenceSession

  private constructor(runtime: Runtime, session: InferenceSession) {
    this.#runtime = runtime
    this.#session = session
  }

  static async open(runtime: Runtime, path: string): Promise<Network> {
    const session = await runtime.InferenceSession.create(path, {
      // Tiles run in parallel instead: threads inside a layer wait for each other after each one.
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    })
    return new Network(runtime, session)
  }

  release(): Promise<void> {
    return this.#session.release()
  }

  async #infer(data: Float32Array, channels: number, height: number, width: number) {
    const tensor = new this.#runtime.Tensor('float32', data, [1, channels, height, width])
    const answer = await this.#session.run({ [this.#session.inputNames[0]!]: tensor })
    const output = answer[this.#session.outputNames[0]!] as TypedTensor<'float32'>
    if (output.type !== 'float32' || output.dims.length !== 4) {
      throw new TypeError('The network must give float32 in four dimensions.')
    }
    return output
  }

  /** Runs the network on a small picture. @throws {TypeError} when it is no upscaler. */
  async examine(): Promise<NetworkFacts> {
    const [meta] = this.#session.inputMetadata
    if (this.#session.inputNames.length !== 1 || !meta?.isTensor || meta.type !== 'float32') {
      throw new TypeError('The network must take one float32 tensor.')
    }
    const [, asked, height, width] = meta.shape
    if (meta.shape.length !== 4) throw new TypeError('The network must take four dimensions.')
    const fixed =
      typeof height === 'number' && typeof width === 'number' && height > 0 && width > 0
        ? { width_px: width, height_px: height }
        : undefined
    const channels = typeof asked === 'number' && asked > 0 ? asked : await this.#guessChannels()
    if (channels !== 1 && channels !== 3) {
      throw new TypeError(`The network must take 1 or 3 channels (NCHW), not ${channels}.`)
    }
    const high = fixed?.height_px ?? TRIAL_PX
    const wide = fixed?.width_px ?? TRIAL_PX
    const noise = pseudoRandom(channels * high * wide)
    const whole = await this.#infer(noise, channels, high, wide).catch((cause: unknown) => {
      const asked = `1x${channels}x${high}x${wide}`
      throw new TypeError(`The network takes no picture of ${asked} (NCHW): ${String(cause)}`, { cause })
    })
    const [, given, tall = 0, broad = 0] = whole.dims
    const scale = tall / high
    if (given !== channels || broad / wide !== scale || ![2, 3, 4].includes(scale)) {
      throw new TypeError(`The network gives ${whole.dims.join('x')}, no frame of 2, 3 or 4 times the size.`)
    }
    const halo_px = await this.#measureHalo(noise, whole.data, { channels, high, wide, scale })
    const multiple = fixed || (await this.#takesOdd(channels)) ? 1 : 4
    return { channels, scale, halo_px, multiple, fixed }
  }

  async #guessChannels(): Promise<number> {
    const one = await this.#infer(new Float32Array(TRIAL_PX ** 2), 1, TRIAL_PX, TRIAL_PX).catch(
      () => undefined,
    )
    return one ? 1 : 3
  }

  async #takesOdd(channels: number): Promise<boolean> {
    const odd = TRIAL_PX / 2 + 1
    const output = await this.#infer(new Float32Array(channels * odd ** 2), channels, odd, odd).catch(
      () => undefined,
    )
    return output !== undefined && output.dims[2]! % odd === 0 && output.dims[3]! % odd === 0
  }

  /** Changes the lower half of a picture, and measures how far up the output follows by more than half a step of 255. */
  async #measureHalo(
    noise: Float32Array,
    before: Float32Array,
    { channels, high, wide, scale }: { channels: number; high: number; wide: number; scale: number },
  ): Promise<number> {
    const middle = high >> 1
    const changed = noise.slice()
    for (let c = 0; c < channels; c++) {
      for (let i = (c * high + middle) * wide; i < (c + 1) * high * wide; i++) changed[i] = 1 - changed[i]!
    }
    const { data: after } = await this.#infer(changed, channels, high, wide)
    const line = wide * scale
    for (let row = 0; row < middle * scale; row++) {
      for (let c = 0; c < channels; c++) {
        const start = (c * high * scale + row) * line
        for (let i = start; i < start + line; i++) {
          if (Math.abs(after[i]! - before[i]!) > 0.5 / 255) return Math.ceil((middle * scale - row) / scale)
        }
      }
    }
    return 0
  }

  /** Upscales a tile of `from` into `to`. */
  async upscale(from: Planes, to: Planes, { x, y }: Tile, facts: NetworkFacts): Promise<void> {
    const { channels, scale, multiple, fixed } = facts
    const wide = fixed?.width_px ?? Math.ceil(x.length / multiple) * multiple
    const high = fixed?.height_px ?? Math.ceil(y.length / multiple) * multiple
    const values = new Float32Array(channels * high * wide)
    for (let c = 0, at = 0; c < channels; c++) {
      const plane = (channels === 1 ? 0 : GBR[c]!) * from.width_px * from.height_px
      for (let row = 0; row < high; row++) {
        const start = plane + (y.from + Math.min(row, y.length - 1)) * from.width_px + x.from
        for (let i = 0; i < x.length; i++) values[at++] = unit[from.data[start + i]!]!
        // Repeats the last pixel as padding.
        for (let i = x.length; i < wide; i++) values[at++] = unit[from.data[start + x.length - 1]!]!
      }
    }
    const { data } = await this.#infer(values, channels, high, wide)
    const width = (x.core_to - x.core_from) * scale
    for (let c = 0; c < channels; c++) {
      const plane = (channels === 1 ? 0 : GBR[c]!) * to.width_px * to.height_px
      for (let row = y.core_from * scale; row < y.core_to * scale; row++) {
        let read = (c * high * scale + row - y.from * scale) * wide * scale + (x.core_from - x.from) * scale
        let write = plane + row * to.width_px + x.core_from * scale
        // `to.data` rounds and clamps by itself.
        for (const end = write + width; write < end;) to.data[write++] = data[read++]! * 255
      }
    }
  }
}

const TRIAL_PX = 64

/** Repeatable numbers, all in 0..1. */
function pseudoRandom(length: number): Float32Array {
  let state = 1
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  })
}
