import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { type Colour, css, hex, mix, multiply, scale } from '../../colour.ts'
import { addGlow } from '../../picture.ts'
import { pick, type Random } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import {
  drawBed,
  drawBooks,
  drawFireplace,
  drawLamp,
  drawPicture,
  drawPlant,
  drawSofa,
  type Look,
  type Plan,
} from './furniture.ts'
import { placed } from '../placed.ts'

const paints: readonly [Colour, ...Colour[]] = [hex('d8c4a8'), hex('b9bda6'), hex('cfae97'), hex('aab4bb')]

/** A room with a window, through which one sees what was painted before it. */
export function createRoom(stage: Stage): Painter[] {
  const { palette, width, height, unit, spec } = stage
  const random = stage.randomFor('room')
  const side = random() < 0.5 ? -1 : 1
  const at = (part: number) => (side < 0 ? part : 1 - part) * width
  const wide = Math.min(width * 0.42, unit * 0.72)
  const plan: Plan = {
    side,
    window: { x: at(0.3) - wide / 2, y: height * 0.1, wide, high: height * 0.5 },
    floor: height * 0.735,
    lamp: { x: at(0.9), y: height * 0.735 - unit * 0.36 },
    seat: at(0.7),
  }
  const isDark = palette.isNight
  const light: Colour = isDark ? [0.47, 0.37, 0.32] : scale(mix(palette.ambient, palette.light, 0.4), 0.82)
  const look: Look = { isDark, tone: (base, lightness = 1) => scale(multiply(base, light), lightness) }
  const canvas = createCanvas(width + stage.marginX * 2, height + stage.marginY * 2)
  const pen = canvas.getContext('2d')
  pen.translate(stage.marginX, stage.marginY)
  drawShell(stage, pen, random, plan, look)
  if (spec.extras.includes('bookshelf')) drawBooks(stage, pen, random, plan, look)
  else if (!spec.extras.includes('fireplace')) drawPicture(stage, pen, plan, look)
  if (spec.extras.includes('fireplace')) drawFireplace(stage, pen, plan, look)
  else if (spec.extras.includes('bed')) drawBed(stage, pen, plan, look)
  else drawSofa(stage, pen, plan, look)
  drawPlant(stage, pen, random, plan, look)
  const hasLamp = isDark || spec.extras.includes('lamp')
  drawLamp(stage, pen, plan, look, hasLamp)
  drawLight(stage, pen, plan, look, hasLamp)
  const layer = placed(stage, layerFromCanvas(canvas, -stage.marginX, -stage.marginY), 1)
  return [layer, createGlows(stage, plan, hasLamp)]
}

function drawShell(stage: Stage, pen: SKRSContext2D, random: Random, plan: Plan, { tone }: Look): void {
  const { width, height, unit, marginX, marginY, middle } = stage
  const { window, floor } = plan
  const [left, right, bottom] = [-marginX, width + marginX, height + marginY]
  const paint = stage.spec.ground ?? pick(random, paints)
  const across = pen.createLinearGradient(window.x, 0, window.x - plan.side * width * 0.9, 0)
  across.addColorStop(0, css(tone(paint, 1.06)))
  across.addColorStop(1, css(tone(paint, 0.66)))
  pen.fillStyle = across
  pen.fillRect(left, -marginY, right - left, floor + marginY)
  const wood = hex('8d6240')
  const boards = pen.createLinearGradient(0, floor, 0, bottom)
  boards.addColorStop(0, css(tone(wood, 0.72)))
  boards.addColorStop(1, css(tone(wood, 1.02)))
  pen.fillStyle = boards
  pen.fillRect(left, floor, right - left, bottom - floor)
  pen.strokeStyle = css(tone(wood, 0.5), 0.55)
  pen.lineWidth = Math.max(1, unit * 0.003)
  for (let i = -26; i <= 26; i++) {
    pen.beginPath()
    pen.moveTo(middle + i * unit * 0.11, floor)
    pen.lineTo(middle + i * unit * 0.24, bottom)
    pen.stroke()
  }
  pen.fillStyle = css(tone(paint, 1.14))
  pen.fillRect(left, floor - unit * 0.03, right - left, unit * 0.03)
  pen.fillStyle = css(tone(paint, 0.5), 0.6)
  pen.fillRect(left, floor, right - left, unit * 0.008)
  // A rug.
  pen.fillStyle = css(tone(hex('a8746a'), 0.82))
  pen.beginPath()
  pen.ellipse(
    plan.seat,
    floor + (height - floor) * 0.52,
    unit * 0.5,
    (height - floor) * 0.3,
    0,
    0,
    Math.PI * 2,
  )
  pen.fill()
  pen.strokeStyle = css(tone(hex('d8b9a0'), 0.9))
  pen.lineWidth = unit * 0.008
  pen.beginPath()
  pen.ellipse(
    plan.seat,
    floor + (height - floor) * 0.52,
    unit * 0.45,
    (height - floor) * 0.265,
    0,
    0,
    Math.PI * 2,
  )
  pen.stroke()
  drawWindow(stage, pen, plan, tone)
}

