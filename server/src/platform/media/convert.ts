import type { VideoFacts } from './probe.ts'
import { containers } from './remux.ts'
import { findProgram, ProcessError, run } from './run.ts'
import { x264 } from './x264.ts'

/** For a minute of video in 1080p on one slow core. */
const convertLimit_ms = 900_000
const decodeSoundLimit_ms = 60_000

/** 8 bits with halved colours: what players decode everywhere; `yuvj420p` is the same with the full range. */
const widespread = new Set(['yuv420p', 'yuvj420p'])

const maxRate_hz = 48_000
/** Players show the last frame meanwhile; more looks like a film that hangs. */
const maxLonger_s = 0.25

/** Whether every browser plays this picture from an mp4. */
export function picturePlaysAnywhere({ codec, pix_fmt }: Pick<VideoFacts, 'codec' | 'pix_fmt'>): boolean {
  return codec === 'h264' && widespread.has(pix_fmt)
}

/**
 * Whether every browser plays this sound from an mp4, and it ends with the picture. Sound of other codecs than AAC is rare, so
 * only that is passed on.
 */
export function soundPlaysAnywhere({ sound, duration_s }: Pick<VideoFacts, 'sound' | 'duration_s'>): boolean {
  if (!sound) return true
  const { codec, channels, rate_hz, end_s } = sound
  const isPlain = codec === 'aac' && channels >= 1 && channels <= 2 && rate_hz <= maxRate_hz
  return isPlain && end_s <= duration_s + maxLonger_s
}

interface Tools {
  signal: AbortSignal
  ffmpeg_path?: string | undefined
}

/** Whether the first sound can be decoded to its end without a fault, so that no player stumbles over it. */
export async function soundIsWhole(path: string, { signal, ffmpeg_path }: Tools): Promise<boolean> {
  const strict = ['-nostdin', '-v', 'error', '-xerror', '-err_detect', 'explode']
  const sound = [...readFrom(path), '-map', '0:a:0', '-f', 'null', '-']
  try {
    await run(findProgram('ffmpeg', ffmpeg_path), [...strict, ...sound], {
      signal,
      timeout_ms: decodeSoundLimit_ms,
    })
    return true
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code === 'missing') throw error
    return false
  }
}

export interface Conversion {
  picture: 'copy' | 'encode'
  sound: 'copy' | 'encode' | 'leave out'
  /** Encoded sound that is longer is cut here. */
  duration_s: number
}

/**
 * Writes a video as an mp4 without tags. Pictures are encoded as H.264, with each frame at its own time; an odd size loses a row or
 * a column, which H.264 can't hold. Sound is encoded as AAC in stereo at 48 kHz, with silence where it begins late or has gaps.
 * @throws {ProcessError} `failed` for a file that can't be decoded.
 */
export async function convert(
  source: string,
  target: string,
  { picture, sound, duration_s }: Conversion,
  { signal, ffmpeg_path }: Tools,
): Promise<void> {
  const pictureArgs = {
    copy: ['-c:v', 'copy'],
    encode: ['-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2', '-fps_mode', 'passthrough', ...x264],
  }
  const inTime = `aresample=${maxRate_hz}:async=1:first_pts=0,atrim=end=${duration_s}`
  const soundArgs = {
    copy: ['-map', '0:a:0', '-c:a', 'copy'],
    encode: ['-map', '0:a:0', '-af', inTime, '-ac', '2', '-c:a', 'aac', '-b:a', '192k'],
    'leave out': [],
  }
  await run(
    findProgram('ffmpeg', ffmpeg_path),
    [
      ['-nostdin', '-v', 'error', '-y', ...readFrom(source)],
      ['-map', '0:v:0', ...pictureArgs[picture], ...soundArgs[sound]],
      ['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', `file:${target}`],
    ].flat(),
    { signal, timeout_ms: convertLimit_ms },
  )
}

function readFrom(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', containers, '-i', `file:${path}`]
}
