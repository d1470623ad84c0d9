import { clamp, type Colour, hex, mix, smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import type { Painter, Stage } from '../../stage.ts'
import { createTerrain, type Surface } from './terrain.ts'

const distance = 60

/** Mount Fuji alone on the horizon: a wide hollow cone, flat at its top, with a ragged cap of snow. */
export function createFuji(stage: Stage): Painter {
  const { noise, middle, unit, palette } = stage
  const high = (0.4 * distance) / 1.05
  const wide = high * 1.72
  // A little beside the middle; what the prompt names stands at the other side.
  const centre = (((stage.sun.x < middle ? -0.14 : 0.14) * stage.width) / (unit * 1.05)) * distance
  const around = (x: number, z: number) => Math.hypot(x - centre, (z - distance) * 1.2) / wide
  const rock = mix(hex('4d5468'), hex('5f5a66'), 0.4)
  const foot = hex('4c6446')
  const snow: Colour = [0.98, 0.99, 1.03]
  const surface: Surface = {
    height(x, z) {
      const r = around(x, z)
      const cone = (Math.exp(-2.5 * r) - Math.exp(-2.5)) / (1 - Math.exp(-2.5))
      const gully =
        fbm(noise, Math.atan2(z - distance, x - centre) * 7 + 9, r * 1.5, 3) * 0.035 * smoothstep(0, 0.25, r)
      return 1 + high * (Math.min(0.84, cone) + gully * cone) * 1.16 - (r > 1 ? (r - 1) * high * 0.3 : 0)
    },
    colour(x, z, h, _up, out) {
      const rel = (h - 1) / high
      const angle = Math.atan2(z - distance, x - centre)
      const jag = fbm(noise, angle * 11, 3, 3) * 0.22 + fbm(noise, x * 0.5, z * 0.5, 3) * 0.1
      const white = smoothstep(0.56, 0.64, rel + jag)
      const green = clamp(1 - rel * 3.4)
      const tone = 0.9 + fbm(noise, x * 0.4, z * 0.4, 3) * 0.3
      for (let k = 0; k < 3; k++) {
        const base = (rock[k]! + (foot[k]! - rock[k]!) * green) * tone
        out[k] = base + (snow[k]! - base) * white
      }
    },
  }
  return createTerrain(stage, 0.04, {
    surface,
    near: distance * 0.62,
    far: distance * 1.35,
    steps: 170,
    bottom: stage.horizon + unit * 0.02,
    haze: 0.0055,
    hazeColour: mix(palette.haze, palette.sky[0], 0.35),
    mist: 0.5,
    mistTop: 1 + high * 0.25,
    mistBottom: 1,
  })
}
