import { readFileSync } from 'node:fs'
import { createCanvas, Image } from '@napi-rs/canvas'
import { layerFromCanvas } from '../canvas.ts'
import type { SubjectSpec } from '../prompt/scene.ts'
import type { Layer } from '../picture.ts'
import type { SubjectKind } from './catalogue.ts'
import { drawSubject } from './drawn.ts'
import { recolour } from './light.ts'

let icons: Record<string, string> | undefined

function iconBody(name: string): string {
  // Written by scripts/build-sprites.mjs; read only by threads that show an icon.
  icons ??= JSON.parse(readFileSync(new URL('./sprites.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >
  return icons[name] ?? ''
}

/** A subject as flat colours, `height` pixels high, looking left if it looks anywhere. */
export function createSprite(
  { name, colour, outfit }: SubjectSpec,
  kind: SubjectKind,
  height: number,
): Layer {
  const size = Math.max(8, Math.ceil(height))
  if (kind.icon === null) return drawSubject(name, size, colour, outfit)
  const canvas = createCanvas(size + 4, size + 4)
  const context = canvas.getContext('2d')
  if (kind.faces === 'right') {
    context.translate(canvas.width, 0)
    context.scale(-1, 1)
  }
  const image = new Image()
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="${size}" height="${size}">`
  image.src = Buffer.from(`${head}${iconBody(kind.icon)}</svg>`)
  context.drawImage(image, 2, 2, size, size)
  const layer = layerFromCanvas(canvas)
  const paint = colour ?? kind.tint
  if (paint) recolour(layer, paint)
  return layer
}

/** Where the shape's lowest solid row is, in parts of the sprite's height from its middle: what it stands on. */
export function footOf({ width, height, rgba }: Layer): number {
  for (let y = height - 1; y > 0; y--) {
    for (let x = 0; x < width; x++) if (rgba[(y * width + x) * 4 + 3]! > 0.4) return (y + 1) / height - 0.5
  }
  return 0.5
}
