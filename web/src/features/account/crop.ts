/** A square of a picture: how far it is zoomed in, and how far its middle lies from the square's, in sides of the square. */
export interface Crop {
  zoom: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const maxZoom = 5
export const middle: Crop = { zoom: 1, x: 0, y: 0 }

/** Keeps the square full of picture. */
export function within(crop: Crop, size: Size): Crop {
  const zoom = Math.min(maxZoom, Math.max(1, crop.zoom))
  const short = Math.min(size.width, size.height)
  const limit = (side: number): number => Math.max(0, ((side / short) * zoom - 1) / 2)
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value))
  return { zoom, x: clamp(crop.x, limit(size.width)), y: clamp(crop.y, limit(size.height)) }
}

/** Zooms while the point at `at` (from the square's middle, in its sides) stays where it is. */
export function zoomAt(crop: Crop, zoom: number, size: Size, at = { x: 0, y: 0 }): Crop {
  const bounded = Math.min(maxZoom, Math.max(1, zoom))
  const ratio = bounded / crop.zoom
  return within({ zoom: bounded, x: at.x + (crop.x - at.x) * ratio, y: at.y + (crop.y - at.y) * ratio }, size)
}

/** Where to draw the whole picture so that the square shows its part: a rectangle in sides of the square. */
export function placed({ zoom, x, y }: Crop, { width, height }: Size) {
  const short = Math.min(width, height)
  const [w, h] = [(width / short) * zoom, (height / short) * zoom]
  return { left: 0.5 + x - w / 2, top: 0.5 + y - h / 2, width: w, height: h }
}

const side_px = 512

/** The part as a picture of its own. */
export async function cut(picture: HTMLImageElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = side_px
  canvas.height = side_px
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const { left, top, width, height } = placed(crop, size)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left * side_px, top * side_px, width * side_px, height * side_px)
  // Browsers that can't write WebP write PNG, which is as good.
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large to be drawn.'))),
      'image/webp',
      0.92,
    ),
  )
}
