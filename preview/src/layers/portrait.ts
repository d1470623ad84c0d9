import { createCanvas, Path2D } from '@napi-rs/canvas'
import { fillPath, layerFromCanvas } from '../canvas.ts'
import { type Colour, css, mix, scale } from '../colour.ts'
import type { SceneSpec } from '../prompt/scene.ts'
import type { Painter, Stage } from '../stage.ts'
import { isPerson } from '../subjects/catalogue.ts'
import { placed } from './placed.ts'

/** Whether one head fills the picture: a portrait of somebody, and not of a cat. */
export function isPortrait({ extras, subjects }: SceneSpec): boolean {
  return extras.includes('portrait') && (subjects.length === 0 || subjects.some(({ name }) => isPerson(name)))
}

/** From chest over face and crown to the back, looking left, in a box of 100 by 100. */
const FACE =
  'M4 101C8 89 22 84 33 80.500C39.5 78 42 74 41 68.500C37.5 69 33 68.8 29.6 66.800C26 64.6 26.4 61.4 27.3 59.200C27.6 57.8 26.8 57.2 26 56.400C25 55.3 25.7 54 26.3 53.500C24.4 52.8 24 51.2 25.2 50C25.7 49 25.4 48.2 24.9 47.600C22.8 47.5 20 46.8 20.4 44.800C21.6 41.8 24.8 38.2 25.4 34.800C25.2 32.8 24.5 31.2 24.9 28.800C25 19 31 10 44 8C60 6 71.5 16 71.5 31C71.5 41 68 47.5 66 53.500C64.5 60 65 68 68 73.500C74 79 91 81 97 93L100 101Z'
const HAIR = {
  short:
    'M25.5 26C26 14 35 5.5 47 5C62 4.5 74 15 74 31C74 42 70 49 67 55C63 55 60 50 58.5 45C57 40 55 38 53.5 35C50 31 48 25 40 22.500C34 21.5 29 23 25.5 26Z',
  long: 'M26.5 26C27 13 36 4.5 49 4.500C66 5 77 17 76.5 36C76 54 84 68 85 101H56C60 86 56 70 55.5 56C55 46 52 38 46 32C40 28 31 28 26.5 26Z',
  bun: 'M26.5 25C28 13 37 5.5 49 5.500C53 -2 68 -3 71 6C73 11 70 15 68.5 16C75 24 74 38 69.5 48C67 53 62 54 58.5 48C56 41 53 37 46 31C40 27.5 31 27 26.5 25Z',
}

/** Head and shoulders against the scene, dark, with the light around their edge; it looks to the sun. */
export function createPortrait(stage: Stage): Painter {
  const { width, height, palette, spec, sun, middle } = stage
  const size = Math.min(height * 0.93, width * 0.98)
  const looksLeft = sun.x < middle
  const left = Math.round(middle - size * 0.5 + (looksLeft ? 0.12 : -0.12) * Math.max(0, width - size))
  const top = Math.round(height - size * 0.97)
  // Farther down than the picture, for a camera that moves.
  const canvas = createCanvas(Math.ceil(size), Math.ceil(size + stage.marginY))
  const context = canvas.getContext('2d')
  if (!looksLeft) {
    context.translate(canvas.width, 0)
    context.scale(-1, 1)
  }
  context.scale(size / 101, size / 101)
  const name = spec.subjects.find(({ name: who }) => isPerson(who))
  const body = mix(scale(palette.ambient, 0.2), palette.haze, 0.05)
  const wear = name?.colour ? mix(scale(name.colour, 0.5), body, 0.3) : scale(body, 0.82)
  const rim: Colour = palette.isNight ? [0.62, 0.74, 1] : mix([1, 0.94, 0.86], palette.glow, 0.5)
  const face = new Path2D(FACE)
  face.addPath(new Path2D('M4 101H100V125H4Z'))
  context.fillStyle = css(body)
  fillPath(context, face)
  const neck = new Path2D(
    'M4 101C8 89 22 84 33 80.500C37 78.9 40 80 46 84C54 88 62 82 69 74.600C76 79.6 91 82 97 93L100 101V125H4Z',
  )
  context.fillStyle = css(wear)
  fillPath(context, neck)
  const style =
    name?.name === 'woman'
      ? 'hair' in name.outfit || stage.randomFor('portrait')() < 0.6
        ? 'long'
        : 'bun'
      : name?.name === 'dancer'
        ? 'bun'
        : 'short'
  const hair = new Path2D(HAIR[style])
  if (style === 'long') hair.addPath(new Path2D('M56 100.500H85V125H56Z'))
  context.fillStyle = css(scale(body, 0.58))
  fillPath(context, hair)
  for (const [shape, strength] of [
    [face, 1],
    [hair, 0.5],
  ] as const) {
    context.save()
    context.clip(shape)
    const across = context.createLinearGradient(10, 20, 84, 52)
    across.addColorStop(0, css(rim, 0.95 * strength))
    across.addColorStop(0.3, css(rim, 0.5 * strength))
    across.addColorStop(0.62, css(rim, 0.06))
    across.addColorStop(1, css(rim, 0.22 * strength))
    context.strokeStyle = across
    context.lineJoin = 'round'
    for (const [lineWidth, alpha] of [
      [9, 0.07],
      [6, 0.1],
      [3.6, 0.2],
      [1.5, 0.6],
    ] as const) {
      context.globalAlpha = alpha
      context.lineWidth = lineWidth
      context.stroke(shape)
    }
    context.restore()
  }
  return placed(stage, layerFromCanvas(canvas, left, top), 1)
}
