import type { DrawOrder } from '../platform/pictures/pictures.ts'

/** Accepted types, and the extension of each in storage. No SVG, which holds scripts, and no GIF, which holds films. */
export const pictureExtensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const
export type PictureType = keyof typeof pictureExtensions
export const pictureTypes = Object.keys(pictureExtensions) as [PictureType, ...PictureType[]]

export const maxPicture_bytes = 20 * 1024 * 1024
/** Longer sides are scaled down to this: no model takes more. */
const maxSide_px = 4096
export const minSide_px = 64
const maxPixels = 8192 * 8192

/** Redraws a user's picture as a PNG: upright, in sRGB, without metadata or anything hidden in or behind the image. */
export const redrawing: DrawOrder = {
  formats: ['png', 'jpeg', 'webp'],
  max_pixels: maxPixels,
  size: { max_side_px: maxSide_px },
  format: 'png',
  is_opaque: true,
}

/** Redraws a stored picture as a frame of this size: scaled to cover it and cropped evenly. */
export function framing(size: { width_px: number; height_px: number }): DrawOrder {
  return { ...redrawing, formats: ['png'], size }
}
