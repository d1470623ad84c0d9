import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { type Colour, css, hex, mix, multiply, scale } from '../../colour.ts'
import { addGlow } from '../../picture.ts'
import type { Painter, Stage } from '../../stage.ts'
import { kerb, projected, fillQuad, fadeAt, drawHouses, type Pens, type Corner } from './houses.ts'
import { placed } from '../placed.ts'
import { createWater } from '../water/water.ts'

/** A street into the distance between two rows of houses; by night they are lit, and in rain the road mirrors them. */
export function createStreet(stage: Stage): Painter[] {
  const { spec, palette, horizon } = stage
  const random = stage.randomFor('street')
  const isWet = spec.weather === 'rain' || spec.weather === 'storm'
  const size = [stage.width + stage.marginX * 2, stage.height + stage.marginY * 2] as const
  const left = -stage.marginX
  const top = -stage.marginY
  const canvases = [createCanvas(...size), createCanvas(...size)] as const
  const pens: Pens = [canvases[0].getContext('2d'), canvases[1].getContext('2d')]
  for (const pen of pens) pen.translate(-left, -top)
  for (const side of [-1, 1]) drawHouses(stage, random, pens, side)
  const lamps = drawLamps(stage, pens[0])
  const houses = layerFromCanvas(canvases[0], left, top)
  const shine = layerFromCanvas(canvases[1]).rgba
  const gain = palette.isNight ? 1.55 : spec.time === 'day' ? 0.4 : 1.05
  for (let i = 0; i < shine.length; i++) {
    if (i % 4 !== 3) houses.rgba[i] = houses.rgba[i]! + shine[i]! * gain
  }
  const road = placed(stage, drawRoad(stage, isWet), 1)
  const front = placed(stage, houses, 1)
  const glow = createLampGlow(stage, lamps)
  if (!isWet) return [road, front, glow]
  const first = Math.max(0, horizon - top)
  const feet = {
    ...houses,
    top: horizon,
    height: houses.height - first,
    rgba: houses.rgba.subarray(first * houses.width * 4),
  }
  const water = createWater(stage, { roughness: 0.03, top: horizon, colour: scale(palette.water, 0.8) })
  return [front, glow, water, road, placed(stage, feet, 1), glow]
}

interface Lamp {
  at: Corner
}

const lampHeight = 2.9

function drawLamps(stage: Stage, pen: SKRSContext2D): Lamp[] {
  const { palette } = stage
  const lamps: Lamp[] = []
  for (const z of [24, 17, 12, 8.2, 5.4]) {
    for (const side of [-1, 1]) {
      const x = side * (kerb + 0.14)
      const colour = css(mix(scale(palette.ambient, 0.22), palette.haze, fadeAt(stage, z) * 0.8))
      fillQuad(stage, pen, colour, [
        [x - 0.028, 0, z],
        [x - 0.02, lampHeight, z],
        [x + 0.02, lampHeight, z],
        [x + 0.028, 0, z],
      ])
      fillQuad(stage, pen, colour, [
        [x - 0.02, lampHeight, z],
        [x - 0.02, lampHeight + 0.05, z],
        [x - side * 0.42, lampHeight + 0.05, z],
        [x - side * 0.42, lampHeight, z],
      ])
      lamps.push({ at: [x - side * 0.42, lampHeight - 0.05, z] })
    }
  }
  return lamps
}

function createLampGlow(stage: Stage, lamps: Lamp[]): Painter {
  const { palette, spec, unit, middle, horizon } = stage
  const strength = palette.isNight ? 1 : spec.time === 'day' ? 0 : 0.55
  return {
    paint(picture, { view }) {
      if (strength === 0) return
      for (const { at } of lamps) {
        const [x0, y0] = projected(stage, at)
        const x = middle + (x0 - middle) * view.zoom - view.truck_px
        const y = horizon + (y0 - horizon) * view.zoom + view.tilt_px
        const size = (unit / at[2]) * view.zoom
        addGlow(picture, x, y, size * 0.16, scale([1.5, 1.2, 0.8], strength))
        addGlow(picture, x, y, size * 0.9, scale([0.5, 0.34, 0.17], strength * 0.6))
      }
    },
  }
}

function drawRoad(stage: Stage, isWet: boolean) {
  const { palette, spec } = stage
  const top = stage.horizon
  const canvas = createCanvas(
    stage.width + stage.marginX * 2,
    Math.max(2, stage.height + stage.marginY * 2 - top),
  )
  const pen = canvas.getContext('2d')
  pen.translate(stage.marginX, -top)
  const light = mix(palette.ambient, palette.light, 0.4)
  const haze = mix(palette.haze, palette.sky[0], 0.4)
  const alpha = isWet ? 0.5 : 1
  const snow = spec.weather === 'snow'
  const tone = (base: Colour, z: number) =>
    css(mix(multiply(snow ? mix(base, hex('e6ebf2'), 0.75) : base, light), haze, fadeAt(stage, z)), alpha)
  const band = (base: Colour, from: number, to: number, near: number, far: number) => {
    const [, y0] = projected(stage, [0, 0, far])
    const [, y1] = projected(stage, [0, 0, near])
    const gradient = pen.createLinearGradient(0, y0, 0, y1)
    for (const at of [0, 0.05, 0.15, 0.4, 1]) {
      const z = 1 / (1 / far + (1 / near - 1 / far) * at)
      gradient.addColorStop(at, tone(base, z))
    }
    pen.fillStyle = gradient
    pen.beginPath()
    for (const corner of [
      [from, 0, far],
      [to, 0, far],
      [to, 0, near],
      [from, 0, near],
    ] as const)
      pen.lineTo(...projected(stage, corner))
    pen.fill()
  }
  band(hex('54535a'), -60, 60, 0.55, 600)
  for (const side of [-1, 1]) {
    band(hex('858079'), side * kerb, side * 3.2, 0.55, 600)
    band(hex('a39d92'), side * kerb, side * (kerb + 0.07), 0.55, 600)
  }
  for (let z = 1; z < 30; z += 1.5) band(hex('d8d2c2'), -0.05, 0.05, z, z + 0.75)
  if (palette.isNight && !isWet) {
    for (const z of [24, 17, 12, 8.2, 5.4]) {
      for (const side of [-1, 1]) {
        const [x, y] = projected(stage, [side * (kerb - 0.3), 0, z])
        const size = (stage.unit / z) * 1.7
        pen.save()
        pen.translate(x, y)
        pen.scale(1, 0.28)
        const pool = pen.createRadialGradient(0, 0, 0, 0, 0, size)
        pool.addColorStop(0, 'rgba(255,190,110,0.42)')
        pool.addColorStop(1, 'rgba(255,190,110,0)')
        pen.fillStyle = pool
        pen.fillRect(-size, -size, size * 2, size * 2)
        pen.restore()
      }
    }
  }
  return layerFromCanvas(canvas, -stage.marginX, top)
}
