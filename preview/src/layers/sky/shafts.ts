import type { Painter, Stage } from '../../stage.ts'

const CELL = 8

/** Beams of light that fan out from `source` and waver slowly; soft, so computed small. */
export function createShafts(
  stage: Stage,
  { x, y, strength, reach }: { x: number; y: number; strength: number; reach: number },
): Painter {
  const { width, height, unit, palette } = stage
  const columns = Math.ceil(width / CELL) + 1
  const rows = Math.ceil(height / CELL) + 1
  const light = new Float32Array(columns * rows)
  const random = stage.randomFor('shafts')
  const phases = Array.from({ length: 6 }, () => random() * 6)
  const [red, green, blue] = palette.glow
  return {
    paint({ rgb }, { t_s, view }) {
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < columns; c++) {
          const dx = c * CELL - x
          const dy = r * CELL - y - view.tilt_px
          const angle = Math.atan2(dx, dy + unit * 0.02)
          let beam = 0
          for (let k = 0; k < phases.length; k++)
            beam += Math.sin(
              angle * (7 + k * 6.3) + phases[k]! + t_s * (k % 2 === 0 ? 0.16 : -0.13) * (1 + k * 0.3),
            )
          const distance = Math.sqrt(dx * dx + dy * dy) / (unit * reach)
          light[r * columns + c] =
            strength * Math.max(0, beam * 0.24 + 0.12) * Math.exp(-distance * 1.6) * Math.min(1, distance * 5)
        }
      }
      for (let row = 0; row < height; row++) {
        const sy = row / CELL
        const y0 = sy | 0
        const fy = sy - y0
        for (let column = 0; column < width; column++) {
          const sx = column / CELL
          const x0 = sx | 0
          const fx = sx - x0
          const i = y0 * columns + x0
          const top = light[i]! + (light[i + 1]! - light[i]!) * fx
          const bottom = light[i + columns]! + (light[i + columns + 1]! - light[i + columns]!) * fx
          const amount = top + (bottom - top) * fy
          const o = (row * width + column) * 3
          rgb[o] = rgb[o]! + red * amount
          rgb[o + 1] = rgb[o + 1]! + green * amount
          rgb[o + 2] = rgb[o + 2]! + blue * amount
        }
      }
    },
  }
}
