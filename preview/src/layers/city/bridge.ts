import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { type Colour, css, hex, mix, multiply, scale } from '../../colour.ts'
import type { Extra } from '../../prompt/scene.ts'
import { between } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { placed } from '../placed.ts'

type Draw = (stage: Stage, pen: SKRSContext2D, tone: (base: Colour, lightness?: number) => string) => void

/** The bridges that a prompt names, on the far edge of water, to be mirrored in it. */
export function createBridges(stage: Stage): Painter[] {
  const [named] = (['suspension-bridge', 'wooden-bridge', 'arched-bridge'] as const).filter((name) =>
    stage.spec.extras.includes(name),
  )
  if (!named) return []
  const { width, unit, horizon, palette, marginX } = stage
  const high = Math.ceil(unit * 0.62)
  const canvas = createCanvas(width + marginX * 2, high)
  const pen = canvas.getContext('2d')
  pen.translate(marginX, high - horizon)
  const light = mix(palette.ambient, palette.light, 0.5)
  const haze = mix(palette.haze, palette.sky[0], 0.4)
  const fade = Math.min(0.5, (named === 'suspension-bridge' ? 0.16 : 0.08) * palette.hazeDepth)
  BRIDGES[named](stage, pen, (base, lightness = 1) =>
    css(mix(multiply(scale(base, lightness), light), haze, fade)),
  )
  return [placed(stage, layerFromCanvas(canvas, -marginX, horizon - high), 0.3)]
}

const BRIDGES: Record<Extract<Extra, `${string}-bridge`>, Draw> = {
  'arched-bridge': drawStone,
  'wooden-bridge': drawWooden,
  'suspension-bridge': drawSuspension,
}

/** The row of the deck of a bridge that rises in its middle: `part` is -1 at one end, 1 at the other. */
function deckAt({ horizon, unit }: Stage, part: number): number {
  return horizon - unit * (0.045 + 0.15 * (0.5 + 0.5 * Math.cos(part * Math.PI)) ** 0.8)
}

function alongDeck(stage: Stage, pen: SKRSContext2D, half: number, lift: number): void {
  for (let i = -40; i <= 40; i++)
    pen.lineTo(stage.middle + (i / 40) * half, deckAt(stage, i / 40) - lift * stage.unit)
}

/** One high round arch of stone, with a parapet. */
function drawStone(stage: Stage, pen: SKRSContext2D, tone: Parameters<Draw>[2]): void {
  const { unit: u, horizon, middle } = stage
  const random = stage.randomFor('bridge')
  const half = u * 0.56
  const stone = hex('a39a8b')
  pen.save()
  pen.beginPath()
  pen.moveTo(middle - half, horizon)
  alongDeck(stage, pen, half, 0)
  pen.lineTo(middle + half, horizon)
  pen.closePath()
  pen.fillStyle = tone(stone)
  pen.fill()
  pen.clip()
  for (let y = horizon - u * 0.22, row = 0; y < horizon; y += u * 0.021, row++) {
    for (let x = middle - half - (row % 2) * u * 0.02; x < middle + half; x += u * 0.042) {
      pen.fillStyle = tone(stone, between(random, 0.82, 1.08))
      pen.fillRect(x + 1, y + 1, u * 0.042 - 1, u * 0.021 - 1)
    }
  }
  pen.restore()
  for (const [radius, lightness] of [
    [0.163, 0.72],
    [0.152, 1.12],
  ] as const) {
    pen.fillStyle = tone(stone, lightness)
    pen.beginPath()
    pen.ellipse(middle, horizon, u * radius * 1.25, u * radius, 0, Math.PI, 0)
    pen.fill()
  }
  pen.globalCompositeOperation = 'destination-out'
  pen.beginPath()
  pen.ellipse(middle, horizon, u * 0.165, u * 0.132, 0, Math.PI, 0)
  pen.fill()
  pen.globalCompositeOperation = 'source-over'
  drawRailing(stage, pen, half, tone(stone, 1.15), 0.034)
}

