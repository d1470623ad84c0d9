import { writeFile } from 'node:fs/promises'

// An ONNX file is a protobuf message; the few fields that a network of one or two layers needs are written by hand here.

type Field = [number, number | string | Uint8Array]

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

function message(...fields: Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)])
      const bytes = Buffer.from(value)
      return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
    }),
  )
}

const ints = (name: string, values: number[]): Field => [
  5,
  message([1, name], ...values.map((value): Field => [8, value]), [20, 7]),
]
const int = (name: string, value: number): Field => [5, message([1, name], [3, value], [20, 2])]

/** Of each channel all the same: its value. */
function weights(name: string, dims: number[], values: number[]): Field {
  const each = dims.reduce((a, b) => a * b) / values.length
  const data = Float32Array.from(values.flatMap((value) => Array<number>(each).fill(value)))
  return [
    5,
    message(...dims.map((dim): Field => [1, dim]), [2, 1], [8, name], [9, new Uint8Array(data.buffer)]),
  ]
}

/** As ONNX numbers them. */
const float32 = 1
const float16 = 10

const picture = (name: string, dims: (number | string)[], type = float32): Uint8Array => {
  const shape = message(...dims.map((dim): Field => [1, message([typeof dim === 'number' ? 1 : 2, dim])]))
  return message([1, name], [2, message([1, message([1, type], [2, shape])])])
}

const model = (graph: Uint8Array): Uint8Array => message([1, 8], [7, graph], [8, message([1, ''], [2, 13])])

export interface TinyNetwork {
  channels: 1 | 3
  scale: number
  /** The one size it takes; any without it. */
  fixed?: { width_px: number; height_px: number }
  /** First means each pixel with its eight neighbours, and so looks one pixel far. */
  blur?: boolean
  /** What it multiplies each channel by; 1 without it. */
  gains?: number[]
}

/** Writes a network that repeats each pixel. */
export async function writeNetwork(
  path: string,
  { channels, scale, fixed, blur, gains }: TinyNetwork,
): Promise<void> {
  const blurring: Field[] = blur
    ? [
        [
          1,
          message(
            [1, 'x'],
            [1, 'mean'],
            [2, 'm'],
            [4, 'Conv'],
            ints('pads', [1, 1, 1, 1]),
            int('group', channels),
          ),
        ],
        weights('mean', [channels, 1, 3, 3], [1 / 9]),
      ]
    : []
  const graph = message(
    ...blurring.filter(([field]) => field === 1),
    [
      1,
      message(
        [1, blur ? 'm' : 'x'],
        [1, 'ones'],
        [2, 'y'],
        [4, 'ConvTranspose'],
        ints('strides', [scale, scale]),
        int('group', channels),
      ),
    ],
    [2, 'repeat'],
    ...blurring.filter(([field]) => field === 5),
    weights('ones', [channels, 1, scale, scale], gains ?? [1]),
    [11, picture('x', [1, channels, fixed?.height_px ?? 'h', fixed?.width_px ?? 'w'])],
    [
      12,
      picture('y', [
        1,
        channels,
        fixed ? fixed.height_px * scale : 'H',
        fixed ? fixed.width_px * scale : 'W',
      ]),
    ],
  )
  await writeFile(path, model(graph))
}

/** Writes a network that gives back what it gets, of any shape: no upscaler. */
export async function writeEcho(
  path: string,
  { dims, half }: { dims: (number | string)[]; half?: boolean },
): Promise<void> {
  const type = half ? float16 : float32
  const echo = message([1, 'x'], [2, 'y'], [4, 'Identity'])
  const graph = message(
    [1, echo],
    [2, 'echo'],
    [11, picture('x', dims, type)],
    [12, picture('y', dims, type)],
  )
  await writeFile(path, model(graph))
}
