/** More pixels than any input we make a video from needs; a decoder would take 4 bytes for each of them. */
const MAX_PIXELS = 40_000_000

export interface ImageSize {
  width_px: number
  height_px: number
}

/** The picture that a film is to begin with cannot be used; `message` is for whoever sent it. */
export class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture'
}

/**
 * The size an image claims, read from its header before anything is decoded.
 * @throws {UnusablePicture} for what is no PNG, JPEG or WebP, or has too many pixels.
 */
export function checkPicture(bytes: Uint8Array): ImageSize {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = pngSize(data) ?? jpegSize(data) ?? webpSize(data)
  if (!size || size.width_px < 1 || size.height_px < 1) {
    throw new UnusablePicture('The image is no readable PNG, JPEG or WebP file.')
  }
  if (size.width_px * size.height_px > MAX_PIXELS) {
    throw new UnusablePicture(`The image has more than ${MAX_PIXELS / 1e6} million pixels.`)
  }
  return size
}

function pngSize(data: Buffer): ImageSize | undefined {
  if (data.length < 24 || data.readUInt32BE(0) !== 0x89504e47 || data.toString('latin1', 12, 16) !== 'IHDR')
    return undefined
  return { width_px: data.readUInt32BE(16), height_px: data.readUInt32BE(20) }
}

function jpegSize(data: Buffer): ImageSize | undefined {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8) return undefined
  let offset = 2
  while (offset + 9 < data.length) {
    if (data[offset] !== 0xff) return undefined
    const marker = data.readUInt8(offset + 1)
    if (marker === 0xff) {
      offset += 1 // a fill byte
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height_px: data.readUInt16BE(offset + 5), width_px: data.readUInt16BE(offset + 7) }
    offset += 2 + data.readUInt16BE(offset + 2)
  }
  return undefined
}

function webpSize(data: Buffer): ImageSize | undefined {
  if (
    data.length < 30 ||
    data.toString('latin1', 0, 4) !== 'RIFF' ||
    data.toString('latin1', 8, 12) !== 'WEBP'
  )
    return undefined
  const kind = data.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width_px: data.readUIntLE(24, 3) + 1, height_px: data.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8L') {
    const bits = data.readUInt32LE(21)
    return { width_px: (bits & 0x3fff) + 1, height_px: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ')
    return { width_px: data.readUInt16LE(26) & 0x3fff, height_px: data.readUInt16LE(28) & 0x3fff }
  return undefined
}
