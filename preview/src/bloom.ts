const CELL = 4
const THRESHOLD = 0.86

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
    for (let channel = 0; channel < 3; channel++) {
      const row = y * width * 3 + channel
      let sum = from[row]! * (radius + 1)
      for (let x = 1; x <= radius; x++) sum += from[row + Math.min(x, width - 1) * 3]!
      for (let x = 0; x < width; x++) {
        to[(x * height + y) * 3 + channel] = sum * share
        const enter = x + radius + 1
        const leave = x - radius
        sum += from[row + (enter < width ? enter : width - 1) * 3]! - from[row + (leave > 0 ? leave : 0) * 3]!
      }
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
  const line = new Float32Array(columns * 3)

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
      for (let y = 0; y < height; y++) {
        const row = (y >> 2) * columns * 3
        let i = y * width * 3
        for (let x = 0; x < width; x++, i += 3) {
          const r = rgb[i]!
          const g = rgb[i + 1]!
          const b = rgb[i + 2]!
          const most = r > g ? (r > b ? r : b) : g > b ? g : b
          if (most <= THRESHOLD) continue
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

    /** The light to add to each pixel of row `y`, three numbers a pixel. */
    readRow(y: number, out: Float32Array): void {
      const sy = Math.max(0, (y + 0.5) / CELL - 0.5)
      const y0 = sy | 0
      const fy = sy - y0
      const above = y0 * columns * 3
      const below = Math.min(y0 + 1, rows - 1) * columns * 3
      for (let i = 0; i < columns * 3; i++) line[i] = near[above + i]! * (1 - fy) + near[below + i]! * fy
      for (let x = 0, o = 0; x < width; x++, o += 3) {
        const sx = x < 2 ? 0 : (x - 1.5) * 0.25
        const x0 = sx | 0
        const fx = sx - x0
        const a = x0 * 3
        const b = x0 + 1 < columns ? a + 3 : a
        out[o] = line[a]! + (line[b]! - line[a]!) * fx
        out[o + 1] = line[a + 1]! + (line[b + 1]! - line[a + 1]!) * fx
        out[o + 2] = line[a + 2]! + (line[b + 2]! - line[a + 2]!) * fx
      }
    },
  }
}
