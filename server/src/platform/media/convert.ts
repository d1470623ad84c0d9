import type { VideoFacts } from './probe.ts'
import { containers } from './remux.ts'
import { findProgram, run } from './run.ts'
import { x264 } from './x264.ts'

/** For a minute of video in 1080p on one slow core. */
const convertLimit_ms = 900_000

/** 8 bits with halved colours: what players decode everywhere; `yuvj420p` is the same with the full range. */
const widespread = new Set(['yuv420p', 'yuvj420p'])

/** Whether every browser plays this picture and sound from an mp4. Sound of others is rare, so only AAC is passed on. */
export function playsAnywhere({ codec, pix_fmt, audio_codec }: VideoFacts): boolean {
  return codec === 'h264' && widespread.has(pix_fmt) && (audio_codec === null || audio_codec === 'aac')
}

/**
 * Encodes a video again as H.264 and AAC in an mp4, with each frame at its own time and without tags. An odd size loses a row or
 * a column, which H.264 can't hold. @throws {ProcessError} `failed` for a file that can't be decoded.
 */
export async function convert(
  source: string,
  target: string,
  { signal, ffmpeg_path }: { signal: AbortSignal; ffmpeg_path?: string | undefined },
): Promise<void> {
  const input = ['-protocol_whitelist', 'file', '-format_whitelist', containers, '-i', `file:${source}`]
  const streams = ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1']
  const picture = ['-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2', '-fps_mode', 'passthrough', ...x264]
  const sound = ['-c:a', 'aac', '-b:a', '192k']
  await run(
    findProgram('ffmpeg', ffmpeg_path),
    [
      '-nostdin',
      '-v',
      'error',
      '-y',
      ...input,
      ...streams,
      ...picture,
      ...sound,
      '-f',
      'mp4',
      `file:${target}`,
    ],
    { signal, timeout_ms: convertLimit_ms },
  )
}
