import { BLANK, kindsOf, type Layer, type Picture, SOLID } from '../picture.ts'

export interface Placement {
  /** Where the sprite's middle goes. */
  x: number
  y: number
  /** Against the sprite's own size; negative mirrors it. */
  scaleX: number
  scaleY: number
  /** Radians, clockwise. */
  angle: number
  opacity?: number
  /** Rows from here on stay as they are. */
  endRow?: number
  /** Moves each row sideways: for mirror images on waves. */
  waver?: (row: number) => number
  /** Weakens it downwards to nothing over so many rows from its top. */
  fadeRows?: number
}

/** Lays a sprite over a picture: turned, scaled, at any place between pixels. */
export function stamp(picture: Picture, sprite: Layer, placement: Placement): void {
  const { width, height, rgb } = picture
  const { x, y, scaleX, scaleY, angle, opacity = 1, endRow = height, waver, fadeRows } = placement
  if (Math.abs(scaleX) < 0.02 || Math.abs(scaleY) < 0.02) return
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const halfW = (sprite.width / 2) * Math.abs(scaleX)
  const halfH = (sprite.height / 2) * Math.abs(scaleY)
  const reachX = Math.abs(cos) * halfW + Math.abs(sin) * halfH + (waver ? 8 : 1)
  const reachY = Math.abs(sin) * halfW + Math.abs(cos) * halfH + 1
  const fromX = Math.max(0, Math.floor(x - reachX))
  const toX = Math.min(width - 1, Math.ceil(x + reachX))
  const fromY = Math.max(0, Math.floor(y - reachY))
  const toY = Math.min(height, endRow, Math.ceil(y + reachY)) - 1
  const stepX = cos / scaleX
  const stepY = -sin / scaleY
  const { rgba } = sprite
  const kinds = kindsOf(sprite)
  const stride = sprite.width * 4
  const lastX = sprite.width - 1.001
  const lastY = sprite.height - 1.001
  for (let row = fromY; row <= toY; row++) {
    const dy = row - y
    const fade = fadeRows ? Math.max(0, 1 - (row - (y - halfH)) / fadeRows) : 1
    const weight = opacity * fade
    if (weight <= 0.003) continue
    const dx = fromX - x + (waver ? waver(row) : 0)
    let sx = (dx * cos + dy * sin) / scaleX + sprite.width / 2 - 0.5
    let sy = (-dx * sin + dy * cos) / scaleY + sprite.height / 2 - 0.5
    const first = Math.max(0, Math.ceil(Math.max(stepsInto(sx, stepX, lastX), stepsInto(sy, stepY, lastY))))
    const last = Math.min(
      toX - fromX,
      Math.floor(Math.min(stepsOutOf(sx, stepX, lastX), stepsOutOf(sy, stepY, lastY))),
    )
    sx += first * stepX
    sy += first * stepY
    let out = (row * width + fromX + first) * 3
    for (let step = first; step <= last; step++, out += 3, sx += stepX, sy += stepY) {
      // Sums of steps are not exact.
      if (sx < 0 || sy < 0 || sx > lastX || sy > lastY) continue
      const x0 = sx | 0
      const y0 = sy | 0
      const kind = kinds[y0 * sprite.width + x0]!
      if (kind === BLANK) continue
      const fx = sx - x0
      const fy = sy - y0
      const a = y0 * stride + x0 * 4
      const b = a + stride
      const w11 = fx * fy
      const w10 = fx - w11
      const w01 = fy - w11
      const w00 = 1 - fx - w01
      if (kind === SOLID && weight === 1) {
        rgb[out] = rgba[a]! * w00 + rgba[a + 4]! * w10 + rgba[b]! * w01 + rgba[b + 4]! * w11
        rgb[out + 1] = rgba[a + 1]! * w00 + rgba[a + 5]! * w10 + rgba[b + 1]! * w01 + rgba[b + 5]! * w11
        rgb[out + 2] = rgba[a + 2]! * w00 + rgba[a + 6]! * w10 + rgba[b + 2]! * w01 + rgba[b + 6]! * w11
        continue
      }
      const alpha = rgba[a + 3]! * w00 + rgba[a + 7]! * w10 + rgba[b + 3]! * w01 + rgba[b + 7]! * w11
      if (alpha < 0.003) continue
      const keep = 1 - alpha * weight
      rgb[out] =
        rgb[out]! * keep +
        (rgba[a]! * w00 + rgba[a + 4]! * w10 + rgba[b]! * w01 + rgba[b + 4]! * w11) * weight
      rgb[out + 1] =
        rgb[out + 1]! * keep +
        (rgba[a + 1]! * w00 + rgba[a + 5]! * w10 + rgba[b + 1]! * w01 + rgba[b + 5]! * w11) * weight
      rgb[out + 2] =
        rgb[out + 2]! * keep +
        (rgba[a + 2]! * w00 + rgba[a + 6]! * w10 + rgba[b + 2]! * w01 + rgba[b + 6]! * w11) * weight
    }
  }
}

/** After how many steps a value that starts at `from` comes into 0 to `last`: -Infinity if it always was, Infinity if never. */
function stepsInto(from: number, step: number, last: number): number {
  if (step === 0) return from < 0 || from > last ? Infinity : -Infinity
  return (step > 0 ? -from : last - from) / step
}

/** After how many steps it leaves again. */
function stepsOutOf(from: number, step: number, last: number): number {
  if (step === 0) return Infinity
  return (step > 0 ? last - from : -from) / step
}

/** A soft dark ellipse, as under a thing that stands or floats. */
export function stampShadow(
  picture: Picture,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  strength: number,
): void {
  const { width, height, rgb } = picture
  for (let row = Math.max(0, Math.ceil(y - radiusY)); row <= Math.min(height - 1, y + radiusY); row++) {
    for (
      let column = Math.max(0, Math.ceil(x - radiusX));
      column <= Math.min(width - 1, x + radiusX);
      column++
    ) {
      const rest = 1 - ((row - y) / radiusY) ** 2 - ((column - x) / radiusX) ** 2
      if (rest <= 0) continue
      const keep = 1 - strength * rest * rest * (3 - 2 * rest)
      const i = (row * width + column) * 3
      rgb[i] = rgb[i]! * keep
      rgb[i + 1] = rgb[i + 1]! * keep
      rgb[i + 2] = rgb[i + 2]! * keep
    }
  }
}