/** A low bow of planks on posts. */
function drawWooden(stage: Stage, pen: SKRSContext2D, tone: Parameters<Draw>[2]): void {
  const { unit: u, horizon, middle } = stage
  const half = u * 0.58
  const wood = hex('8a4a2e')
  pen.fillStyle = tone(wood, 0.62)
  for (const part of [-0.7, -0.42, -0.14, 0.14, 0.42, 0.7]) {
    const y = deckAt(stage, part)
    pen.fillRect(middle + part * half - u * 0.009, y, u * 0.018, horizon - y)
  }
  pen.strokeStyle = tone(wood)
  pen.lineWidth = u * 0.026
  pen.beginPath()
  alongDeck(stage, pen, half, 0)
  pen.stroke()
  drawRailing(stage, pen, half, tone(wood, 1.15), 0.06)
}

function drawRailing(stage: Stage, pen: SKRSContext2D, half: number, colour: string, lift: number): void {
  const u = stage.unit
  pen.strokeStyle = colour
  pen.lineWidth = u * 0.009
  for (const part of [0.5, 1]) {
    pen.beginPath()
    alongDeck(stage, pen, half, lift * part)
    pen.stroke()
  }
  for (let i = -12; i <= 12; i++) {
    const [x, y] = [stage.middle + (i / 12) * half, deckAt(stage, i / 12)]
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x, y - u * lift * 1.2)
    pen.stroke()
  }
}

/** Two towers, a cable between them, and a road that hangs from it, from side to side of the picture. */
function drawSuspension(stage: Stage, pen: SKRSContext2D, tone: Parameters<Draw>[2]): void {
  const { unit: u, horizon, middle, width, marginX } = stage
  const steel = stage.spec.extras.includes('golden-gate') ? hex('c8412c') : hex('8b96a3')
  const [top, deck] = [horizon - u * 0.54, horizon - u * 0.12]
  const away = Math.min(u * 0.48, width * 0.33)
  const cableAt = (x: number) => {
    const d = Math.abs(x - middle) / away
    return d <= 1
      ? deck - u * 0.02 - (deck - u * 0.02 - top) * d * d
      : top + (deck - top) * Math.min(1, (d - 1) / 0.95)
  }
  const [left, right] = [-marginX, width + marginX]
  pen.strokeStyle = tone(steel, 0.9)
  pen.lineWidth = Math.max(1, u * 0.0028)
  for (let x = middle - away * 1.9; x <= middle + away * 1.9; x += u * 0.024) {
    pen.beginPath()
    pen.moveTo(x, cableAt(x))
    pen.lineTo(x, deck)
    pen.stroke()
  }
  pen.lineWidth = Math.max(1.5, u * 0.008)
  pen.beginPath()
  for (let x = left; x <= right; x += 3) pen.lineTo(x, cableAt(x))
  pen.stroke()
  for (const side of [-1, 1]) {
    const x = middle + side * away
    for (const [offset, lightness] of [
      [-0.026, 1.1],
      [0.01, 0.8],
    ] as const) {
      pen.fillStyle = tone(steel, lightness)
      pen.fillRect(x + offset * u, top - u * 0.02, u * 0.018, horizon - top + u * 0.02)
    }
    pen.fillStyle = tone(steel)
    for (const part of [0, 0.2, 0.4, 0.6])
      pen.fillRect(x - u * 0.026, top + (deck - top) * part, u * 0.054, u * 0.018)
    pen.fillStyle = tone(hex('8d8a86'))
    pen.fillRect(x - u * 0.045, horizon - u * 0.03, u * 0.09, u * 0.03)
  }
  pen.fillStyle = tone(steel, 0.75)
  pen.fillRect(left, deck, right - left, u * 0.022)
  pen.fillStyle = tone(steel, 1.15)
  pen.fillRect(left, deck - u * 0.004, right - left, u * 0.008)
}
