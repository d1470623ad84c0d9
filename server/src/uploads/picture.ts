import type { DrawOrder } from '../platform/pictures/pictures.ts'

/** Types of pictures that are taken. No SVG and no GIF: they can hold programs and films. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export const maxPicture_bytes = 20 * 1024 * 1024
/** Larger sides are scaled down to it: no model takes more. */
const maxSide_px = 4096
export const minSide_px = 64
const maxPixels = 8192 * 8192

/**
 * A picture that somebody sent, drawn again as a PNG: upright, in sRGB, without metadata and without anything that followed
 * or hid in the file.
 */
export const redrawing: DrawOrder = {
  formats: ['png', 'jpeg', 'webp'],
  max_pixels: maxPixels,
  size: { max_side_px: maxSide_px },
  format: 'png',
  is_opaque: true,
}

/** One of our own pictures as a frame of exactly this size: scaled to cover it, and cut evenly at the sides that stick out. */
export function framing(size: { width_px: number; height_px: number }): DrawOrder {
  return { ...redrawing, formats: ['png'], size }
}
