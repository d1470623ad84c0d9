import type { DrawOrder } from '../platform/pictures/pictures.ts'

/** Types an avatar may have, with the extension of its key. No SVG and no GIF: they can hold programs and films. */
export const avatarTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const
export type AvatarType = keyof typeof avatarTypes

export const maxAvatar_bytes = 5 * 1024 * 1024
const maxPixels = 4096 * 4096
const side_px = 512

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

/**
 * A picture of that type drawn again as one: turned upright, at most 512 pixels a side, without metadata and without anything
 * that followed or hid in the file.
 */
export function redrawingAvatar(content_type: AvatarType): DrawOrder {
  const format = formats[content_type]
  return {
    formats: [format],
    max_pixels: maxPixels,
    size: { max_side_px: side_px },
    format,
    is_opaque: false,
  }
}
