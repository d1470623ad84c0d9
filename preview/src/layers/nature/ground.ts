import { clamp, type Colour, hex, mix, scale, smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import type { Painter, Stage } from '../../stage.ts'
import { plantColour } from './plants.ts'
import { createTerrain, type Surface } from './terrain.ts'

/** Grass, green in summer and pale in the evening of the year. */
export function grassColour(stage: Stage): Colour {
  if (stage.spec.weather === 'snow') return hex('dfe6ee')
  if (stage.spec.extras.includes('leaves')) return hex('9a8a3c')
  return stage.spec.ground && stage.spec.setting === 'meadow' ? scale(stage.spec.ground, 0.8) : hex('5f9440')
}

/** Rolling ground from the camera's feet to the horizon. `paint` may change a colour; it gets a place and a fine noise. */
function rolling(stage: Stage, swell: number, colour: Colour, second: Colour): Surface {
  const { noise } = stage
  return {
    height: (x, z) => swell * smoothstep(1.5, 14, z) * (fbm(noise, x * 0.11 + 50, z * 0.13, 3) + 0.1),
    colour(x, z, _h, _up, out) {
      const broad = fbm(noise, x * 0.35, z * 0.22, 3)
      const near = smoothstep(16, 2, z)
      const fine = noise(x * 9, z * 7) * 0.5 + noise(x * 31, z * 17) * 0.5 * smoothstep(6, 1.5, z)
      const amount = clamp(0.5 + broad * 1.1)
      const tone = 0.92 + fine * 0.2 * near
      for (let k = 0; k < 3; k++) out[k] = (colour[k]! + (second[k]! - colour[k]!) * amount) * tone
    },
  }
}

/** Dunes: long gentle backs, sharp crests, wind ripples near the camera. */
function dunes(stage: Stage, sand: Colour): Surface {
  const { noise } = stage
  const dark = scale(mix(sand, hex('a05a2c'), 0.3), 0.92)
  const height = (x: number, z: number) => {
    const bend = fbm(noise, (x / (2 + z)) * 2.1 + 9, Math.log(z) * 0.9, 3) * 1.9
    const across = 2.9 * Math.log(z) + (x / (3 + z)) * 1.5 + bend
    const phase = across - Math.floor(across)
    const skewed = phase - 0.105 * Math.sin(phase * Math.PI * 2) - 0.03 * Math.sin(phase * Math.PI * 4)
    const crest = (0.5 - 0.5 * Math.cos(skewed * Math.PI * 2)) ** 1.25
    const size = 0.42 + 0.5 * fbm(noise, x * 0.05 + 70, z * 0.04, 2)
    return smoothstep(1.2, 9, z) * Math.max(0.1, size) * crest * (0.3 + z * 0.105) - 0.1 * Math.min(1, z / 10)
  }
  return {
    height,
    colour(x, z, h, _up, out) {
      const ripple =
        Math.sin((z * 1.4 + x * 0.5 + fbm(noise, x * 0.7, z * 0.7, 2) * 1.4) * 17) *
        smoothstep(6, 1.6, z) *
        0.045
      const amount = clamp(0.45 + fbm(noise, x * 0.2, z * 0.2, 3) * 0.8 - h * 0.1)
      const tone = 1 + ripple + noise(x * 60, z * 45) * 0.035 * smoothstep(5, 1.5, z)
      for (let k = 0; k < 3; k++) out[k] = (sand[k]! + (dark[k]! - sand[k]!) * amount) * tone
    },
  }
}

/** A slope at the camera's feet that falls into a valley. */
function alpine(stage: Stage, grass: Colour): Surface {
  const { noise } = stage
  const slope = rolling(stage, 0, scale(grass, 0.62), mix(scale(grass, 0.8), hex('8a8578'), 0.45))
  return {
    ...slope,
    height: (x, z) =>
      -0.04 * (z - 1) +
      (fbm(noise, x * 0.22 + 12, z * 0.25, 4) * 0.42 + Math.sqrt(x * x + 6) * 0.05) * smoothstep(1, 5, z),
  }
}

export type GroundKind = 'grass' | 'field' | 'dunes' | 'snow' | 'forest' | 'alpine'

const FARTHEST: Partial<Record<GroundKind, number>> = { dunes: 34, alpine: 13 }

/** Level or rolling ground that fills the picture below the horizon. */
export function createGround(stage: Stage, kind: GroundKind): Painter {
  const { palette, spec } = stage
  const grass = grassColour(stage)
  const surfaces: Record<GroundKind, () => Surface> = {
    grass: () => rolling(stage, 0.75, grass, mix(grass, hex('b7b45a'), 0.38)),
    field: () => {
      const flower = spec.ground ?? plantColour(spec.flower ?? 'daisy')
      return rolling(stage, 0.22, mix(scale(grass, 0.7), flower, 0.28), mix(scale(grass, 0.75), flower, 0.72))
    },
    dunes: () => dunes(stage, spec.ground ? mix(spec.ground, hex('e2ac6b'), 0.4) : hex('e6b171')),
    alpine: () => alpine(stage, grass),
    snow: () => rolling(stage, 0.6, hex('ccd6e4'), hex('b3c3d8')),
    forest: () =>
      rolling(
        stage,
        0.2,
        spec.weather === 'snow' ? hex('dde5ee') : hex('46562c'),
        spec.weather === 'snow' ? hex('c3d0de') : hex('5c4a2c'),
      ),
  }
  return createTerrain(stage, 1, {
    surface: surfaces[kind](),
    near: 1.05,
    far: FARTHEST[kind] ?? 60,
    steps: kind === 'dunes' ? 1000 : Math.round((stage.height + stage.marginY - stage.horizon) * 1.2) + 120,
    haze: kind === 'forest' ? 0.06 / Math.max(1, palette.hazeDepth * 0.7) : 0.026,
    hazeColour: mix(palette.haze, palette.sky[0], 0.4),
    mist: 0,
    level: kind !== 'dunes',
    sunSlope: 0.4,
  })
}
