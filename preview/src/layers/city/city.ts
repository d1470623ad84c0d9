import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { type Colour, css, hex, luminance, mix, multiply, scale } from '../../colour.ts'
import { addGlow, type Layer } from '../../picture.ts'
import { between, pick, type Random } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { placed } from '../placed.ts'

interface Row {
  distance: number
  /** Heights of houses in parts of the shorter side. */
  low: number
  high: number
  wide: readonly [number, number]
  /** One house in so many may be a tower. */
  towers: number
}

const ROWS: readonly Row[] = [
  { distance: 9, low: 0.18, high: 0.42, wide: [0.05, 0.1], towers: 0.22 },
  { distance: 5.5, low: 0.14, high: 0.4, wide: [0.07, 0.13], towers: 0.16 },
  { distance: 3.2, low: 0.1, high: 0.27, wide: [0.09, 0.17], towers: 0.12 },
]

const WARM: readonly [Colour, ...Colour[]] = [
  hex('ffd08a'),
  hex('ffc070'),
  hex('ffe3b5'),
  hex('ffdca0'),
  hex('d7e8ff'),
]
const NEON: readonly [Colour, ...Colour[]] = [
  [1, 0.16, 0.5],
  [0.12, 0.85, 1],
  [0.62, 0.25, 1],
  [1, 0.55, 0.12],
  [0.2, 1, 0.6],
]

interface Beacon {
  x: number
  y: number
  nearness: number
  phase: number
}

/** A skyline in three rows; its windows and signs are brighter than white by night, so that they glow. */
export function createCity(stage: Stage): Painter[] {
  const random = stage.randomFor('city')
  const beacons: Beacon[] = []
  const rows = ROWS.map((row) => placed(stage, drawRow(stage, random, row, beacons), nearnessOf(row)))
  return [...rows, createBeacons(stage, beacons)]
}

const nearnessOf = ({ distance }: Row) => 1.3 / distance

function drawRow(stage: Stage, random: Random, row: Row, beacons: Beacon[]): Layer {
  const { unit, palette, horizon } = stage
  const left = -stage.marginX
  const top = Math.max(-stage.marginY, Math.floor(horizon - unit * 0.78))
  const size = [stage.width + stage.marginX * 2, Math.max(2, horizon - top + 2)] as const
  const walls = createCanvas(...size)
  const lights = createCanvas(...size)
  const pens = [walls.getContext('2d'), lights.getContext('2d')] as const
  for (const pen of pens) pen.translate(-left, -top)
  const fade = 1 - Math.exp(-row.distance * 0.055 * palette.hazeDepth)
  for (let x = left - unit * 0.05; x < left + size[0];) {
    const wide = between(random, ...row.wide) * unit
    // Highest in the middle of the city.
    const central = Math.exp(-(((x - stage.middle) / (stage.width * 0.42)) ** 2))
    const tower = random() < row.towers
    const high = between(random, row.low, row.high) * (0.6 + 0.55 * central) * (tower ? 1.5 : 1) * unit
    drawHouse(stage, random, pens, {
      x: Math.round(x),
      wide: Math.round(wide),
      high: Math.round(high),
      fade,
      tower,
    })
    if (tower && palette.isNight)
      beacons.push({
        x: x + wide / 2,
        y: horizon - high - unit * 0.03,
        nearness: nearnessOf(row),
        phase: random() * 6,
      })
    x += wide * between(random, 0.86, 1.12)
  }
  const layer = layerFromCanvas(walls, left, top)
  const shine = layerFromCanvas(lights)
  const gain = palette.isNight ? 1.9 : luminance(palette.ambient) < 0.55 ? 1.1 : 0.35
  for (let i = 0; i < layer.rgba.length; i++) {
    if (i % 4 !== 3) layer.rgba[i] = layer.rgba[i]! + shine.rgba[i]! * gain * (1 - fade * 0.6)
  }
  return layer
}

interface House {
  x: number
  wide: number
  high: number
  fade: number
  tower: boolean
}

