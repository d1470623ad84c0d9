import { sharp } from '../platform/media/sharp.ts'

/** Types an avatar may have, with the extension of its key. No SVG and no GIF: they can hold programs and films. */
export const avatarTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const
export type AvatarType = keyof typeof avatarTypes

export const maxAvatar_bytes = 5 * 1024 * 1024
const maxPixels = 4096 * 4096
const side_px = 512
const decodeWithin_s = 10

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

/**
 * The picture drawn again: turned upright, at most 512 pixels a side, without metadata and without anything that followed or
 * hid in the file. Undefined when the bytes are no such picture of that type, or one that is too large to decode.
 */
export async function redrawAvatar(bytes: Buffer, content_type: AvatarType): Promise<Buffer | undefined> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    const format = formats[content_type]
    if ((await picture.metadata()).format !== format) return undefined
    return await picture
      .rotate()
      .resize({ width: side_px, height: side_px, fit: 'inside', withoutEnlargement: true })
      .toFormat(format)
      .timeout({ seconds: decodeWithin_s })
      .toBuffer()
  } catch {
    return undefined // sharp throws for everything it can't or won't decode
  }
}
