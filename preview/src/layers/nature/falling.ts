import { createCanvas, Path2D } from '@napi-rs/canvas'
import { fillPath, layerFromCanvas } from '../../canvas.ts'
import { type Colour, css, hex, mix, multiply } from '../../colour.ts'
import type { Painter, Stage } from '../../stage.ts'
import { stamp } from '../../subjects/stamp.ts'

export const createPetals = (stage: Stage) =>
  createFalling(stage, {
    name: 'petals',
    path: 'M10 1C16 3 19 10 16 17Q13 15 10 19Q7 15 4 17C1 10 4 3 10 1Z',
    colours: [hex('fbc4d4'), hex('f7a8c0'), hex('ffe0e8')],
    count: 60,
    size: 0.017,
  })

export const createLeaves = (stage: Stage) =>
  createFalling(stage, {
    name: 'leaves',
    path: 'M10 0C16 5 17 12 10.6 16L11 20H9L9.4 16C3 12 4 5 10 0Z',
    colours: [hex('d8742a'), hex('e0a030'), hex('b8401e')],
    count: 44,
    size: 0.026,
  })

/** Small flat things that turn as they fall across the wind. */
function createFalling(
  stage: Stage,
  {
    name,
    path,
    colours,
    count,
    size,
  }: { name: string; path: string; colours: readonly [Colour, ...Colour[]]; count: number; size: number },
): Painter {
  const { unit, width, height, palette } = stage
  const random = stage.randomFor(name)
  const light = mix(palette.ambient, palette.light, 0.6)
  const sprites = colours.map((colour) => {
    const pixels = Math.max(6, Math.ceil(unit * size * 1.3))
    const canvas = createCanvas(pixels, pixels)
    const context = canvas.getContext('2d')
    context.scale(pixels / 20, pixels / 20)
    context.fillStyle = css(multiply(colour, light))
    fillPath(context, new Path2D(path))
    return layerFromCanvas(canvas)
  })
  const flakes = Array.from({ length: count }, (_, i) => ({
    x: random(),
    y: random(),
    near: random() ** 1.5,
    phase: random() * 6.3,
    sprite: sprites[i % sprites.length]!,
  }))
  return {
    paint(picture, { t_s, view }) {
      for (const { x, y, near, phase, sprite } of flakes) {
        const [wayX, wayY] = [width * 1.1, height * 1.1]
        const fx =
          x * wayX +
          t_s * unit * (0.03 + near * 0.05) +
          Math.sin(t_s * 1.2 + phase) * unit * 0.03 -
          view.truck_px * near
        const fy = y * wayY + t_s * unit * (0.05 + near * 0.09)
        const scaleBy = 0.4 + near * 0.75
        stamp(picture, sprite, {
          x: fx - Math.floor(fx / wayX) * wayX - width * 0.05,
          y: fy - Math.floor(fy / wayY) * wayY - height * 0.05,
          scaleX: scaleBy * (0.25 + 0.75 * Math.abs(Math.cos(t_s * 1.9 + phase))),
          scaleY: scaleBy,
          angle: phase + t_s * (phase > 3 ? 0.9 : -0.9),
        })
      }
    },
  }
}
