/** Pixels on each side of a cell. */
export const CELL = 4
const THRESHOLD = Math.fround(0.86)
const THRESHOLD_BITS = new Int32Array(Float32Array.of(THRESHOLD).buffer)[0]!

/** A box blur along rows, written transposed, so that two passes blur both ways. */
function blurTransposed(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const share = 1 / (radius * 2 + 1)
  for (let y = 0; y < height; y++) {
    const row = y * width * 3
    let red = from[row]! * (radius + 1)
    let green = from[row + 1]! * (radius + 1)
    let blue = from[row + 2]! * (radius + 1)
    for (let x = 1; x <= radius; x++) {
      const enter = row + Math.min(x, width - 1) * 3
      red += from[enter]!
      green += from[enter + 1]!
      blue += from[enter + 2]!
    }
    for (let x = 0, out = y * 3; x < width; x++, out += height * 3) {
      to[out] = red * share
      to[out + 1] = green * share
      to[out + 2] = blue * share
      const enter = row + Math.min(x + radius + 1, width - 1) * 3
      const leave = row + Math.max(x - radius, 0) * 3
      red += from[enter]! - from[leave]!
      green += from[enter + 1]! - from[leave + 1]!
      blue += from[enter + 2]! - from[leave + 2]!
    }
  }
}

/** The light that spreads around what is brighter than white, at a quarter of the size, near and wide. */
export function createBloom(width: number, height: number) {
  const columns = Math.ceil(width / CELL)
  const rows = Math.ceil(height / CELL)
  const bright = new Float32Array(columns * rows * 3)
  const spare = new Float32Array(columns * rows * 3)
  const near = new Float32Array(columns * rows * 3)
  const unit = Math.min(columns, rows)
  const nearRadius = Math.max(1, Math.round(unit * 0.012))
  const wideRadius = Math.max(2, Math.round(unit * 0.085))
  // One cell more: the last one again.
  const line = new Float32Array((columns + 1) * 3)

  function blur(from: Float32Array, radius: number): void {
    for (let pass = 0; pass < 2; pass++) {
      blurTransposed(from, spare, columns, rows, radius)
      blurTransposed(spare, from, rows, columns, radius)
    }
  }

  return {
    measure(rgb: Float32Array): void {
      bright.fill(0)
      const share = 1 / (CELL * CELL)
      // Floats above 0 are in the order of their bits, which are compared without being converted.
      const bits = new Int32Array(rgb.buffer, rgb.byteOffset, rgb.length)
      for (let y = 0; y < height; y++) {
        const row = (y >> 2) * columns * 3
        let i = y * width * 3
        for (let x = 0; x < width; x++, i += 3) {
          if (bits[i]! <= THRESHOLD_BITS && bits[i + 1]! <= THRESHOLD_BITS && bits[i + 2]! <= THRESHOLD_BITS)
            continue
          const r = rgb[i]!
          const g = rgb[i + 1]!
          const b = rgb[i + 2]!
          const most = r > g ? (r > b ? r : b) : g > b ? g : b
          const over = ((most - THRESHOLD) / most) * share
          const cell = row + (x >> 2) * 3
          bright[cell] = bright[cell]! + r * over
          bright[cell + 1] = bright[cell + 1]! + g * over
          bright[cell + 2] = bright[cell + 2]! + b * over
        }
      }
      near.set(bright)
      blur(near, nearRadius)
      blur(bright, wideRadius)
      for (let i = 0; i < near.length; i++) near[i] = near[i]! * 0.32 + bright[i]! * 0.5
    },

    /** The light to add to each pixel of row `y`, three numbers a pixel; `out` has room for CELL pixels more. */
    readRow(y: number, out: Float32Array): void {
      const sy = Math.max(0, (y + 0.5) / CELL - 0.5)
      const y0 = sy | 0
      const fy = sy - y0
      const above = y0 * columns * 3
      const below = Math.min(y0 + 1, rows - 1) * columns * 3
      for (let i = 0; i < columns * 3; i++) line[i] = near[above + i]! * (1 - fy) + near[below + i]! * fy
      for (let c = 0; c < 3; c++) {
        line[columns * 3 + c] = line[columns * 3 + c - 3]!
        out[c] = line[c]!
        out[c + 3] = line[c]!
      }
      // From the middle of one cell to that of the next, four pixels.
      for (let o = 6, a = 0; o < width * 3; o += CELL * 3, a += 3) {
        const red = line[a]!
        const green = line[a + 1]!
        const blue = line[a + 2]!
        const redStep = (line[a + 3]! - red) * 0.25
        const greenStep = (line[a + 4]! - green) * 0.25
        const blueStep = (line[a + 5]! - blue) * 0.25
        out[o] = red + redStep * 0.5
        out[o + 1] = green + greenStep * 0.5
        out[o + 2] = blue + blueStep * 0.5
        out[o + 3] = red + redStep * 1.5
        out[o + 4] = green + greenStep * 1.5
        out[o + 5] = blue + blueStep * 1.5
        out[o + 6] = red + redStep * 2.5
        out[o + 7] = green + greenStep * 2.5
        out[o + 8] = blue + blueStep * 2.5
        out[o + 9] = red + redStep * 3.5
        out[o + 10] = green + greenStep * 3.5
        out[o + 11] = blue + blueStep * 3.5
      }
    },
  }
}