function drawWindow({ unit }: Stage, pen: SKRSContext2D, { window }: Plan, tone: Look['tone']): void {
  const { x, y, wide, high } = window
  const white = hex('efe6d8')
  const edge = unit * 0.022
  pen.fillStyle = css(tone(white, 1.02))
  pen.fillRect(x - edge, y - edge, wide + edge * 2, high + edge * 2)
  pen.fillStyle = css(tone(white, 1.16))
  pen.fillRect(x - edge * 2.2, y + high + edge * 0.6, wide + edge * 4.4, edge * 1.3)
  pen.clearRect(x, y, wide, high)
  pen.fillStyle = css(tone(white, 0.72))
  const bar = unit * 0.012
  pen.fillRect(x + wide / 2 - bar / 2, y, bar, high)
  pen.fillRect(x, y + high * 0.36, wide, bar)
  // Curtains in folds, drawn back.
  const cloth = hex('c9b79c')
  for (const end of [-1, 1]) {
    const from = end < 0 ? x - unit * 0.1 : x + wide + unit * 0.1
    const folds = 6
    for (let i = 0; i < folds; i++) {
      const a = from - end * unit * 0.03 * i
      pen.fillStyle = css(tone(cloth, i % 2 === 0 ? 1.02 : 0.8), 0.97)
      pen.beginPath()
      pen.moveTo(a, y - unit * 0.05)
      pen.lineTo(a - end * unit * 0.031, y - unit * 0.05)
      pen.quadraticCurveTo(
        a - end * unit * 0.026,
        y + high * 0.7,
        a - end * unit * (0.02 - i * 0.004),
        y + high + unit * 0.12,
      )
      pen.lineTo(a + end * unit * (0.01 + i * 0.004), y + high + unit * 0.12)
      pen.quadraticCurveTo(a + end * unit * 0.004, y + high * 0.7, a, y - unit * 0.05)
      pen.fill()
    }
  }
  pen.fillStyle = css(tone(hex('5b4632')))
  pen.fillRect(x - unit * 0.14, y - unit * 0.062, wide + unit * 0.28, unit * 0.014)
}

/** The lamp's light on the wall, and the window's on the floor. */
function drawLight(
  stage: Stage,
  pen: SKRSContext2D,
  { lamp, window, floor, side }: Plan,
  { isDark }: Look,
  isOn: boolean,
): void {
  const { unit: u, palette, height, spec } = stage
  pen.globalCompositeOperation = 'source-atop'
  if (isOn) {
    const reach = u * 0.95
    const pool = pen.createRadialGradient(lamp.x, lamp.y, 0, lamp.x, lamp.y, reach)
    pool.addColorStop(0, `rgba(255,196,120,${isDark ? 0.62 : 0.35})`)
    pool.addColorStop(0.35, `rgba(255,176,100,${isDark ? 0.26 : 0.14})`)
    pool.addColorStop(1, 'rgba(255,170,90,0)')
    pen.fillStyle = pool
    pen.fillRect(lamp.x - reach, lamp.y - reach, reach * 2, reach * 2)
  }
  const strength = isDark ? 0.1 : spec.weather === 'clear' ? 0.42 : 0.16
  const skew = -side * u * 0.3
  const beam = pen.createLinearGradient(0, floor, 0, height)
  beam.addColorStop(0, css(isDark ? palette.light : mix(palette.light, [1, 1, 1], 0.3), strength))
  beam.addColorStop(1, css(isDark ? palette.light : mix(palette.light, [1, 1, 1], 0.3), strength * 0.35))
  pen.fillStyle = beam
  for (const half of [0, 1]) {
    const from = window.x + window.wide * (half * 0.52)
    const to = from + window.wide * 0.48
    pen.beginPath()
    pen.moveTo(from + skew * 0.3, floor + u * 0.03)
    pen.lineTo(to + skew * 0.3, floor + u * 0.03)
    pen.lineTo(to + skew * 1.5, height * 0.985)
    pen.lineTo(from + skew * 1.5, height * 0.985)
    pen.fill()
  }
  pen.globalCompositeOperation = 'source-over'
}

/** What glows: the lamp, the fire, and dust in the window's light. */
function createGlows(stage: Stage, { lamp, window, side, seat, floor }: Plan, isOn: boolean): Painter {
  const { unit: u, middle, horizon, palette, spec } = stage
  const random = stage.randomFor('dust')
  const hasFire = spec.extras.includes('fireplace')
  const dust =
    palette.isNight || spec.weather !== 'clear'
      ? []
      : Array.from({ length: 34 }, () => [random(), random(), random() * 6] as const)
  return {
    paint(picture, { t_s, view }) {
      const glow = (x: number, y: number, radius: number, colour: Colour) =>
        addGlow(
          picture,
          middle + (x - middle) * view.zoom - view.truck_px,
          horizon + (y - horizon) * view.zoom + view.tilt_px,
          radius * view.zoom,
          colour,
        )
      if (isOn) {
        glow(lamp.x, lamp.y, u * 0.12, [0.5, 0.36, 0.16])
        glow(lamp.x, lamp.y, u * 0.5, [0.16, 0.1, 0.04])
      }
      if (hasFire) {
        const flicker = 0.8 + 0.14 * Math.sin(t_s * 9) + 0.06 * Math.sin(t_s * 23)
        glow(seat, floor - u * 0.07, u * 0.16, scale([0.7, 0.36, 0.1], flicker))
        glow(seat, floor, u * 0.6, scale([0.3, 0.14, 0.04], flicker))
      }
      for (const [a, b, phase] of dust) {
        const x = window.x + window.wide * a - side * u * 0.35 * b + Math.sin(t_s * 0.5 + phase) * u * 0.02
        const y = window.y + window.high * (0.5 + b * 0.8) + Math.sin(t_s * 0.33 + phase * 2) * u * 0.03
        glow(x, y, u * 0.005, scale([0.4, 0.36, 0.28], 0.5 + 0.5 * Math.sin(t_s + phase)))
      }
    },
  }
}
