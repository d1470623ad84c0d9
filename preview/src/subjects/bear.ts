import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Colour, COLOUR_WHITE, css, mix, scale } from '../colour.ts'
import type { Outfit } from '../prompt/scene.ts'

const FURS: Record<string, { body: Colour; limbs: Colour }> = {
  bear: { body: [0.5, 0.33, 0.2], limbs: [0.42, 0.27, 0.16] },
  panda: { body: [0.95, 0.95, 0.93], limbs: [0.13, 0.13, 0.15] },
  'polar-bear': { body: [0.95, 0.96, 0.97], limbs: [0.86, 0.89, 0.92] },
}

/** A bear that sits and looks at you, in the fur of its kind: there is no icon of a whole one. */
export function drawBear(context: SKRSContext2D, colour: Colour | null, _outfit: Outfit, name: string): void {
  const fur = FURS[name] ?? FURS['bear']!
  const body = colour && name !== 'panda' ? colour : fur.body
  const limbs = colour ?? fur.limbs
  const isPanda = name === 'panda'
  const oval = (paint: Colour, x: number, y: number, radiusX: number, radiusY: number, angle = 0) => {
    context.fillStyle = css(paint)
    context.beginPath()
    context.ellipse(x, y, radiusX, radiusY, angle, 0, Math.PI * 2)
    context.fill()
  }
  const ears = isPanda ? limbs : scale(body, 0.88)
  for (const side of [-1, 1]) {
    oval(ears, 40 + side * 17, 13, 7.5, 7.5)
    if (!isPanda) oval(scale(limbs, 0.72), 40 + side * 17, 14, 4, 4)
  }
  oval(scale(body, 0.9), 40, 68, 28, 29)
  oval(mix(body, COLOUR_WHITE, 0.14), 40, 72, 18, 20)
  if (isPanda) oval(limbs, 40, 49, 26, 11)
  for (const side of [-1, 1]) {
    oval(limbs, 40 + side * 25, 63, 8.5, 18, side * -0.35)
    oval(limbs, 40 + side * 19, 91, 14, 9.5, side * 0.2)
    oval(mix(limbs, [0.75, 0.6, 0.5], isPanda ? 0.25 : 0.4), 40 + side * 22, 92, 6.5, 5.5)
  }
  oval(body, 40, 29, 26, 22)
  for (const side of [-1, 1]) {
    if (isPanda) oval(limbs, 40 + side * 11, 28, 6, 7.5, side * 0.5)
    oval([0.06, 0.05, 0.06], 40 + side * 10.5, 28, 2.7, 3)
    oval(COLOUR_WHITE, 41 + side * 10.5, 27, 0.9, 0.9)
  }
  oval(mix(body, COLOUR_WHITE, 0.45), 40, 39, 10, 7.6)
  oval([0.1, 0.08, 0.09], 40, 35.6, 4.2, 2.9)
  context.strokeStyle = 'rgba(26,20,22,0.8)'
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(40, 38)
  context.lineTo(40, 41)
  context.moveTo(36, 42.5)
  context.quadraticCurveTo(38.5, 44, 40, 41)
  context.quadraticCurveTo(41.5, 44, 44, 42.5)
  context.stroke()
}
