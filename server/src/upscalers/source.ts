import { findFfprobe, ProcessError, run } from '../platform/media/run.ts'
import { isTurned, type ProbedPicture, shownSize } from '../platform/media/shown-size.ts'
import type { Size } from './size.ts'
import { UpscaleError } from './upscale-error.ts'

/** What an upscaler must preserve of a video; the size is the displayed one. */
export interface Source extends Size {
  /** Numerator and denominator, as `30000/1001`. */
  rate: string
  frames: number
  duration_s: number
  has_audio: boolean
  /** ffmpeg's name, such as `h264`. */
  codec: string
  /** Seconds by which the picture starts after the file's first stream. */
  delay_s: number
  /** ffmpeg's names; undefined where the file has none. */
  colour: { range?: string; space?: string; primaries?: string; transfer?: string }
  /** Pixel aspect, as `4:3`; undefined for square pixels. */
  pixel_aspect: string | undefined
}

interface ProbedStream extends ProbedPicture {
  codec_type?: string
  codec_name?: string
  avg_frame_rate?: string
  nb_read_packets?: string
  start_time?: string
  sample_aspect_ratio?: string
  color_range?: string
  color_space?: string
  color_primaries?: string
  color_transfer?: string
}

const readLimit_ms = 60_000

/** @throws {UpscaleError} `source_unreadable`, `runtime_missing` */
export async function readSource(
  path: string,
  { signal, ffmpeg_path }: { signal: AbortSignal; ffmpeg_path: string | undefined },
): Promise<Source> {
  const asked = ['-protocol_whitelist', 'file', '-count_packets', '-show_streams', '-show_format']
  const text = await run(findFfprobe(ffmpeg_path), ['-v', 'error', ...asked, '-of', 'json', `file:${path}`], {
    signal,
    timeout_ms: readLimit_ms,
  }).catch((cause: unknown) => {
    signal.throwIfAborted()
    const missing = cause instanceof ProcessError && cause.code === 'missing'
    throw new UpscaleError(
      missing ? 'runtime_missing' : 'source_unreadable',
      missing ? 'ffprobe is not there.' : 'The source is no video that can be read.',
      { cause },
    )
  })
  // ffprobe's JSON: every field below is checked or has a fallback.
  const facts = JSON.parse(text) as {
    streams?: ProbedStream[]
    format?: { duration?: string; start_time?: string }
  }
  const video = facts.streams?.find((stream) => stream.codec_type === 'video')
  const rate = video?.avg_frame_rate ?? '0/0'
  const frames = Number(video?.nb_read_packets ?? 0)
  const size = video && shownSize(video)
  if (!size || frames === 0 || !/^[1-9]\d*\/[1-9]\d*$/.test(rate)) {
    throw new UpscaleError('source_unreadable', 'The source holds no video with frames.')
  }
  const known = (name?: string) => (name && name !== 'unknown' && name !== 'reserved' ? name : undefined)
  const colour = {
    range: known(video.color_range),
    space: known(video.color_space),
    primaries: known(video.color_primaries),
    transfer: known(video.color_transfer),
  }
  return {
    ...size,
    rate,
    frames,
    duration_s: Number(facts.format?.duration ?? 0),
    has_audio: facts.streams?.some((stream) => stream.codec_type === 'audio') ?? false,
    codec: video.codec_name ?? 'unknown',
    delay_s: Math.max(0, Number(video.start_time ?? 0) - Number(facts.format?.start_time ?? 0)) || 0,
    colour: Object.fromEntries(Object.entries(colour).filter(([, value]) => value !== undefined)),
    pixel_aspect: pixelAspect(video),
  }
}

function pixelAspect(video: ProbedStream): string | undefined {
  const aspect = video.sample_aspect_ratio
  if (!aspect || aspect === '1:1' || aspect.startsWith('0:')) return undefined
  return isTurned(video) ? aspect.split(':').toReversed().join(':') : aspect
}
