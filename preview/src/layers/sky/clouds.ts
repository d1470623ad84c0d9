import { clamp, mix, smoothstep } from '../../colour.ts'
import { fbm, type Noise } from '../../noise.ts'
import { createLayer, enlarged, type Layer, type Picture } from '../../picture.ts'
import { between } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { skyColour } from './sky.ts'

/** Clouds are soft: they are computed for one pixel in so many, both ways. */
const CELL = 2

/** Clouds on a plane overhead, lit from the sun's side, drifting the faster the nearer they are. */
export function createClouds(stage: Stage): Painter {
  const random = stage.randomFor('clouds')
  const wind = between(random, 0.006, 0.011) * (random() < 0.5 ? -1 : 1) * stage.unit * stage.spec.pace
  const reach = Math.min(stage.horizon, stage.height)
  return stage.paintOnce(
    () => paintClouds(stage),
    (layer) => ({
      paint(picture, { t_s, view }) {
        const top = view.tilt_px + layer.top
        layRowsOver(picture, layer, top, (row) => {
          const nearness = clamp((stage.horizon - (row + layer.top)) / reach, 0.04)
          return (
            layer.left + wind * (t_s - stage.duration_s / 2) * (0.3 + nearness * 1.6) - view.truck_px * 0.05
          )
        })
      },
    }),
  )
}

/** Lays a layer over a picture, each of its rows at its own offset from the left; neither offset need be whole. */
function layRowsOver(picture: Picture, layer: Layer, top: number, leftOf: (row: number) => number): void {
  const { width, height, rgb } = picture
  const { rgba } = layer
  const line = layer.width * 4
  const shift = Math.ceil(top)
  const fy = shift - top
  for (let row = Math.max(0, -shift); row < layer.height - 1 && row + shift < height; row++) {
    const left = leftOf(row + fy)
    const start = Math.floor(-left)
    const f = -left - start
    const stride = row * line
    const from = Math.max(0, -start)
    const to = Math.min(width, layer.width - 1 - start)
    let out = ((row + shift) * width + from) * 3
    let i = stride + (from + start) * 4
    let leftR = rgba[i]! * (1 - fy) + rgba[i + line]! * fy
    let leftG = rgba[i + 1]! * (1 - fy) + rgba[i + line + 1]! * fy
    let leftB = rgba[i + 2]! * (1 - fy) + rgba[i + line + 2]! * fy
    let leftA = rgba[i + 3]! * (1 - fy) + rgba[i + line + 3]! * fy
    for (let x = from; x < to; x++, out += 3) {
      i += 4
      const rightR = rgba[i]! * (1 - fy) + rgba[i + line]! * fy
      const rightG = rgba[i + 1]! * (1 - fy) + rgba[i + line + 1]! * fy
      const rightB = rgba[i + 2]! * (1 - fy) + rgba[i + line + 2]! * fy
      const rightA = rgba[i + 3]! * (1 - fy) + rgba[i + line + 3]! * fy
      const alpha = leftA + (rightA - leftA) * f
      if (alpha >= 0.004) {
        const keep = 1 - alpha
        rgb[out] = rgb[out]! * keep + leftR + (rightR - leftR) * f
        rgb[out + 1] = rgb[out + 1]! * keep + leftG + (rightG - leftG) * f
        rgb[out + 2] = rgb[out + 2]! * keep + leftB + (rightB - leftB) * f
      }
      leftR = rightR
      leftG = rightG
      leftB = rightB
      leftA = rightA
    }
  }
}

function density(noise: Noise, u: number, v: number, billow: number): number {
  const warp = fbm(noise, u * 0.7 + 11, v * 0.7 + 31, 2)
  const base = fbm(noise, u + warp * 0.5, v + warp * 0.4, 5)
  return base + billow * (0.16 - Math.abs(noise(u * 2.3 + 5, v * 2.3)) * 0.3)
}

function paintClouds(stage: Stage): Layer {
  const { palette, noise, sun, unit } = stage
  const random = stage.randomFor('cloud shape')
  const reach = Math.min(stage.horizon, stage.height)
  const top = -stage.marginY
  const left = -stage.marginX
  const size = [
    stage.width + stage.marginX * 2,
    Math.max(4, Math.min(stage.horizon, stage.height + stage.marginY) - top),
  ] as const
  const [width, height] = [Math.ceil(size[0] / CELL) + 1, Math.ceil(size[1] / CELL) + 1]
  const layer = createLayer(width, height)
  const shiftU = between(random, 0, 90)
  const shiftV = between(random, 0, 90)
  const edge = 0.34 - palette.cloudCover * 0.62
  const soft = 0.22 + palette.cloudCover * 0.16
  const wisps = between(random, 0.25, 0.5)
  for (let row = 0; row < height; row++) {
    const y = row * CELL + top
    const h = (stage.horizon - y) / reach
    const depth = 1 / (Math.max(0, h) + 0.16)
    const fade = smoothstep(0.0, 0.1, h)
    const v = depth * 1.15 + shiftV
    const behind = skyColour(palette.sky, h)
    const far = 1 - smoothstep(0.02, 0.4, h)
    const lit = mix(palette.cloudLit, behind, far * 0.3)
    const shade = mix(palette.cloudShade, behind, 0.25 + far * 0.5)
    for (let column = 0; column < width; column++) {
      const x = column * CELL + left
      const across = (x - stage.middle) / unit
      const u = across * depth * 0.62 + shiftU
      const d = density(noise, u, v, 1)
      const high = fbm(noise, u * 0.45 + 60, v * 1.3 + across * 0.3, 4) * wisps
      const thick = smoothstep(edge, edge + soft, d)
      const thin = smoothstep(-0.02, 0.45, high) * 0.42
      const alpha = fade * (1 - (1 - thick * 0.94) * (1 - thin))
      if (alpha < 0.004) continue
      const toSunX = (sun.x - x) / unit
      const toSunY = (sun.y - y) / unit
      const distance = Math.hypot(toSunX, toSunY) + 0.05
      const step = 0.16
      const shadow = density(noise, u + (toSunX / distance) * step, v - (toSunY / distance) * -step, 1) - edge
      const open = clamp(0.62 + (d - edge - shadow) * 2.6 - thick * 0.22 + (1 - thick) * 0.3)
      const silver = Math.exp(-distance * 2.6) * (1 - thick * 0.55)
      const i = (row * width + column) * 4
      for (let c = 0; c < 3; c++) {
        const colour = shade[c]! + (lit[c]! - shade[c]!) * open + palette.glow[c]! * silver * 0.7
        layer.rgba[i + c] = colour * alpha
      }
      layer.rgba[i + 3] = alpha
    }
  }
  return enlarged(layer, CELL, { width: size[0], height: size[1], left, top })
}
