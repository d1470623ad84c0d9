import { createCanvas } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import { between } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { grassColour } from '../nature/ground.ts'
import { placed } from '../placed.ts'

/** A strip of grass at the near side of water. */
export function createBank(stage: Stage): Painter {
  const { width, height, unit, horizon, palette, marginX, marginY, noise } = stage
  const random = stage.randomFor('bank')
  const edge = Math.round(horizon + (height - horizon) * 0.62)
  const canvas = createCanvas(width + marginX * 2, Math.ceil(height + marginY - edge + unit * 0.08))
  const pen = canvas.getContext('2d')
  const top = edge - Math.round(unit * 0.06)
  pen.translate(marginX, -top)
  const colour = multiply(grassColour(stage), mix(palette.ambient, palette.light, 0.45))
  const edgeAt = (x: number) => edge + noise((x / unit) * 2.2, 7) * unit * 0.035
  const fill = pen.createLinearGradient(0, edge - unit * 0.03, 0, height)
  fill.addColorStop(0, css(scale(colour, 0.85)))
  fill.addColorStop(1, css(scale(colour, 0.5)))
  pen.fillStyle = fill
  pen.beginPath()
  pen.moveTo(-marginX, height + marginY)
  for (let x = -marginX; x <= width + marginX; x += 4) pen.lineTo(x, edgeAt(x))
  pen.lineTo(width + marginX, height + marginY)
  pen.fill()
  pen.lineWidth = Math.max(1, unit * 0.003)
  for (let i = 0; i < 2600; i++) {
    const x = between(random, -marginX, width + marginX)
    const near = random()
    const y = edgeAt(x) + near * (height + marginY - edge)
    pen.strokeStyle = css(scale(colour, between(random, 0.6, 1.15) * (0.95 - near * 0.3)))
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + between(random, -0.008, 0.008) * unit, y - unit * (0.008 + near * 0.03))
    pen.stroke()
  }
  return placed(stage, layerFromCanvas(canvas, -marginX, top), 1)
}
