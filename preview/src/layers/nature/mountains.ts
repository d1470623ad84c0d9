import { clamp, type Colour, hex, mix, smoothstep } from '../../colour.ts'
import { fbm, ridged } from '../../noise.ts'
import { between } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { createTerrain, type Surface } from './terrain.ts'

export interface MountainOptions {
  /** Distances of the ranges, from far to near. */
  ranges: readonly number[]
  /** How high the ranges reach over the horizon, in parts of the shorter side. */
  rise: number
  /** The height over which snow lies, in parts of a range's own height; 2 for none. */
  snowLine: number
  /** Round hills instead of crags. */
  round: boolean
  ground: Colour
  /** How far below the horizon they still show, in parts of the shorter side. */
  foot?: number
  /** Mist between the ranges, 0 to 1. */
  mist: number
}

/** Ranges of mountains or hills behind each other, each paler than the one before it. */
export function createMountains(stage: Stage, options: MountainOptions): Painter[] {
  const random = stage.randomFor('mountains')
  const hazeColour = mix(stage.palette.haze, stage.palette.sky[0], 0.35)
  return options.ranges.map((distance, order) => {
    const nearest = order === options.ranges.length - 1
    const high = (options.rise * distance * between(random, 0.8, 1.2) * (nearest ? 0.75 : 1)) / 1.05
    const surface = rangeSurface(stage, options, { distance, high, offset: between(random, 0, 400) })
    return createTerrain(stage, Math.min(0.9, 2.2 / distance), {
      surface,
      near: distance * 0.8,
      far: distance * 1.3,
      steps: 115,
      bottom: stage.horizon + stage.unit * (options.foot ?? 0.05),
      haze: 0.62 / Math.max(...options.ranges),
      hazeColour,
      mist: options.mist,
      mistTop: 1 + high * 0.42,
      mistBottom: 1 - high * 0.5,
    })
  })
}

function rangeSurface(
  stage: Stage,
  { round, snowLine, ground }: MountainOptions,
  { distance, high, offset }: { distance: number; high: number; offset: number },
): Surface {
  const { noise } = stage
  const scale = (round ? 1.05 : 1.7) / distance
  const rock = mix(hex('4b4650'), hex('6a5d58'), 0.4)
  const snow: Colour = [0.98, 0.99, 1.03]
  return {
    height(x, z) {
      const u = x * scale + offset
      const v = (z - distance) * scale * 1.1 + offset * 0.37
      // Highest in the middle of the range, so that it ends in front and behind.
      const body = Math.max(0, 1 - ((z - distance * 1.02) / (distance * 0.27)) ** 2)
      if (round)
        return 1 + high * (0.62 * fbm(noise, u * 0.9, v * 0.5, 3) + 0.22) * body + (body - 1) * high * 0.5
      const broad = 0.5 + 0.5 * fbm(noise, u * 0.42 + 30, v * 0.3, 2)
      const crags = ridged(noise, u, v, 6)
      return 1 + high * (crags * (0.55 + 0.75 * broad) - 0.12) * Math.sqrt(body) - high * 0.5 * (1 - body)
    },
    colour(x, z, h, up, out) {
      const rel = (h - 1) / high
      const grain = fbm(noise, x * scale * 9 + 3, z * scale * 9, 3)
      const white = smoothstep(-0.1, 0.14, rel - snowLine + grain * 0.18 + (up - 0.55) * 0.55)
      const green = smoothstep(0.35, 0.05, rel + grain * 0.15) * clamp(up * 1.6 - 0.35)
      const tone = 0.86 + grain * 0.4
      for (let k = 0; k < 3; k++) {
        const stone = round ? ground[k]! : rock[k]! + (ground[k]! - rock[k]!) * green
        const base = stone * tone
        out[k] = base + (snow[k]! - base) * white
      }
    },
  }
}
