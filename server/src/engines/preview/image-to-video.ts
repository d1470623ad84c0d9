import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { EngineError } from '../engines.ts'
import { layerFromCanvas } from './canvas.ts'
import { checkImageHeader } from './image-header.ts'
import { layOver } from './picture.ts'
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
  checkImageHeader(bytes)
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
        layOver(picture, layer, x, y, zoom)
      },
    },
    ...createWeather(stage),
  ]
}

function bound(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value))
}

async function decode(bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(bytes)
  } catch (cause) {
    throw new EngineError('invalid_image', 'The image cannot be decoded.', { fault: 'request', cause })
  }
}
