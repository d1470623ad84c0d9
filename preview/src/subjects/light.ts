import { clamp, type Colour, luminance } from '../colour.ts'
import { createLayer, type Layer } from '../picture.ts'

export interface Lighting {
  light: Colour
  ambient: Colour
  /** The light around the edge that looks to the sun. */
  rim: Colour
  /** Toward the sun, in the picture, of length 1. */
  direction: readonly [x: number, y: number]
  /** 0 to 1: how much it sinks into `haze`, for things far away. */
  distance: number
  haze: Colour
}

/** Repaints a sprite in one colour, keeping light and dark. White, grey and black parts of a coloured thing stay. */
export function recolour({ rgba }: Layer, colour: Colour): void {
  let saturated = 0
  let solid = 0
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3]!
    if (alpha < 0.5) continue
    solid += 1
    if (saturationOf(rgba, i) > 0.3) saturated += 1
  }
  const isColourful = saturated > solid * 0.3
  const brightness = Math.max(0.05, luminance(colour))
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3]!
    if (alpha < 0.004) continue
    const light = luminance([rgba[i]! / alpha, rgba[i + 1]! / alpha, rgba[i + 2]! / alpha])
    const amount = isColourful ? clamp((saturationOf(rgba, i) - 0.12) * 4) : clamp((light - 0.12) * 3)
    if (amount === 0) continue
    const tone = 0.45 + 0.85 * light
    const lift = clamp((light - 0.7) * 1.1) * (1 - brightness) * 0.6
    for (let c = 0; c < 3; c++) {
      const wanted = (colour[c]! * tone * (1 - lift) + lift) * alpha
      rgba[i + c] = rgba[i + c]! + (wanted - rgba[i + c]!) * amount
    }
  }
}

function saturationOf(rgba: Float32Array, i: number): number {
  const most = Math.max(rgba[i]!, rgba[i + 1]!, rgba[i + 2]!)
  return most < 0.02 ? 0 : (most - Math.min(rgba[i]!, rgba[i + 1]!, rgba[i + 2]!)) / most
}

/** A box blur of alpha, twice: high in the middle of the shape, low at its edge. */
function roundness(layer: Layer, radius: number): Float32Array {
  const { width, height, rgba } = layer
  let from = Float32Array.from({ length: width * height }, (_, i) => rgba[i * 4 + 3]!)
  let to = new Float32Array(width * height)
  for (let pass = 0; pass < 4; pass++) {
    const along = pass % 2 === 0
    const [lines, length, lineStep, step] = along ? [height, width, width, 1] : [width, height, 1, width]
    for (let line = 0; line < lines; line++) {
      let sum = 0
      const start = line * lineStep
      for (let i = 0; i < Math.min(radius, length); i++) sum += from[start + i * step]!
      for (let i = 0; i < length; i++) {
        if (i + radius < length) sum += from[start + (i + radius) * step]!
        if (i - radius - 1 >= 0) sum -= from[start + (i - radius - 1) * step]!
        to[start + i * step] = sum / (radius * 2 + 1)
      }
    }
    const spare = from
    from = to
    to = spare
  }
  return from
}

/** A copy of a flat sprite lit like a round thing: a bright side, a dark side, a rim toward the sun. */
export function lit(sprite: Layer, { light, ambient, rim, direction, distance, haze }: Lighting): Layer {
  const { width, height, rgba } = sprite
  const out = createLayer(width, height)
  const radius = Math.max(2, Math.round(height * 0.07))
  const bump = roundness(sprite, radius)
  const steep = radius * 1.6
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      const i = p * 4
      const alpha = rgba[i + 3]!
      if (alpha < 0.004) continue
      const gx = bump[p - (x > 0 ? 1 : 0)]! - bump[p + (x < width - 1 ? 1 : 0)]!
      const gy = bump[p - (y > 0 ? width : 0)]! - bump[p + (y < height - 1 ? width : 0)]!
      const facing = clamp((gx * -direction[0] + gy * -direction[1]) * -steep, -1, 1)
      const edge = clamp((0.72 - bump[p]!) * 2.4)
      const sunny = clamp(0.5 + facing * 0.55)
      const glint = Math.max(0, facing) * edge * edge
      for (let c = 0; c < 3; c++) {
        const shade = ambient[c]! * 0.74 + light[c]! * 0.52 * sunny
        const colour = rgba[i + c]! * shade + rim[c]! * glint * alpha
        out.rgba[i + c] = colour + (haze[c]! * alpha - colour) * distance
      }
      out.rgba[i + 3] = alpha
    }
  }
  return out
}
