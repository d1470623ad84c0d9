import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { layerFromCanvas } from './canvas.ts'
import { checkPicture, UnusablePicture } from './image-header.ts'
import type { Layer, Picture } from './picture.ts'
import { between } from './random.ts'
import type { Painter, Stage } from './stage.ts'
import { createWeather } from './weather.ts'

/** The picture is drawn this much larger than the frame, so that the camera has room. */
const ROOM = 1.16

/**
 * A film from one picture: cut to the frame's shape, then a slow camera over it, the lower part nearer than the upper,
 * and the weather of the prompt in front.
 */
export async function composeStill(stage: Stage, bytes: Uint8Array): Promise<Painter[]> {
  checkPicture(bytes)
  const image = await decode(bytes)
  const { width, height } = stage
  const canvas = createCanvas(Math.ceil(width * ROOM), Math.ceil(height * ROOM))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const cover = Math.max(canvas.width / image.width, canvas.height / image.height)
  const [w, h] = [image.width * cover, image.height * cover]
  context.drawImage(image, (canvas.width - w) / 2, (canvas.height - h) / 2, w, h)
  const layer = layerFromCanvas(canvas)
  const random = stage.randomFor('still')
  const angle = random() * Math.PI * 2
  const drift = between(random, 0.45, 0.8)
  const [spareX, spareY] = [canvas.width - width, canvas.height - height]
  return [
    {
      paint(picture, { progress, view }) {
        const t = progress * progress * (3 - 2 * progress) * 0.3 + progress * 0.7 - 0.5
        const moving = Math.abs(view.truck_px) + Math.abs(view.tilt_px) > 0 ? 0.15 : 1
        const zoom = 1 + Math.min(0.16, (view.zoom - 1) * 0.7)
        const dx =
          Math.cos(angle) * drift * t * 0.5 * spareX * moving + bound(view.truck_px * 0.5, spareX * 0.45)
        const dy =
          Math.sin(angle) * drift * t * 0.4 * spareY * moving - bound(view.tilt_px * 0.5, spareY * 0.45)
        const x = width / 2 - (canvas.width / 2 + dx) * zoom
        const y = height / 2 - (canvas.height / 2 + dy) * zoom
        layWithDepth(picture, layer, { x, y, zoom, dx })
      },
    },
    ...createWeather(stage),
  ]
}

/** How much more the lowest row moves than the middle one, and how much less the highest. */
const DEPTH = 0.45

/** Fills the picture from a larger one. What is low in a picture is mostly near, so it moves and grows more. */
function layWithDepth(
  { width, height, rgb }: Picture,
  { width: wide, height: high, rgba }: Layer,
  { x, y, zoom, dx }: { x: number; y: number; zoom: number; dx: number },
): void {
  for (let row = 0; row < height; row++) {
    const near = (row / height - 0.5) * 2 * DEPTH
    const rowZoom = zoom * (1 + (zoom - 1) * near)
    const left = width / 2 - (width / 2 - x) * (rowZoom / zoom) - dx * near * rowZoom
    const sy = Math.min(Math.max((row - y) / zoom, 0), high - 1.001)
    const y0 = Math.floor(sy)
    const fy = sy - y0
    for (let column = 0, out = row * width * 3; column < width; column++, out += 3) {
      const sx = Math.min(Math.max((column - left) / rowZoom, 0), wide - 1.001)
      const x0 = sx | 0
      const fx = sx - x0
      const a = (y0 * wide + x0) * 4
      const b = a + wide * 4
      for (let c = 0; c < 3; c++) {
        const above = rgba[a + c]! + (rgba[a + 4 + c]! - rgba[a + c]!) * fx
        const below = rgba[b + c]! + (rgba[b + 4 + c]! - rgba[b + c]!) * fx
        rgb[out + c] = above + (below - above) * fy
      }
    }
  }
}

function bound(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value))
}

async function decode(bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(bytes)
  } catch (cause) {
    throw new UnusablePicture('The image cannot be decoded.', { cause })
  }
}
