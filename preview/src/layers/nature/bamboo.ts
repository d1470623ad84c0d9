import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { type Colour, css, hex, mix, multiply, scale } from '../../colour.ts'
import { between, pick, type Random } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { placed } from '../placed.ts'
import { createMist } from '../sky/mist.ts'

const GREENS: readonly [Colour, ...Colour[]] = [hex('7fa63f'), hex('6b9a3c'), hex('93ad4a'), hex('5c8a3a')]

interface Culm {
  x: number
  foot: number
  tall: number
  thick: number
  colour: Colour
  snow: Colour | null
}

/** One culm: joints with pale rings, bright on one side, and tufts of pointed leaves in its upper half. */
function drawCulm(
  context: SKRSContext2D,
  random: Random,
  { x, foot, tall, thick, colour, snow }: Culm,
): void {
  const lean = between(random, -0.05, 0.05) * tall
  const joints = 11
  const at = (part: number) => [x + lean * part * part, foot - tall * part] as const
  for (let i = 0; i < joints; i++) {
    const [ax, ay] = at(i / joints)
    const [bx, by] = at((i + 1) / joints)
    const bark = context.createLinearGradient(ax - thick / 2, 0, ax + thick / 2, 0)
    bark.addColorStop(0, css(scale(colour, 0.62)))
    bark.addColorStop(0.4, css(scale(colour, 1.2)))
    bark.addColorStop(1, css(scale(colour, 0.5)))
    context.fillStyle = bark
    context.beginPath()
    context.moveTo(ax - thick / 2, ay)
    context.lineTo(bx - thick * 0.48, by)
    context.lineTo(bx + thick * 0.48, by)
    context.lineTo(ax + thick / 2, ay)
    context.fill()
    context.fillStyle = css(mix(colour, [0.95, 0.95, 0.8], 0.45))
    context.fillRect(bx - thick * 0.56, by - thick * 0.07, thick * 1.12, Math.max(1, thick * 0.13))
  }
  for (let i = 0; i < 9; i++) {
    const [tx, ty] = at(between(random, 0.42, 1))
    drawTuft(context, random, { x: tx, y: ty, size: tall * 0.075, colour, snow })
  }
}

function drawTuft(
  context: SKRSContext2D,
  random: Random,
  { x, y, size, colour, snow }: { x: number; y: number; size: number; colour: Colour; snow: Colour | null },
): void {
  const side = random() < 0.5 ? -1 : 1
  const [cx, cy] = [x + side * size * between(random, 0.4, 1.2), y - size * between(random, 0, 0.5)]
  context.strokeStyle = css(scale(colour, 0.7))
  context.lineWidth = Math.max(0.6, size * 0.04)
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(cx, cy)
  context.stroke()
  for (let k = 0; k < 7; k++) {
    const angle = Math.PI * 0.5 + between(random, -1.15, 1.15)
    const long = size * between(random, 0.7, 1.3)
    const [ex, ey] = [cx + Math.cos(angle) * long, cy + Math.sin(angle) * long * 0.8]
    const half = size * 0.1
    context.fillStyle = css(
      snow && random() < 0.55 ? snow : scale(mix(colour, hex('4f8a2e'), 0.5), between(random, 0.7, 1.2)),
    )
    context.beginPath()
    context.moveTo(cx, cy)
    context.quadraticCurveTo((cx + ex) / 2 - half, (cy + ey) / 2, ex, ey)
    context.quadraticCurveTo((cx + ex) / 2 + half, (cy + ey) / 2, cx, cy)
    context.fill()
  }
}

function drawRow(stage: Stage, random: Random, distance: number, count: number, sides: boolean): Painter {
  const { unit, width, palette, spec } = stage
  const base = Math.min(stage.height + unit * 0.1, stage.horizon + (unit * 1.05) / distance)
  const canvas = createCanvas(width + stage.marginX * 2, Math.ceil(base + stage.marginY + unit * 0.02))
  const context = canvas.getContext('2d')
  context.translate(stage.marginX, stage.marginY)
  const fade = 1 - Math.exp(-distance * 0.045 * Math.min(1.6, palette.hazeDepth))
  const light = mix(palette.ambient, palette.light, 0.45)
  const haze = mix(palette.haze, mix(palette.sky[0], hex('b9cf86'), 0.35), 0.5)
  const snow = spec.weather === 'snow' ? mix(multiply([0.95, 0.97, 1], light), haze, fade) : null
  const total = Math.max(2, Math.round(count * (width / unit) * 0.6))
  for (let i = 0; i < total; i++) {
    let part = (i + between(random, 0.1, 0.9)) / total
    // The middle stays open for whatever the prompt names.
    if (sides) part = part < 0.5 ? part * 0.5 : 1 - (1 - part) * 0.5
    const tall = Math.max(base + stage.marginY, (unit * 9) / distance) * between(random, 0.95, 1.15)
    drawCulm(context, random, {
      x: part * (width + stage.marginX) - stage.marginX / 2,
      foot: base + between(random, -0.006, 0.012) * unit,
      tall,
      thick: Math.min(unit * 0.075, (unit * 0.17) / distance) * between(random, 0.75, 1.2),
      colour: mix(multiply(pick(random, GREENS), light), haze, fade),
      snow,
    })
  }
  return placed(stage, layerFromCanvas(canvas, -stage.marginX, -stage.marginY), Math.min(1, 2.3 / distance))
}

/** Bamboo all around: rows behind each other with mist between them. */
export function createBamboo(stage: Stage): Painter[] {
  const random = stage.randomFor('bamboo')
  const mist = createMist(stage, {
    top: stage.horizon - stage.unit * 0.2,
    bottom: stage.horizon + stage.unit * 0.1,
    colour: mix(stage.palette.haze, stage.palette.sky[0], 0.5),
    density: 0.6,
    nearness: 0.2,
    purpose: 'bamboo',
  })
  return [
    drawRow(stage, random, 20, 34, false),
    mist,
    drawRow(stage, random, 9, 16, false),
    drawRow(stage, random, 4.6, 7, true),
    drawRow(stage, random, 2.4, 4, true),
  ]
}

/** Some bamboo at both sides of another place. */
export function createBambooSides(stage: Stage): Painter {
  return drawRow(stage, stage.randomFor('bamboo'), 3.4, 6, true)
}
