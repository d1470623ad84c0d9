import { constants, setPriority } from 'node:os'
import { sharp } from './sharp.ts'

// A child process that redraws pictures one after the other. It loads no settings and no database.

export type PictureFormat = 'png' | 'jpeg' | 'webp'

/** How to redraw a picture. */
export interface DrawOrder {
  /** Accepted formats; nothing else is decoded. */
  formats: readonly PictureFormat[]
  /** Largest width times height to decode. */
  max_pixels: number
  /** Scales a larger picture into this square, or covers exactly this size and crops evenly. */
  size: { max_side_px: number } | { width_px: number; height_px: number }
  format: PictureFormat
  /** Fills transparency with black. */
  is_opaque: boolean
}

export interface DrawJob extends DrawOrder {
  source_path: string
  target_path: string
}

export interface Drawn {
  width_px: number
  height_px: number
}

export type DrawAnswer =
  /** Null when the file is no such picture. */
  | { drawn: Drawn | null }
  /** The result could not be written; the picture is not at fault. */
  | { failed: string }

const decodeWithin_s = 20
/** Write errors: no space. */
const unwritten = /No space left|quota exceeded/i

// Requests come before pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the parent ends this process
process.on('message', (job: DrawJob) => {
  void draw(job).then((answer) => process.connected && process.send!(answer))
})

async function draw(job: DrawJob): Promise<DrawAnswer> {
  try {
    const picture = sharp(job.source_path, { limitInputPixels: job.max_pixels, failOn: 'error', pages: 1 })
    if (!(job.formats as readonly string[]).includes((await picture.metadata()).format))
      return { drawn: null }
    const { size } = job
    const upright = picture
      .rotate()
      .resize(
        'max_side_px' in size
          ? { width: size.max_side_px, height: size.max_side_px, fit: 'inside', withoutEnlargement: true }
          : { width: size.width_px, height: size.height_px, fit: 'cover', kernel: 'lanczos3' },
      )
    const opaque = job.is_opaque ? upright.flatten({ background: '#000000' }) : upright
    const { width, height } = await opaque
      .toColourspace('srgb')
      .toFormat(job.format, job.format === 'png' ? { compressionLevel: 6 } : {})
      .timeout({ seconds: decodeWithin_s })
      .toFile(job.target_path)
    return { drawn: { width_px: width, height_px: height } }
  } catch (error) {
    // sharp throws for anything it can't or won't decode
    return unwritten.test(String(error)) ? { failed: String(error) } : { drawn: null }
  }
}
