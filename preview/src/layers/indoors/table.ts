import { hex, mix, multiply, smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import { createLayer } from '../../picture.ts'
import type { Painter, Stage } from '../../stage.ts'
import { placed } from '../placed.ts'

/** Rows of a table at the front, in parts of the picture's height: where it begins, and where things stand on it. */
const edge = 0.72
const standing = 0.83
const planks = 5

export function tableRow(stage: Stage): number {
  return stage.height * standing
}

/** The boards of a table, in front of everything that is outside. */
export function createTable(stage: Stage): Painter {
  const { width, height, unit, middle, marginX, marginY, noise, palette } = stage
  const top = Math.round(height * edge)
  const layer = createLayer(width + 2 * marginX, Math.ceil(height * 1.05) + marginY - top, -marginX, top)
  const vanishing = Math.min(stage.horizon, top - height * 0.16)
  const wood = hex('8a5a34')
  const dark = hex('5a3519')
  const light = mix(palette.ambient, palette.light, 0.55)
  const sky = palette.sky[1]
  for (let y = 0; y < layer.height; y++) {
    const row = top + y
    const away = (height * 1.05 - vanishing) / (row - vanishing)
    const rim = smoothstep(unit * 0.012, 0, y)
    const sheen = 0.2 * smoothstep(unit * 0.14, 0, y)
    for (let x = 0; x < layer.width; x++) {
      const across = (((x - marginX - middle) * away) / width) * planks + planks / 2 + 40
      const plank = Math.floor(across)
      const within = across - plank
      const tint = noise(plank * 7.3, 2.1) * 0.16
      const bend = fbm(noise, across * 1.3 + plank * 9, away * 3.1, 3)
      const grain =
        noise(within * 34 + bend * 5 + plank * 13, away * 2.2 + within) * 0.5 +
        fbm(noise, within * 60 + away * 7.3, away * 9 + within * 3.7, 2) * 0.3
      const gap = 1 - 0.55 * (smoothstep(0.018, 0.004, within) + smoothstep(0.982, 0.996, within))
      const base = mix(wood, dark, Math.min(1, Math.max(0, 0.35 + grain * 0.55 + tint)))
      const lit = multiply(base, light)
      const i = (y * layer.width + x) * 4
      for (let k = 0; k < 3; k++) {
        const shown = (lit[k]! + sky[k]! * sheen) * gap
        layer.rgba[i + k] = shown + rim * light[k]! * 0.16
      }
      layer.rgba[i + 3] = 1
    }
  }
  return placed(stage, layer, 1)
}
