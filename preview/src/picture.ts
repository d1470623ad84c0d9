/** What a frame is painted on: red, green, blue, one pixel after the other, row by row, in the terms of `Colour`. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Float32Array
}

/**
 * Something painted once and laid over pictures: red, green, blue, alpha, colours multiplied by alpha.
 * `left` and `top` place it in a picture whose camera stands at rest.
 */
export interface Layer {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly rgba: Float32Array
}

export function createPicture(width: number, height: number): Picture {
  return { width, height, rgb: new Float32Array(width * height * 3) }
}

export function createLayer(width: number, height: number, left = 0, top = 0): Layer {
  return { width, height, left, top, rgba: new Float32Array(width * height * 4) }
}

/** An alpha that changes nothing that 8 bits show. */
const FAINT = 0.002

export const BLANK = 0
const MIXED = 1
export const SOLID = 2

const known = new WeakMap<Layer, Uint8Array>()

/**
 * For each pixel of a layer, whether all four of it and its neighbours to the right, below and below right are BLANK or
 * SOLID: what lies between these four is then blank or solid too, and costs less. Worked out once: the layer must not
 * change afterwards.
 */
export function kindsOf(layer: Layer): Uint8Array {
  const before = known.get(layer)
  if (before) return before
  const { width, height, rgba } = layer
  const own = new Uint8Array(width * height)
  for (let i = 0; i < own.length; i++) {
    const alpha = rgba[i * 4 + 3]!
    own[i] = alpha >= 1 ? SOLID : alpha > 0 ? MIXED : BLANK
  }
  const all = new Uint8Array(width * height).fill(MIXED)
  for (let y = 0; y < height; y++) {
    const under = y + 1 < height ? width : 0
    for (let i = y * width; i < (y + 1) * width - 1; i++) {
      const kind = own[i]!
      if (own[i + 1] === kind && own[i + under] === kind && own[i + under + 1] === kind) all[i] = kind
    }
  }
  known.set(layer, all)
  return all
}

/**
 * Lays `layer` over `picture`: its top left corner at (`x`, `y`), which need not be whole, enlarged `zoom` times,
 * smoothed between pixels. The layer must not change afterwards.
 */
export function layOver(picture: Picture, layer: Layer, x: number, y: number, zoom = 1): void {
  const { width, height, rgb } = picture
  const { rgba } = layer
  const kinds = kindsOf(layer)
  const step = 1 / zoom
  const fromY = Math.max(0, Math.ceil(y))
  const toY = Math.min(height - 1, Math.floor(y + (layer.height - 1) * zoom))
  const fromX = Math.max(0, Math.ceil(x))
  const toX = Math.min(width - 1, Math.floor(x + (layer.width - 1) * zoom - 0.001))
  const stride = layer.width * 4
  for (let row = fromY; row <= toY; row++) {
    const sy = (row - y) * step
    const y0 = Math.min(sy | 0, layer.height - 1)
    const lower = sy - y0
    const upper = 1 - lower
    const kindRow = y0 * layer.width
    const above = y0 * stride
    const below = y0 + 1 < layer.height ? above + stride : above
    let out = (row * width + fromX) * 3
    let sx = (fromX - x) * step
    // What lies left and right of the point, mixed from above and below: most of it serves the next pixel too.
    let at = -2
    let leftR = 0
    let leftG = 0
    let leftB = 0
    let leftA = 0
    let rightR = 0
    let rightG = 0
    let rightB = 0
    let rightA = 0
    for (let column = fromX; column <= toX; column++, out += 3, sx += step) {
      const x0 = sx | 0
      const kind = kinds[kindRow + x0]!
      if (kind === BLANK) continue
      if (x0 !== at) {
        let a = above + x0 * 4
        let b = below + x0 * 4
        if (x0 === at + 1) {
          leftR = rightR
          leftG = rightG
          leftB = rightB
          leftA = rightA
        } else {
          leftR = rgba[a]! * upper + rgba[b]! * lower
          leftG = rgba[a + 1]! * upper + rgba[b + 1]! * lower
          leftB = rgba[a + 2]! * upper + rgba[b + 2]! * lower
          leftA = rgba[a + 3]! * upper + rgba[b + 3]! * lower
        }
        a += 4
        b += 4
        rightR = rgba[a]! * upper + rgba[b]! * lower
        rightG = rgba[a + 1]! * upper + rgba[b + 1]! * lower
        rightB = rgba[a + 2]! * upper + rgba[b + 2]! * lower
        rightA = kind === SOLID ? 1 : rgba[a + 3]! * upper + rgba[b + 3]! * lower
        at = x0
      }
      const fx = sx - x0
      if (kind === SOLID) {
        rgb[out] = leftR + (rightR - leftR) * fx
        rgb[out + 1] = leftG + (rightG - leftG) * fx
        rgb[out + 2] = leftB + (rightB - leftB) * fx
        continue
      }
      const alpha = leftA + (rightA - leftA) * fx
      if (alpha <= FAINT) continue
      const keep = 1 - alpha
      rgb[out] = rgb[out]! * keep + leftR + (rightR - leftR) * fx
      rgb[out + 1] = rgb[out + 1]! * keep + leftG + (rightG - leftG) * fx
      rgb[out + 2] = rgb[out + 2]! * keep + leftB + (rightB - leftB) * fx
    }
  }
}

/** The same layer `factor` times as large, smoothed. */
export function enlarged(
  small: Layer,
  factor: number,
  { width, height, left, top }: { width: number; height: number; left: number; top: number },
): Layer {
  const large = createLayer(width, height, left, top)
  for (let y = 0; y < height; y++) {
    const sy = Math.min(y / factor, small.height - 1.001)
    const y0 = Math.floor(sy)
    const fy = sy - y0
    for (let x = 0; x < width; x++) {
      const sx = Math.min(x / factor, small.width - 1.001)
      const x0 = Math.floor(sx)
      const fx = sx - x0
      const a = (y0 * small.width + x0) * 4
      const b = a + small.width * 4
      const out = (y * width + x) * 4
      for (let c = 0; c < 4; c++) {
        const above = small.rgba[a + c]! + (small.rgba[a + 4 + c]! - small.rgba[a + c]!) * fx
        const below = small.rgba[b + c]! + (small.rgba[b + 4 + c]! - small.rgba[b + c]!) * fx
        large.rgba[out + c] = above + (below - above) * fy
      }
    }
  }
  return large
}

/** Adds light in a round soft spot of `radius` pixels. */
export function addGlow(
  { width, height, rgb }: Picture,
  x: number,
  y: number,
  radius: number,
  [red, green, blue]: readonly [number, number, number],
): void {
  const fromY = Math.max(0, Math.ceil(y - radius))
  const toY = Math.min(height - 1, Math.floor(y + radius))
  const fromX = Math.max(0, Math.ceil(x - radius))
  const toX = Math.min(width - 1, Math.floor(x + radius))
  const scale = 1 / (radius * radius)
  for (let row = fromY; row <= toY; row++) {
    for (let column = fromX; column <= toX; column++) {
      const rest = 1 - ((row - y) ** 2 + (column - x) ** 2) * scale
      if (rest <= 0) continue
      const light = rest * rest * rest
      const i = (row * width + column) * 3
      rgb[i] = rgb[i]! + red * light
      rgb[i + 1] = rgb[i + 1]! + green * light
      rgb[i + 2] = rgb[i + 2]! + blue * light
    }
  }
}
