import { clamp, type Colour, smoothstep } from '../../colour.ts'
import { createLayer, type Layer } from '../../picture.ts'
import type { Painter, Stage } from '../../stage.ts'
import { placed } from '../placed.ts'

/** Ground as a function: where it is high, and what it is made of. Distances are in heights of the camera. */
export interface Surface {
  height(x: number, z: number): number
  /** Writes the colour under white light; `up` is 1 on level ground and 0 on a wall. */
  colour(x: number, z: number, h: number, up: number, out: Float32Array): void
}

export interface TerrainOptions {
  surface: Surface
  near: number
  far: number
  steps: number
  /** How fast distance hides it: parts for each unit of distance. */
  haze: number
  hazeColour: Colour
  /** Mist in the low parts: none at height `mistTop`, this much at `mistBottom`; 1 leaves nothing below. */
  mist: number
  mistTop?: number
  mistBottom?: number
  /** Spaces the steps evenly in the picture, not in proportion to the distance: for ground without crests. */
  level?: boolean
  /** The row from which on something nearer hides it all. */
  bottom?: number
  /** How low the light comes in: less gives longer shadows. */
  sunSlope?: number
}

/** A stretch of ground that moves with the camera as `placed` does. */
export function createTerrain(stage: Stage, nearness: number, options: TerrainOptions): Painter {
  return stage.paintOnce(
    () => cropped(drawTerrain(stage, options)),
    (layer) => placed(stage, layer, nearness),
  )
}

/**
 * Draws a stretch of ground from near to far, each column up to its skyline. It is drawn once, larger than the picture.
 * Rows are filled by blending between neighbours, and skylines by part of a pixel: no steps.
 */
function drawTerrain(stage: Stage, options: TerrainOptions): Layer {
  const { surface, near, far, steps, level = false, sunSlope = 0.55, mistTop = 0, mistBottom = 0 } = options
  const { palette, unit, horizon } = stage
  const focal = unit * 1.05
  const left = -stage.marginX
  const width = stage.width + stage.marginX * 2
  const top = Math.max(-stage.marginY, Math.floor(horizon - unit * 0.95))
  const bottom = Math.min(stage.height + stage.marginY, Math.ceil(options.bottom ?? Infinity))
  const layer = createLayer(width, Math.max(1, bottom - top), left, top)
  const sunSide = stage.sun.x < stage.middle ? -1 : 1
  const [lx, ly, lz] = unitVector(
    sunSide * 0.82,
    palette.sunHeight < 0.3 ? 0.42 : 0.62,
    palette.sunHeight < 0.3 ? 0.12 : -0.28,
  )
  const skyline = new Float32Array(width).fill(bottom - top)
  const lastColour = new Float32Array(width * 3)
  const heights = new Float32Array(width)
  const lastHeights = new Float32Array(width)
  const shadow = new Float32Array(width)
  const albedo = new Float32Array(3)
  const colour = new Float32Array(3)
  let lastZ = near
  for (let step = 0; step <= steps; step++) {
    const t = step / steps
    const z = level ? 1 / (1 / near + (1 / far - 1 / near) * t) : near * (far / near) ** t
    const stepX = z / focal
    for (let c = 0; c < width; c++) heights[c] = surface.height((c + left - stage.middle) * stepX, z)
    castShadows(heights, shadow, stepX * sunSlope, sunSide)
    const fade = 1 - Math.exp(-Math.max(0, z) * options.haze * palette.hazeDepth)
    const dz = step === 0 ? 0 : z - lastZ
    for (let c = 0; c < width; c++) {
      const h = heights[c]!
      const y = horizon + (focal * (1 - h)) / z - top
      const end = skyline[c]!
      const dhdx = (heights[Math.min(width - 1, c + 1)]! - heights[Math.max(0, c - 1)]!) / (2 * stepX)
      const dhdz = dz > 0 ? (h - lastHeights[c]!) / dz : 0
      lastHeights[c] = h
      if (y >= end && step > 0) continue
      const up = 1 / Math.sqrt(1 + dhdx * dhdx + dhdz * dhdz)
      surface.colour((c + left - stage.middle) * stepX, z, h, up, albedo)
      const sunny = Math.max(0, (-dhdx * lx + ly - dhdz * lz) * up) * (1 - shadow[c]! * 0.85)
      const mist = options.mist > 0 ? options.mist * smoothstep(mistTop, mistBottom, h) : 0
      const veil = 1 - (1 - fade) * (1 - mist)
      for (let k = 0; k < 3; k++) {
        const own = albedo[k]! * (palette.ambient[k]! * (0.62 + 0.38 * up) + palette.light[k]! * sunny * 0.95)
        colour[k] = own + (options.hazeColour[k]! - own) * veil
      }
      // In front of a range there is only mist.
      if (step === 0 && options.mist > 0.9) colour.set(options.hazeColour)
      if (step === 0) lastColour.set(colour, c * 3)
      fillColumn(layer, c, y, end, colour, lastColour)
      skyline[c] = y
      for (let k = 0; k < 3; k++) lastColour[c * 3 + k] = colour[k]!
    }
    lastZ = z
  }
  return layer
}

function unitVector(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** How deep each place of one row lies in the shadow of what stands between it and the sun, 0 to 1, with a soft edge. */
function castShadows(heights: Float32Array, shadow: Float32Array, fall: number, sunSide: number): void {
  let edge = -1e9
  for (let i = 0; i < heights.length; i++) {
    const c = sunSide < 0 ? i : heights.length - 1 - i
    edge = Math.max(edge - fall, heights[c]!)
    shadow[c] = clamp((edge - heights[c]!) / (fall * 14 + 0.02))
  }
}

/** Colours the rows of column `c` from `y` down to `end` that are not covered yet. */
function fillColumn(
  layer: Layer,
  c: number,
  y: number,
  end: number,
  colour: Float32Array,
  from: Float32Array,
): void {
  const { width, height, rgba } = layer
  const first = Math.max(0, Math.floor(y))
  const last = Math.min(height - 1, Math.floor(end))
  const span = Math.max(1, end - y)
  for (let row = first; row <= last; row++) {
    const i = (row * width + c) * 4
    const open = 1 - rgba[i + 3]!
    if (open <= 0) continue
    const cover = open * (row < y ? row + 1 - y : 1)
    const t = clamp((end - row) / span)
    for (let k = 0; k < 3; k++)
      rgba[i + k] = rgba[i + k]! + (from[c * 3 + k]! + (colour[k]! - from[c * 3 + k]!) * t) * cover
    rgba[i + 3] = rgba[i + 3]! + cover
  }
}

/** The same layer without its empty rows above. */
function cropped(layer: Layer): Layer {
  const { width, height, rgba } = layer
  let at = 3
  while (at < rgba.length && rgba[at] === 0) at += 4
  const first = Math.min(height - 1, Math.floor(at / (width * 4)))
  return { ...layer, top: layer.top + first, height: height - first, rgba: rgba.subarray(first * width * 4) }
}
