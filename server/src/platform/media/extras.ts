import { join } from 'node:path'
import type { VideoFacts } from './probe.ts'
import { findProgram, run } from './run.ts'

/** Pictures and a short clip that show what is in a video. */
export interface Extras {
  /** Paths of a webp, an mp4 without sound and a webp. */
  poster: string
  preview: string
  sprite: string
  sheet: SpriteSheet
}

/** How to cut a sprite sheet: cells of one size, row by row; the last row may end early. */
export interface SpriteSheet {
  columns: number
  rows: number
  /** Of one cell. */
  width_px: number
  height_px: number
  /** How much of the video a cell stands for. */
  seconds_each: number
}

type Shape = Pick<VideoFacts, 'width_px' | 'height_px' | 'frames' | 'duration_s'>

/** Longest sides. A preview plays in a list, a cell shows above a finger. */
const posterSide_px = 1280
const previewSide_px = 320
const cellSide_px = 160
const preview_s = 3
const previewRate_fps = 15
const cells = 10
const columns = 5
/** Among so many frames the poster is chosen; they are held in memory. */
const candidates = 16

/**
 * Makes all three while decoding once. The poster is the frame that is most like all others, so that neither a black
 * beginning nor a flash is taken; the preview is the middle of the video.
 * @throws {ProcessError} also when it takes longer than `timeout_ms`.
 */
export async function makeExtras(
  video: string,
  shape: Shape,
  folder: string,
  options: {
    /** Tags of the preview, on the command line: nothing secret. */
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
  const picture = (quality: number) => ['-frames:v', '1', '-c:v', 'libwebp', '-quality', `${quality}`, '-f', 'webp']
  const clip = ['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-pix_fmt', 'yuv420p']
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact']
  const args = [
    ...['-nostdin', '-v', 'error', '-y', '-protocol_whitelist', 'file', '-i', `file:${video}`],
    ...['-filter_complex', filters(shape, sheet)],
    ...['-map', '[poster]', ...plain, ...picture(80), `file:${poster}`],
    ...['-map', '[preview]', ...plain, ...clip, ...tags],
    ...['-movflags', '+faststart+use_metadata_tags', '-f', 'mp4', `file:${preview}`],
    ...['-map', '[sprite]', ...plain, ...picture(70), `file:${sprite}`],
  ]
  await run(findProgram('ffmpeg', options.ffmpeg_path), args, options)
  return { poster, preview, sprite, sheet }
}

function filters(shape: Shape, sheet: SpriteSheet): string {
  const every = Math.ceil(shape.frames / candidates)
  const count = cellCount(shape)
  const shown = Array.from({ length: count }, (_, i) => `eq(n,${Math.floor(((i + 0.5) * shape.frames) / count)})`)
  const start_s = Math.max(0, (shape.duration_s - preview_s) / 2)
  const poster = fit(shape, posterSide_px)
  const preview = fit(shape, previewSide_px)
  return [
    '[0:v:0]split=3[a][b][c]',
    `[a]select='not(mod(n,${every}))',scale=${poster.width_px}:${poster.height_px},thumbnail=${candidates}[poster]`,
    `[b]trim=start=${start_s.toFixed(3)}:duration=${preview_s},setpts=PTS-STARTPTS,fps=${previewRate_fps},scale=${preview.width_px}:${preview.height_px}[preview]`,
    `[c]select='${shown.join('+')}',scale=${sheet.width_px}:${sheet.height_px},tile=${sheet.columns}x${sheet.rows}:nb_frames=${count}[sprite]`,
  ].join(';')
}

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
