import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mostTelling } from './most-telling.ts'
import type { VideoFacts } from './probe.ts'
import { findProgram, run } from './run.ts'

/** Poster, preview clip and sprite sheet of a video. */
export interface Extras {
  /** Paths: a webp, a silent mp4 and a webp. */
  poster: string
  preview: string
  sprite: string
  sheet: SpriteSheet
}

/** Layout of a sprite sheet: cells of one size, row by row; the last row may be short. */
export interface SpriteSheet {
  columns: number
  rows: number
  /** Of one cell. */
  width_px: number
  height_px: number
  /** Seconds of video per cell. */
  seconds_each: number
}

type Shape = Pick<VideoFacts, 'width_px' | 'height_px' | 'frames' | 'duration_s'>

/** Longest sides. A preview plays in a list; a cell shows above the cursor. */
const posterSide_px = 1280
const previewSide_px = 320
const cellSide_px = 160
const preview_s = 3
const previewRate_fps = 15
const cells = 10
const columns = 5
/** The poster is chosen from this many frames, small and grey. */
const candidates = 16
const [candidateWidth_px, candidateHeight_px] = [32, 18]

/**
 * Makes all three. Decodes the whole video once, then seeks the poster, which is known only by then. The preview is the
 * middle of the video. @throws {ProcessError} also after `timeout_ms`.
 */
export async function makeExtras(
  video: string,
  shape: Shape,
  folder: string,
  options: {
    /** Tags of the preview. They stand on a command line, so nothing secret. */
    tags: Readonly<Record<string, string>>
    ffmpeg_path?: string | undefined
    signal: AbortSignal
    timeout_ms: number
  },
): Promise<Extras> {
  const sheet = sheetOf(shape)
  const [poster, preview, sprite] = ['poster.webp', 'preview.mp4', 'sprite.webp'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const tags = Object.entries(options.tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
  const picture = (quality: number) => [
    '-frames:v',
    '1',
    '-c:v',
    'libwebp',
    '-quality',
    `${quality}`,
    '-f',
    'webp',
  ]
  const clip = ['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-pix_fmt', 'yuv420p']
  const candidatesFile = join(folder, 'candidates.gray')
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact']
  const ffmpeg = findProgram('ffmpeg', options.ffmpeg_path)
  const always = ['-nostdin', '-v', 'error', '-y', '-protocol_whitelist', 'file']
  const input = ['-i', `file:${video}`, '-filter_complex', filters(shape, sheet)]
  const toCandidates = [
    '-map',
    '[candidates]',
    '-vsync',
    'passthrough',
    '-f',
    'rawvideo',
    `file:${candidatesFile}`,
  ]
  const asMp4 = ['-movflags', '+faststart+use_metadata_tags', '-f', 'mp4']
  const toPreview = ['-map', '[preview]', ...plain, ...clip, ...tags, ...asMp4, `file:${preview}`]
  const toSprite = ['-map', '[sprite]', ...plain, ...picture(70), `file:${sprite}`]
  const until = performance.now() + options.timeout_ms
  await run(ffmpeg, [...always, ...input, ...toCandidates, ...toPreview, ...toSprite], options)

  const chosen = mostTelling(await readFile(candidatesFile), candidateWidth_px, candidateHeight_px)
  const fps = shape.frames / shape.duration_s
  const at_s = Math.max(0, (chosen * candidateStep(shape) - 0.5) / fps)
  const { width_px, height_px } = fit(shape, posterSide_px)
  const seek = [...always, '-ss', at_s.toFixed(3), '-i', `file:${video}`, '-map', '0:v:0']
  const scale = ['-vf', `scale=${width_px}:${height_px}`]
  await run(ffmpeg, [...seek, ...scale, ...plain, ...picture(80), `file:${poster}`], {
    signal: options.signal,
    timeout_ms: Math.max(1, Math.ceil(until - performance.now())),
  })
  return { poster, preview, sprite, sheet }
}

function filters(shape: Shape, sheet: SpriteSheet): string {
  const count = cellCount(shape)
  const shown = Array.from(
    { length: count },
    (_, i) => `eq(n,${Math.floor(((i + 0.5) * shape.frames) / count)})`,
  )
  const start_s = Math.max(0, (shape.duration_s - preview_s) / 2)
  const preview = fit(shape, previewSide_px)
  return [
    '[0:v:0]split=3[a][b][c]',
    `[a]select='not(mod(n,${candidateStep(shape)}))',scale=${candidateWidth_px}:${candidateHeight_px},format=gray[candidates]`,
    // The rate comes first: after `trim` it would run to the end of the video.
    `[b]fps=${previewRate_fps},trim=start=${start_s.toFixed(3)}:duration=${preview_s},setpts=PTS-STARTPTS,scale=${preview.width_px}:${preview.height_px}[preview]`,
    `[c]select='${shown.join('+')}',scale=${sheet.width_px}:${sheet.height_px},tile=${sheet.columns}x${sheet.rows}:nb_frames=${count}[sprite]`,
  ].join(';')
}

const candidateStep = ({ frames }: Shape): number => Math.ceil(frames / candidates)

const cellCount = ({ frames }: Shape): number => Math.max(1, Math.min(cells, frames))

function sheetOf(shape: Shape): SpriteSheet {
  const count = cellCount(shape)
  return {
    ...fit(shape, cellSide_px),
    columns: Math.min(columns, count),
    rows: Math.ceil(count / columns),
    seconds_each: Math.round((shape.duration_s / count) * 1000) / 1000,
  }
}

/** The largest even size within a square, never larger than the video. */
function fit({ width_px, height_px }: Shape, side_px: number): { width_px: number; height_px: number } {
  const scale = Math.min(1, side_px / Math.max(width_px, height_px))
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
  return { width_px: even(width_px), height_px: even(height_px) }
}
