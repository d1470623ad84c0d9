import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Colour, css, hex } from '../../colour.ts'
import { between, pick, type Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'

// What stands and hangs in a room.

/** Where things are, in pixels of a camera at rest. */
export interface Plan {
  window: { x: number; y: number; wide: number; high: number }
  /** The row where the wall ends. */
  floor: number
  /** The lamp's bulb. */
  lamp: { x: number; y: number }
  /** The middle of what stands opposite the window. */
  seat: number
  /** -1: the window is left. */
  side: number
}

/** Furniture is lit by the window in daytime and by a lamp at night. */
export interface Look {
  tone: (base: Colour, lightness?: number) => Colour
  isDark: boolean
}

function box(
  pen: SKRSContext2D,
  colour: Colour,
  x: number,
  y: number,
  wide: number,
  high: number,
  round: number,
): void {
  pen.fillStyle = css(colour)
  pen.beginPath()
  pen.roundRect(x, y, wide, high, round)
  pen.fill()
}

export function drawSofa(stage: Stage, pen: SKRSContext2D, { seat, floor }: Plan, { tone }: Look): void {
  const u = stage.unit
  const cloth = hex('5f7480')
  const foot = floor + u * 0.05
  const [wide, left] = [u * 0.62, seat - u * 0.31]
  shade(pen, seat, foot + u * 0.005, u * 0.36)
  for (const x of [left + u * 0.05, left + wide - u * 0.07])
    box(pen, tone(hex('4a3524')), x, foot - u * 0.03, u * 0.02, u * 0.035, 2)
  box(pen, tone(cloth, 0.86), left + u * 0.02, foot - u * 0.27, wide - u * 0.04, u * 0.2, u * 0.04)
  for (const [i, x] of [left + u * 0.06, left + wide / 2].entries())
    box(pen, tone(cloth, 1 + i * 0.04), x, foot - u * 0.255, wide / 2 - u * 0.065, u * 0.15, u * 0.03)
  box(pen, tone(cloth, 0.72), left + u * 0.03, foot - u * 0.09, wide - u * 0.06, u * 0.07, u * 0.015)
  box(pen, tone(cloth, 1.16), left + u * 0.055, foot - u * 0.135, wide - u * 0.11, u * 0.06, u * 0.025)
  for (const x of [left, left + wide - u * 0.08])
    box(pen, tone(cloth, 0.94), x, foot - u * 0.185, u * 0.08, u * 0.165, u * 0.035)
  box(pen, tone(hex('c98a4b'), 1.05), left + u * 0.09, foot - u * 0.22, u * 0.12, u * 0.1, u * 0.03)
}

function shade(pen: SKRSContext2D, x: number, y: number, reach: number): void {
  pen.fillStyle = 'rgba(20,12,8,0.32)'
  pen.beginPath()
  pen.ellipse(x, y, reach, reach * 0.09, 0, 0, Math.PI * 2)
  pen.fill()
}

export function drawBed(stage: Stage, pen: SKRSContext2D, { seat, floor, side }: Plan, { tone }: Look): void {
  const u = stage.unit
  const foot = floor + u * 0.09
  const left = seat - u * 0.4
  shade(pen, seat, foot, u * 0.46)
  const head = side < 0 ? left + u * 0.76 : left
  box(pen, tone(hex('6e4a2e')), head, foot - u * 0.36, u * 0.05, u * 0.36, u * 0.012)
  box(pen, tone(hex('7d5636'), 0.9), left, foot - u * 0.09, u * 0.8, u * 0.065, u * 0.01)
  box(pen, tone(hex('e9e2d6'), 0.96), left + u * 0.01, foot - u * 0.19, u * 0.78, u * 0.12, u * 0.035)
  const blanket = stage.spec.subjects[0]?.colour ?? hex('7f95a3')
  box(
    pen,
    tone(blanket, 0.96),
    side < 0 ? left : left + u * 0.26,
    foot - u * 0.215,
    u * 0.54,
    u * 0.16,
    u * 0.05,
  )
  box(
    pen,
    tone(blanket, 1.16),
    side < 0 ? left + u * 0.44 : left + u * 0.26,
    foot - u * 0.218,
    u * 0.1,
    u * 0.1,
    u * 0.03,
  )
  box(
    pen,
    tone(hex('f4efe6'), 1.08),
    side < 0 ? left + u * 0.58 : left + u * 0.05,
    foot - u * 0.255,
    u * 0.17,
    u * 0.085,
    u * 0.04,
  )
}

export function drawFireplace(stage: Stage, pen: SKRSContext2D, { seat, floor }: Plan, { tone }: Look): void {
  const u = stage.unit
  box(pen, tone(hex('9b8677')), seat - u * 0.26, -stage.marginY, u * 0.52, floor + stage.marginY, 0)
  box(pen, tone(hex('6b4a31'), 1.1), seat - u * 0.31, floor - u * 0.4, u * 0.62, u * 0.04, u * 0.006)
  box(pen, [0.06, 0.04, 0.035], seat - u * 0.17, floor - u * 0.28, u * 0.34, u * 0.28, u * 0.03)
  for (let i = 0; i < 11; i++) {
    const x = seat + (i - 5) * u * 0.021
    const high = u * (0.16 - Math.abs(i - 5) * 0.019) * (i % 2 === 0 ? 1 : 0.7)
    const flame = pen.createLinearGradient(0, floor - high, 0, floor)
    flame.addColorStop(0, 'rgba(255,120,30,0)')
    flame.addColorStop(0.5, 'rgba(255,160,50,0.9)')
    flame.addColorStop(1, 'rgba(255,240,170,1)')
    pen.fillStyle = flame
    pen.beginPath()
    pen.moveTo(x - u * 0.018, floor - u * 0.02)
    pen.quadraticCurveTo(x - u * 0.02, floor - high * 0.5, x, floor - high)
    pen.quadraticCurveTo(x + u * 0.02, floor - high * 0.5, x + u * 0.018, floor - u * 0.02)
    pen.fill()
  }
  box(pen, [0.16, 0.09, 0.06], seat - u * 0.13, floor - u * 0.035, u * 0.26, u * 0.03, u * 0.014)
}

export function drawBooks(
  stage: Stage,
  pen: SKRSContext2D,
  random: Random,
  { seat, floor }: Plan,
  { tone }: Look,
): void {
  const u = stage.unit
  const [left, wide, top] = [seat - u * 0.36, u * 0.72, stage.height * 0.06]
  box(pen, tone(hex('4e3623'), 0.8), left, top, wide, floor - top, 2)
  const rows = Math.max(3, Math.round((floor - top) / (u * 0.135)))
  const pitch = (floor - top) / rows
  for (let row = 0; row < rows; row++) {
    const base = top + pitch * (row + 1) - u * 0.012
    for (let x = left + u * 0.02; x < left + wide - u * 0.035;) {
      const thick = u * between(random, 0.01, 0.024)
      const tall = pitch * between(random, 0.55, 0.82)
      const cover = pick(random, [
        hex('8c3a33'),
        hex('3c5a66'),
        hex('b59a5e'),
        hex('5a6a48'),
        hex('c9b9a0'),
        hex('4a3a52'),
      ])
      if (random() < 0.93)
        box(pen, tone(cover, between(random, 0.75, 1.05)), x, base - tall, thick - 1, tall, 1)
      x += thick
    }
    box(pen, tone(hex('6d4d33')), left, base, wide, u * 0.014, 0)
  }
}

export function drawPicture(stage: Stage, pen: SKRSContext2D, { seat }: Plan, { tone }: Look): void {
  const { unit: u, height, palette } = stage
  const [x, y, wide, high] = [seat - u * 0.15, height * 0.16, u * 0.3, u * 0.2]
  box(pen, tone(hex('5a4430')), x, y, wide, high, 2)
  box(pen, tone(hex('efe8da')), x + u * 0.012, y + u * 0.012, wide - u * 0.024, high - u * 0.024, 0)
  box(
    pen,
    tone(palette.isNight ? hex('b9a890') : hex('d9b48c')),
    x + u * 0.035,
    y + u * 0.035,
    wide - u * 0.07,
    high - u * 0.07,
    0,
  )
  pen.fillStyle = css(tone(hex('5f7d78')))
  pen.beginPath()
  pen.moveTo(x + u * 0.035, y + high - u * 0.035)
  pen.lineTo(x + wide * 0.4, y + high * 0.42)
  pen.lineTo(x + wide * 0.62, y + high * 0.66)
  pen.lineTo(x + wide * 0.75, y + high * 0.55)
  pen.lineTo(x + wide - u * 0.035, y + high - u * 0.035)
  pen.fill()
}

export function drawPlant(
  stage: Stage,
  pen: SKRSContext2D,
  random: Random,
  { window, floor, side }: Plan,
  { tone }: Look,
): void {
  const u = stage.unit
  const x = side < 0 ? window.x - u * 0.06 : window.x + window.wide + u * 0.06
  const foot = floor + u * 0.07
  shade(pen, x, foot, u * 0.09)
  for (let i = 0; i < 15; i++) {
    const angle = -Math.PI / 2 + between(random, -1.1, 1.1)
    const long = u * between(random, 0.14, 0.27)
    const [ex, ey] = [x + Math.cos(angle) * long, foot - u * 0.1 + Math.sin(angle) * long]
    pen.fillStyle = css(tone(hex('4d7a4a'), between(random, 0.55, 1.1)))
    pen.beginPath()
    pen.moveTo(x, foot - u * 0.1)
    pen.quadraticCurveTo((x + ex) / 2 - u * 0.03, (foot + ey) / 2 - u * 0.1, ex, ey)
    pen.quadraticCurveTo((x + ex) / 2 + u * 0.03, (foot + ey) / 2 - u * 0.04, x, foot - u * 0.1)
    pen.fill()
  }
  pen.fillStyle = css(tone(hex('b3674a'), 0.9))
  pen.beginPath()
  pen.moveTo(x - u * 0.065, foot - u * 0.11)
  pen.lineTo(x + u * 0.065, foot - u * 0.11)
  pen.lineTo(x + u * 0.05, foot)
  pen.lineTo(x - u * 0.05, foot)
  pen.fill()
}

export function drawLamp(
  stage: Stage,
  pen: SKRSContext2D,
  { lamp, floor }: Plan,
  { tone }: Look,
  isOn: boolean,
): void {
  const u = stage.unit
  box(pen, tone(hex('3a2e26'), 0.8), lamp.x - u * 0.006, lamp.y, u * 0.012, floor + u * 0.05 - lamp.y, 2)
  box(pen, tone(hex('3a2e26'), 0.8), lamp.x - u * 0.06, floor + u * 0.045, u * 0.12, u * 0.014, 4)
  pen.fillStyle = isOn ? css([1, 0.86, 0.6]) : css(tone(hex('e8d8bc')))
  pen.beginPath()
  pen.moveTo(lamp.x - u * 0.05, lamp.y - u * 0.06)
  pen.lineTo(lamp.x + u * 0.05, lamp.y - u * 0.06)
  pen.lineTo(lamp.x + u * 0.085, lamp.y + u * 0.05)
  pen.lineTo(lamp.x - u * 0.085, lamp.y + u * 0.05)
  pen.fill()
}
