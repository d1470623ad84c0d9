import { type Colour, mix } from '../../colour.ts'
import { between } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'

const PROFILE_STEPS = 512

/** How bright a curtain is from its lower edge (a short soft rise) upwards (a long fall). */
const PROFILE = Float32Array.from({ length: PROFILE_STEPS }, (_, i) => {
  const h = i / PROFILE_STEPS
  return Math.min(1, h / 0.07) ** 1.6 * Math.exp(-h * 3.4) * (1 - h) ** 0.8
})

const GREEN: Colour = [0.12, 0.92, 0.5]
const VIOLET: Colour = [0.62, 0.2, 0.85]

interface Curtain {
  base: number
  length: number
  strength: number
  folds: { wave: number; sway: number; phase: number; drift: number }[]
  speed: number
}

/** Curtains of northern light that fold and flicker over the sky. */
export function createAurora(stage: Stage): Painter {
  const { unit, width, noise } = stage
  const random = stage.randomFor('aurora')
  const ceiling = Math.min(stage.horizon, stage.height)
  const tint = stage.spec.ground ?? VIOLET
  const curtains: Curtain[] = Array.from({ length: 3 }, (_, i) => ({
    base: ceiling * (0.86 - i * 0.2 + between(random, -0.05, 0.05)),
    length: ceiling * between(random, 0.6, 0.9),
    strength: 1.15 - i * 0.2,
    folds: Array.from({ length: 4 }, (_, k) => ({
      wave: (between(random, 1.4, 2.6) * 1.7 ** k) / unit,
      sway: (0.085 * ceiling) / 1.7 ** k,
      phase: random() * 6.3,
      drift: between(random, -0.35, 0.35) * (1 + k * 0.4),
    })),
    speed: between(random, 0.05, 0.12),
  }))
  return {
    paint({ rgb }, { t_s, view }) {
      for (const [order, curtain] of curtains.entries()) {
        for (let x = 0; x < width; x++) {
          const place = x + view.truck_px * 0.05
          let base = curtain.base + view.tilt_px
          let bend = 0
          for (const { wave, sway, phase, drift } of curtain.folds) {
            base += Math.sin(place * wave + phase + t_s * drift) * sway
            bend += Math.cos(place * wave + phase + t_s * drift) * sway * wave
          }
          const u = (place + bend * unit * 0.22) / unit
          // Rays: finer along the curtain than in time. A fold that is seen along its length is brighter.
          const rays =
            0.6 + 0.5 * noise(u * 15 + order * 31, t_s * 0.42) + 0.28 * noise(u * 43 + order * 7, t_s * 0.8)
          const patch = Math.max(
            0,
            0.62 + 0.8 * noise(u * 1.5 + order * 11 + t_s * curtain.speed, order * 5 + t_s * 0.06),
          )
          const light =
            curtain.strength * Math.max(0, rays) * patch * (1 + Math.min(1.2, Math.abs(bend) * 0.7))
          if (light < 0.01) continue
          const length = curtain.length * (0.72 + 0.4 * rays)
          const from = Math.max(0, Math.ceil(base - length))
          const to = Math.min(stage.height - 1, Math.floor(base))
          const step = PROFILE_STEPS / length
          for (let y = from; y <= to; y++) {
            const h = (base - y) * step
            const glow = PROFILE[h < PROFILE_STEPS - 1 ? h | 0 : PROFILE_STEPS - 1]! * light
            const high = h / PROFILE_STEPS
            const i = (y * width + x) * 3
            rgb[i] = rgb[i]! + glow * (GREEN[0] + (tint[0] - GREEN[0]) * high)
            rgb[i + 1] = rgb[i + 1]! + glow * (GREEN[1] + (tint[1] - GREEN[1]) * high)
            rgb[i + 2] = rgb[i + 2]! + glow * (GREEN[2] + (tint[2] - GREEN[2]) * high)
          }
        }
      }
    },
  }
}

/** A bow of colours opposite the sun, faint and wide. */
export function createRainbow(stage: Stage): Painter {
  const { unit, width, horizon, middle } = stage
  const side = stage.sun.x < middle ? 1 : -1
  const [cx, cy, radius] = [middle + side * width * 0.16, horizon + unit * 0.12, unit * 0.62]
  const bands: Colour[] = [
    [0.5, 0.15, 0.6],
    [0.15, 0.3, 0.95],
    [0.1, 0.75, 0.4],
    [0.95, 0.85, 0.2],
    [1, 0.5, 0.12],
    [0.95, 0.15, 0.15],
  ]
  return {
    paint({ rgb }, { view }) {
      const bottom = Math.min(stage.height, Math.round(horizon + view.tilt_px))
      for (let y = 0; y < bottom; y++) {
        for (let x = 0; x < width; x++) {
          const t = (Math.hypot(x - cx, y - cy - view.tilt_px) / radius - 1) / 0.1 + 0.5
          if (t <= 0 || t >= 1) continue
          const place = t * (bands.length - 1)
          const colour = mix(bands[Math.floor(place)]!, bands[Math.ceil(place)]!, place % 1)
          const light = Math.sin(t * Math.PI) ** 2 * 0.3 * Math.min(1, (bottom - y) / (unit * 0.14))
          const i = (y * width + x) * 3
          for (let c = 0; c < 3; c++) rgb[i + c] = rgb[i + c]! * (1 - light * 0.5) + colour[c]! * light
        }
      }
    },
  }
}
