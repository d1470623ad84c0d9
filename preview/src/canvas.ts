import type { Canvas, Path2D, SKRSContext2D } from '@napi-rs/canvas'
import { createLayer, type Layer } from './picture.ts'

/** What was drawn on a canvas, as a layer. */
export function layerFromCanvas(canvas: Canvas, left = 0, top = 0): Layer {
  const { width, height } = canvas
  const bytes = canvas.getContext('2d').getImageData(0, 0, width, height).data
  const layer = createLayer(width, height, left, top)
  for (let i = 0; i < bytes.length; i += 4) {
    const alpha = bytes[i + 3]! / 255
    layer.rgba[i] = (bytes[i]! / 255) * alpha
    layer.rgba[i + 1] = (bytes[i + 1]! / 255) * alpha
    layer.rgba[i + 2] = (bytes[i + 2]! / 255) * alpha
    layer.rgba[i + 3] = alpha
  }
  return layer
}

/** Fills a path with the context's present colour. */
export function fillPath(context: SKRSContext2D, path: Path2D): void {
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(path)
}
