import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Colour, css, hex, mix, multiply, scale } from '../../colour.ts'
import { between, pick, type Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'

/** In heights of the camera: the road, the pavements beside it, and how far the houses go. */
export const kerb = 1.9
export const walls = 2.7
export const farthest = 46

export const plaster: readonly [Colour, ...Colour[]] = [
  hex('b08a68'),
  hex('9a7f72'),
  hex('a8957c'),
  hex('86807e'),
  hex('93705c'),
  hex('7d8a8c'),
]
export const warm: readonly [Colour, ...Colour[]] = [
  hex('ffd08a'),
  hex('ffbe6a'),
  hex('ffe0ac'),
  hex('ffd59a'),
]
export const neon: readonly [Colour, ...Colour[]] = [
  [1, 0.16, 0.5],
  [0.12, 0.85, 1],
  [0.62, 0.25, 1],
  [1, 0.55, 0.12],
]

export type Pens = readonly [wall: SKRSContext2D, light: SKRSContext2D]
export type Corner = readonly [x: number, y: number, z: number]

export function projected({ middle, horizon, unit }: Stage, [x, y, z]: Corner): [number, number] {
  const focal = unit * 1.05
  return [middle + (focal * x) / z, horizon + (focal * (1 - y)) / z]
}

export function fillQuad(stage: Stage, pen: SKRSContext2D, colour: string, corners: readonly Corner[]): void {
  pen.fillStyle = colour
  pen.beginPath()
  for (const corner of corners) pen.lineTo(...projected(stage, corner))
  pen.fill()
}

export function fadeAt({ palette }: Stage, z: number): number {
  return 1 - Math.exp(-z * 0.03 * Math.min(2.4, palette.hazeDepth))
}

export function drawHouses(stage: Stage, random: Random, pens: Pens, side: number): void {
  const houses: { z: number; long: number; high: number; colour: Colour; floor: number }[] = []
  for (let z = 1.1; z < farthest;) {
    const long = between(random, 2.2, 4.2)
    const floor = between(random, 1.35, 1.7)
    const floors = Math.floor(between(random, 2, 5.4))
    houses.push({ z, long, high: floors * floor + 0.5, colour: pick(random, plaster), floor })
    z += long
  }
  for (const house of houses.toReversed()) drawHouse(stage, random, pens, { ...house, side })
}

interface House {
  z: number
  long: number
  high: number
  floor: number
  colour: Colour
  side: number
}

function drawHouse(stage: Stage, random: Random, [wall, light]: Pens, house: House): void {
  const { palette, spec } = stage
  const { z, long, high, floor, colour, side } = house
  const x = side * walls
  const end = z + long
  const haze = mix(palette.haze, palette.sky[0], 0.4)
  const sunny = stage.sun.x < stage.middle ? side > 0 : side < 0
  const shade = mix(palette.ambient, palette.light, sunny ? 0.5 : 0.12)
  const tone = (base: Colour, at: number, lightness = 1) =>
    css(mix(scale(multiply(base, shade), lightness), haze, fadeAt(stage, at)))
  // What lies around: nearer houses hide the lights of those behind them.
  const side3: Corner[] = [
    [x, 0, z],
    [x, high, z],
    [x, high, end],
    [x, 0, end],
  ]
  light.globalCompositeOperation = 'destination-out'
  fillQuad(stage, light, '#000', side3)
  light.globalCompositeOperation = 'source-over'
  fillQuad(stage, wall, tone(colour, z + long / 2), side3)
  // Its gable shows where the house before it is lower, and its edge over the street.
  fillQuad(stage, wall, tone(colour, z, 0.7), [
    [x, 0, z],
    [x, high, z],
    [x + side * 5, high, z],
    [x + side * 5, 0, z],
  ])
  light.globalCompositeOperation = 'destination-out'
  fillQuad(stage, light, '#000', [
    [x, 0, z],
    [x, high, z],
    [x + side * 5, high, z],
    [x + side * 5, 0, z],
  ])
  light.globalCompositeOperation = 'source-over'
  for (const [from, to, lightness] of [
    [high - 0.16, high + 0.04, 1.18],
    [floor + 0.02, floor + 0.12, 1.12],
    [0, 0.12, 0.62],
  ] as const) {
    fillQuad(stage, wall, tone(colour, z + long / 2, lightness), [
      [x, from, z],
      [x, to, z],
      [x, to, end],
      [x, from, end],
    ])
  }
  const columns = Math.max(2, Math.round(long / 0.95))
  const step = long / columns
  const isDark = palette.isNight || spec.weather === 'storm'
  const lively = isDark ? 0.5 : spec.time === 'day' ? 0.03 : 0.3
  const glass = mix(scale(palette.sky[1], 0.55), hex('2a3442'), 0.55)
  for (let level = 1; level * floor + 1 < high; level++) {
    for (let column = 0; column < columns; column++) {
      const from = z + step * (column + 0.26)
      const to = z + step * (column + 0.74)
      const low = level * floor + floor * 0.28
      const tall = floor * 0.52
      fillQuad(
        stage,
        wall,
        tone(colour, from, 0.66),
        pane(x, low - 0.06, tall + 0.12, from - 0.05, to + 0.05),
      )
      const isLit = random() < lively
      const shown = isLit ? scale(pick(random, warm), 0.35) : mix(glass, haze, fadeAt(stage, from))
      fillQuad(stage, wall, css(shown), pane(x, low, tall, from, to))
      if (isLit)
        fillQuad(
          stage,
          light,
          css(scale(pick(random, warm), between(random, 0.3, 0.62))),
          pane(x, low, tall, from, to),
        )
      fillQuad(
        stage,
        wall,
        tone(colour, from, 0.72),
        pane(x, low, tall, (from + to) / 2 - 0.02, (from + to) / 2 + 0.02),
      )
    }
  }
  drawShop(stage, random, [wall, light], house, tone)
}

function pane(x: number, low: number, tall: number, from: number, to: number): Corner[] {
  return [
    [x, low, from],
    [x, low + tall, from],
    [x, low + tall, to],
    [x, low, to],
  ]
}

/** What is on the ground floor: a lit window, an awning, a sign. */
function drawShop(
  stage: Stage,
  random: Random,
  [wall, light]: Pens,
  { z, long, floor, side }: House,
  tone: (base: Colour, at: number, lightness?: number) => string,
): void {
  const { palette, spec } = stage
  const x = side * walls
  const from = z + long * 0.12
  const to = z + long * 0.7
  const isOpen = random() < 0.75
  const dim = palette.isNight ? 0.8 : spec.time === 'day' && spec.weather === 'clear' ? 0.25 : 0.55
  fillQuad(stage, wall, tone(hex('2c2622'), z), pane(x, 0.12, floor * 0.8, from, to))
  if (isOpen)
    fillQuad(
      stage,
      light,
      css(scale(pick(random, warm), dim)),
      pane(x, 0.22, floor * 0.62, from + 0.06, to - 0.06),
    )
  for (let k = 1; k < 3; k++) {
    const at = from + ((to - from) * k) / 3
    fillQuad(stage, wall, tone(hex('2c2622'), z), pane(x, 0.12, floor * 0.8, at - 0.03, at + 0.03))
  }
  fillQuad(stage, wall, tone(hex('3a2c24'), z), pane(x, 0.02, floor * 0.74, z + long * 0.78, z + long * 0.93))
  const awning = pick(random, [hex('9c3b32'), hex('3d5f58'), hex('b98a3c'), hex('44506e')])
  fillQuad(stage, wall, tone(awning, z, 1.1), [
    [x, floor * 0.92, from],
    [x, floor * 0.92, to],
    [x - side * 0.5, floor * 0.74, to],
    [x - side * 0.5, floor * 0.74, from],
  ])
  if (spec.style !== 'neon' && random() > 0.35) return
  const sign =
    spec.style === 'neon' ? pick(random, neon) : pick(random, [hex('ff7a4a'), hex('ffcf7a'), hex('ff5a4a')])
  const low = floor * 1.15
  const tall = between(random, 0.7, 1.5)
  const at = z + long * 0.5
  const hung: Corner[] = [
    [x - side * 0.12, low, at],
    [x - side * 0.12, low + tall, at],
    [x - side * 0.5, low + tall, at],
    [x - side * 0.5, low, at],
  ]
  fillQuad(stage, wall, css(scale(sign, palette.isNight ? 0.5 : 0.42)), hung)
  if (palette.isNight) fillQuad(stage, light, css(scale(sign, spec.style === 'neon' ? 0.75 : 0.4)), hung)
}
