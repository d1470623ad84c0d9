import { hex, mix, smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import type { Painter, Stage } from '../../stage.ts'

/** Sand in front of water: a shoreline that comes and goes, wet sand that it leaves behind, and foam at its edge. */
export function createBeach(stage: Stage): Painter {
  const { width, height, unit, palette, noise } = stage
  const light = mix(palette.ambient, palette.light, 0.5)
  const sand = hex('e3c79a').map((part, c) => part * light[c]! * 1.02)
  const dark = hex('a98a62').map((part, c) => part * light[c]! * 0.9)
  const first = Math.floor(stage.horizon)
  const rows = height + stage.marginY - first
  const grain = new Float32Array(width * rows)
  for (let y = 0; y < rows; y++) {
    const z = (unit * 0.9) / (y + unit * 0.05)
    for (let x = 0; x < width; x++) {
      const u = ((x - stage.middle) / unit) * z
      const fine = smoothstep(3.5, 1.2, z)
      grain[y * width + x] =
        fbm(noise, u * 2.2 + 5, z * 3, 4) * 0.16 +
        (noise(u * 70, z * 60) * 0.07 + noise(u * 23, z * 31) * 0.05) * fine
    }
  }
  const slope = stage.sun.x < stage.middle ? 1 : -1
  const shoreAt = (x: number) =>
    stage.horizon +
    (height - stage.horizon) * (0.56 - slope * (x / width - 0.5) * 0.34) +
    Math.sin((x / unit) * 3.1) * unit * 0.018
  const shore = Float32Array.from({ length: width }, (_, x) => shoreAt(x))
  return {
    paint({ rgb }, { t_s, view }) {
      for (let x = 0; x < width; x++) {
        const u = x / unit
        const swash = Math.sin(t_s * 0.95 + u * 1.4) * 0.5 + Math.sin(t_s * 1.7 + u * 3.7 + 2) * 0.22
        const ragged = noise(u * 9, t_s * 0.35) * 0.007 + noise(u * 26, t_s * 0.5) * 0.003
        const base = shore[x]! + view.tilt_px
        const edge = base + (swash * 0.028 + ragged) * unit
        const wetEdge = base + (0.03 + 0.012 * noise(u * 5, 3)) * unit
        const older = edge - unit * (0.05 + 0.02 * Math.sin(u * 5 + t_s * 0.6))
        for (let y = Math.max(0, Math.floor(older - unit * 0.03)); y < height; y++) {
          const i = (y * width + x) * 3
          if (y > wetEdge + unit * 0.07) {
            const plain = 1 + (grain[Math.min(rows - 1, y - first) * width + x] ?? 0)
            for (let c = 0; c < 3; c++) rgb[i + c] = sand[c]! * plain
            continue
          }
          const onSand = smoothstep(-1, 1.5, y - edge)
          const texture = 1 + (grain[Math.min(rows - 1, Math.max(0, y - first)) * width + x] ?? 0)
          const dry = smoothstep(0, unit * 0.06, y - wetEdge)
          const foamEdge = Math.exp(-(((y - edge) / (unit * 0.0085)) ** 2))
          const bubbles = 0.55 + 0.75 * noise(u * 38, (y / unit) * 52 + t_s * 0.3)
          const trail =
            Math.exp(-(((y - older) / (unit * 0.011)) ** 2)) * Math.max(0, bubbles) * 0.5 +
            smoothstep(edge - unit * 0.055, edge, y) * (1 - onSand) * Math.max(0, bubbles - 0.45) * 0.5
          const foam = Math.min(1, foamEdge * (0.5 + 0.5 * bubbles) + trail * (1 - onSand))
          for (let c = 0; c < 3; c++) {
            const wet = (dark[c]! * 0.62 + palette.sky[1][c]! * 0.3) * texture
            const ground = wet + (sand[c]! * texture - wet) * dry
            const shaded =
              rgb[i + c]! * (1 - smoothstep(older, edge, y) * 0.25 * (1 - onSand)) +
              sand[c]! * smoothstep(older, edge, y) * 0.2 * (1 - onSand)
            const mixed = shaded + (ground - shaded) * onSand
            rgb[i + c] = mixed + (Math.min(1.02, light[c]! * 1.05 + 0.12) - mixed) * foam * 0.85
          }
        }
      }
    },
  }
}
