import { constants, setPriority } from 'node:os'
import { sharp } from './sharp.ts'

// A process that draws pictures again, one after the other. It has nothing of ours in it: no settings, no database.

export type PictureFormat = 'png' | 'jpeg' | 'webp'

/** What a picture is to become. */
export interface DrawOrder {
  /** What it may be: nothing else is decoded. */
  formats: readonly PictureFormat[]
  /** Width times height that is decoded at most. */
  max_pixels: number
  /** Fits it into a square of this side, where it is larger, or makes it exactly so large, cutting evenly what sticks out. */
  size: { max_side_px: number } | { width_px: number; height_px: number }
  format: PictureFormat
  /** Black behind what is transparent. */
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
  /** Null: the file is no such picture. */
  | { drawn: Drawn | null }
  /** The picture may be right: it could not be written. */
  | { failed: string }

const decodeWithin_s = 20
/** What the picture is not to blame for: there is no room. */
const unwritten = /No space left|quota exceeded/i

// Pictures wait for people, not people for pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the parent says when to end
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
    // sharp throws for everything it can't or won't decode
    return unwritten.test(String(error)) ? { failed: String(error) } : { drawn: null }
  }
}
