import { mix, smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import type { Painter, Stage } from '../../stage.ts'
import { createMist } from './mist.ts'
import { createTerrain, type Surface } from '../nature/terrain.ts'

/** A sea of clouds seen from above: billows that catch the sun, and veils that drift between them. */
export function createCloudSea(stage: Stage): Painter[] {
  const { palette, noise, unit } = stage
  const surface: Surface = {
    height(x, z) {
      const u = x * 0.3 + 40
      const v = z * 0.3
      const broad = fbm(noise, u * 0.4, v * 0.4, 2)
      const billow =
        (1 - Math.abs(noise(u, v))) * 0.5 +
        (1 - Math.abs(noise(u * 2.1 + 7, v * 2.1))) * 0.26 +
        (1 - Math.abs(noise(u * 4.4 + 3, v * 4.4))) * 0.1 * smoothstep(16, 4, z)
      return (billow - 0.52 + broad * 0.7) * smoothstep(0.6, 6, z) * (0.75 + z * 0.022)
    },
    colour(_x, _z, h, _up, out) {
      const high = smoothstep(-0.5, 0.6, h)
      const tone = mix(mix(palette.cloudShade, palette.haze, 0.25), [0.93, 0.92, 0.94], 0.35 + 0.65 * high)
      for (let k = 0; k < 3; k++) out[k] = tone[k]!
    },
  }
  const clouds = createTerrain(stage, 1, {
    surface,
    near: 1.1,
    far: 40,
    steps: 900,
    haze: 0.03,
    hazeColour: mix(palette.sky[0], palette.haze, 0.4),
    mist: 0,
    sunSlope: 0.35,
  })
  const veil = (top: number, bottom: number, nearness: number, purpose: string) =>
    createMist(stage, {
      top,
      bottom,
      nearness,
      purpose,
      density: 0.55,
      colour: mix(palette.cloudLit, palette.haze, 0.4),
    })
  return [
    clouds,
    veil(stage.horizon - unit * 0.07, stage.horizon + unit * 0.09, 0.2, 'far veil'),
    veil(stage.horizon + unit * 0.06, stage.height + unit * 0.25, 0.8, 'near veil'),
  ]
}
