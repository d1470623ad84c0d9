import { sharp } from '../platform/media/sharp.ts'

/** Types of pictures that are taken. No SVG and no GIF: they can hold programs and films. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export const maxPicture_bytes = 20 * 1024 * 1024
/** Larger sides are scaled down to it: no model takes more. */
const maxSide_px = 4096
const minSide_px = 64
const maxPixels = 8192 * 8192
const decodeWithin_s = 20

const formats: readonly string[] = ['png', 'jpeg', 'webp']

export interface Picture {
  /** A PNG file without metadata. */
  bytes: Buffer
  width_px: number
  height_px: number
}

// One after the other: a picture of 64 million pixels takes 256 MB while it is decoded.
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => {})
  return done
}

/**
 * A picture that somebody sent, drawn again: upright, in sRGB, without metadata and without anything that followed or hid in
 * the file. Undefined when the bytes are no PNG, JPEG or WebP picture of at least 64 pixels a side, or too large to decode.
 */
export function redraw(bytes: Buffer): Promise<Picture | undefined> {
  return inTurn(async () => {
    try {
      const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      if (!formats.includes((await picture.metadata()).format)) return undefined
      const { data, info } = await picture
        .rotate()
        .resize({ width: maxSide_px, height: maxSide_px, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#000000' })
        .toColourspace('srgb')
        .png({ compressionLevel: 6 })
        .timeout({ seconds: decodeWithin_s })
        .toBuffer({ resolveWithObject: true })
      if (Math.min(info.width, info.height) < minSide_px) return undefined
      return { bytes: data, width_px: info.width, height_px: info.height }
    } catch {
      return undefined // sharp throws for everything it can't or won't decode
    }
  })
}

/** One of our own pictures as a frame of exactly this size: scaled to cover it, and cut evenly at the sides that stick out. */
export function fitFrame(
  bytes: Buffer,
  { width_px, height_px }: { width_px: number; height_px: number },
): Promise<Buffer> {
  return inTurn(() =>
    sharp(bytes, { limitInputPixels: maxPixels })
      .resize({ width: width_px, height: height_px, fit: 'cover', position: 'centre', kernel: 'lanczos3' })
      .png({ compressionLevel: 6 })
      .timeout({ seconds: decodeWithin_s })
      .toBuffer(),
  )
}
