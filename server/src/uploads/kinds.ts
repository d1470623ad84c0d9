import { takeSound } from '../platform/media/sound.ts'
import type { AdmittedPicture } from '../platform/pictures/pictures.ts'
import { maxPicture_bytes, minSide_px, pictureExtensions, redrawing } from './picture.ts'
import { maxSound_bytes, maxSound_s, minSound_s, soundExtensions } from './sound.ts'

/** What kinds of uploads differ in. `Facts` are those of the stored file. */
export interface Kind<Facts> {
  name: 'picture' | 'sound'
  /** Accepted types, and the extension of each in storage. */
  extensions: Readonly<Record<string, string>>
  max_bytes: number
  /** Of the stored file. */
  stored: { extension: string; content_type: string }
  /** What a submission may be told of a file that is none. */
  refusal: string
  /** Of a row, once the file was checked. */
  factsOf(row: Row): Facts | undefined
  /** Makes our own file of what came. Undefined when it is none, a sentence when it is one that we don't take. */
  remake(
    admitted: AdmittedPicture,
    tools: { ffmpeg_path: string | undefined },
  ): Promise<{ path: string; facts: Facts } | string | undefined>
}

interface Row {
  width_px: number | null
  height_px: number | null
  duration_ms: number | null
}

export const picture: Kind<{ width_px: number; height_px: number }> = {
  name: 'picture',
  extensions: pictureExtensions,
  max_bytes: maxPicture_bytes,
  stored: { extension: 'png', content_type: 'image/png' },
  refusal: 'This is no PNG, JPEG or WebP picture of 64 to 8192 pixels a side',
  factsOf: ({ width_px, height_px }) =>
    width_px === null || height_px === null ? undefined : { width_px, height_px },
  async remake(admitted) {
    const drawn = await admitted.draw(redrawing)
    if (!drawn || Math.min(drawn.width_px, drawn.height_px) < minSide_px) return undefined
    const { path, ...facts } = drawn
    return { path, facts }
  },
}

export const sound: Kind<{ duration_ms: number }> = {
  name: 'sound',
  extensions: soundExtensions,
  max_bytes: maxSound_bytes,
  stored: { extension: 'flac', content_type: 'audio/flac' },
  refusal: 'This is no sound that can be read: WAV, MP3, M4A, AAC, FLAC or Ogg',
  factsOf: ({ duration_ms }) => (duration_ms === null ? undefined : { duration_ms }),
  remake: (admitted, { ffmpeg_path }) =>
    admitted.inTurn(async ({ source_path, target_path }) => {
      // One second more tells a sound that is too long.
      const tools = { signal: new AbortController().signal, ffmpeg_path }
      const duration_s = await takeSound(source_path, target_path, maxSound_s + 1, tools)
      if (duration_s === undefined || duration_s < minSound_s) return undefined
      if (duration_s > maxSound_s) return `This sound is longer than ${maxSound_s} seconds`
      return { path: target_path, facts: { duration_ms: Math.round(duration_s * 1000) } }
    }),
}
