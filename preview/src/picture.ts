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

/**
 * Lays `layer` over `picture`: its top left corner at (`x`, `y`), which need not be whole, enlarged `zoom` times,
 * smoothed between pixels. `opacity` weakens it.
 */
export function layOver(picture: Picture, layer: Layer, x: number, y: number, zoom = 1, opacity = 1): void {
  const { width, height, rgb } = picture
  const { rgba } = layer
  const step = 1 / zoom
  const fromY = Math.max(0, Math.ceil(y))
  const toY = Math.min(height - 1, Math.floor(y + (layer.height - 1) * zoom))
  const fromX = Math.max(0, Math.ceil(x))
  const toX = Math.min(width - 1, Math.floor(x + (layer.width - 1) * zoom - 0.001))
  const stride = layer.width * 4
  for (let row = fromY; row <= toY; row++) {
    const sy = (row - y) * step
    const y0 = Math.min(sy | 0, layer.height - 1)
    const fy = sy - y0
    const above = y0 * stride
    const below = y0 + 1 < layer.height ? above + stride : above
    let out = (row * width + fromX) * 3
    let sx = (fromX - x) * step
    for (let column = fromX; column <= toX; column++, out += 3, sx += step) {
      const x0 = sx | 0
      const fx = sx - x0
      const a = above + x0 * 4
      const b = below + x0 * 4
      if (rgba[a + 3] === 0 && rgba[a + 7] === 0 && rgba[b + 3] === 0 && rgba[b + 7] === 0) continue
      const w11 = fx * fy
      const w10 = fx - w11
      const w01 = fy - w11
      const w00 = 1 - fx - w01
      const alpha = rgba[a + 3]! * w00 + rgba[a + 7]! * w10 + rgba[b + 3]! * w01 + rgba[b + 7]! * w11
      if (alpha <= 0.002) continue
      const keep = 1 - alpha * opacity
      rgb[out] =
        rgb[out]! * keep +
        (rgba[a]! * w00 + rgba[a + 4]! * w10 + rgba[b]! * w01 + rgba[b + 4]! * w11) * opacity
      rgb[out + 1] =
        rgb[out + 1]! * keep +
        (rgba[a + 1]! * w00 + rgba[a + 5]! * w10 + rgba[b + 1]! * w01 + rgba[b + 5]! * w11) * opacity
      rgb[out + 2] =
        rgb[out + 2]! * keep +
        (rgba[a + 2]! * w00 + rgba[a + 6]! * w10 + rgba[b + 2]! * w01 + rgba[b + 6]! * w11) * opacity
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