function drawHouse(
  stage: Stage,
  random: Random,
  [wall, light]: readonly [SKRSContext2D, SKRSContext2D],
  { x, wide, high, fade, tower }: House,
): void {
  const { palette, unit, horizon } = stage
  const haze = mix(palette.haze, palette.sky[1], 0.4)
  const body = pick(random, [hex('5a6478'), hex('6d6a76'), hex('4a566c'), hex('7a7480'), hex('565a66')])
  const sunSide = stage.sun.x < x + wide / 2 ? -1 : 1
  const shown = (colour: Colour, lightness: number) =>
    mix(multiply(scale(colour, lightness), mix(palette.ambient, palette.light, 0.4)), haze, fade)
  const front = wall.createLinearGradient(x, 0, x + wide, 0)
  front.addColorStop(sunSide < 0 ? 0 : 1, css(shown(body, 1.22)))
  front.addColorStop(sunSide < 0 ? 1 : 0, css(shown(body, 0.72)))
  wall.fillStyle = front
  const top = horizon - high
  wall.fillRect(x, top, wide, high + 3)
  const setback = tower || random() < 0.35
  if (setback)
    wall.fillRect(
      x + Math.round(wide * 0.2),
      top - Math.round(high * 0.09),
      Math.round(wide * 0.6),
      Math.round(high * 0.1),
    )
  if (tower)
    wall.fillRect(
      Math.round(x + wide / 2),
      top - Math.round(high * 0.09 + unit * 0.05),
      Math.max(1, Math.round(unit * 0.003)),
      Math.round(unit * 0.05),
    )
  // A lighter base: the street's light, and the air between.
  const foot = wall.createLinearGradient(0, horizon - high * 0.4, 0, horizon)
  foot.addColorStop(0, css(haze, 0))
  foot.addColorStop(1, css(palette.isNight ? mix(haze, hex('c07a4a'), 0.25) : haze, 0.5))
  wall.fillStyle = foot
  wall.fillRect(x, top, wide, high + 3)
  drawWindows(stage, random, wall, light, { x, wide, top, fade })
  if (stage.spec.style === 'neon' && random() < 0.62) drawSign(random, light, { x, wide, top, high, unit })
}

function drawWindows(
  stage: Stage,
  random: Random,
  wall: SKRSContext2D,
  light: SKRSContext2D,
  { x, wide, top, fade }: { x: number; wide: number; top: number; fade: number },
): void {
  const { palette, unit, horizon } = stage
  const step = Math.max(4, Math.round(unit * between(random, 0.0125, 0.019)))
  const pane = Math.max(2, Math.round(step * between(random, 0.42, 0.6)))
  const high = Math.max(2, Math.round(step * between(random, 0.4, 0.7)))
  const columns = Math.floor((wide - step * 0.8) / step)
  const start = x + Math.round((wide - columns * step + step - pane) / 2)
  const lively = palette.isNight ? between(random, 0.3, 0.62) : 0.16
  const tint = pick(random, WARM)
  const glass = mix(mix(palette.sky[2], palette.sky[0], 0.4), palette.haze, fade)
  for (let y = top + step; y < horizon - step * 0.4; y += step) {
    const busy = random() < 0.16 ? 0.92 : lively
    for (let c = 0; c < columns; c++) {
      const isLit = random() < busy
      const strength = between(random, 0.35, 1)
      if (!isLit) {
        wall.fillStyle = css(palette.isNight ? [0, 0.01, 0.04] : glass, palette.isNight ? 0.3 : 0.55)
        wall.fillRect(start + c * step, y, pane, high)
        continue
      }
      light.fillStyle = css(scale(random() < 0.2 ? pick(random, WARM) : tint, strength * 0.62))
      light.fillRect(start + c * step, y, pane, high)
    }
  }
}

function drawSign(
  random: Random,
  light: SKRSContext2D,
  { x, wide, top, high, unit }: { x: number; wide: number; top: number; high: number; unit: number },
): void {
  const colour = pick(random, NEON)
  light.fillStyle = css(colour)
  light.strokeStyle = css(colour)
  const thick = Math.max(2, Math.round(unit * 0.006))
  if (random() < 0.55) {
    const from = top + high * between(random, 0.08, 0.3)
    light.fillRect(random() < 0.5 ? x : x + wide - thick, from, thick, high * between(random, 0.3, 0.6))
  } else {
    light.lineWidth = thick * 0.7
    light.strokeRect(
      x + wide * 0.2,
      top + high * between(random, 0.1, 0.5),
      wide * 0.6,
      Math.min(high * 0.16, unit * 0.05),
    )
    light.fillStyle = css(colour, 0.3)
    light.fillRect(x, top - thick, wide, thick)
  }
}

/** Red lamps on the towers, on and off. */
function createBeacons(stage: Stage, beacons: Beacon[]): Painter {
  return {
    paint(picture, { t_s, view }) {
      for (const { x, y, nearness, phase } of beacons) {
        const zoom = 1 + (view.zoom - 1) * nearness
        const light = Math.max(0, Math.sin(t_s * 2.6 + phase)) ** 3
        const column = stage.middle + (x - stage.middle) * zoom - view.truck_px * nearness
        const row = stage.horizon + (y - stage.horizon) * zoom + view.tilt_px
        addGlow(picture, column, row, stage.unit * 0.014, [1.6 * light, 0.16 * light, 0.12 * light])
      }
    },
  }
}
