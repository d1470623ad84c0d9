import { open } from 'node:fs/promises'
import { findFfprobe, ProcessError, run } from './run.ts'
import { type ProbedPicture, shownSize } from './shown-size.ts'

/** Facts about a file's first sound. */
export interface SoundFacts {
  codec: string
  channels: number
  rate_hz: number
  /** From the file's beginning to the end of the sound. */
  end_s: number
}

/** Facts about a video file's first video stream; its size is the displayed one. */
export interface VideoFacts {
  width_px: number
  height_px: number
  fps: number
  frames: number
  /** Of the picture; sound may be longer. */
  duration_s: number
  codec: string
  pix_fmt: string
  has_audio: boolean
  /** Null where there is none, or a track that holds nothing. */
  sound: SoundFacts | null
  /** The file's tags, such as `comment`; names in lower case. */
  tags: Record<string, string>
}

interface ProbeStream extends ProbedPicture {
  codec_type?: string
  codec_name?: string
  pix_fmt?: string
  avg_frame_rate?: string
  nb_frames?: string
  nb_read_packets?: string
  start_time?: string
  duration?: string
  channels?: number
  sample_rate?: string
}

interface ProbeFormat {
  start_time?: string
  duration?: string
  tags?: Record<string, string>
}

const PROBE_LIMIT_MS = 20_000

/** Reads metadata and counts packets; decodes nothing. @throws {ProcessError} `failed` when it is no video. */
export async function probe(
  path: string,
  { signal, ffmpeg_path }: { signal: AbortSignal; ffmpeg_path?: string },
): Promise<VideoFacts> {
  const args = [
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-count_packets',
    '-show_streams',
    '-show_format',
  ]
  const text = await run(findFfprobe(ffmpeg_path), [...args, '-of', 'json', `file:${path}`], {
    signal,
    timeout_ms: PROBE_LIMIT_MS,
  })
  // ffprobe's JSON: every field below is checked or has a fallback.
  const facts = JSON.parse(text) as {
    streams?: ProbeStream[]
    format?: ProbeFormat
  }
  const video = facts.streams?.find((stream) => stream.codec_type === 'video')
  const size = video && shownSize(video)
  if (!size) throw new ProcessError('failed', 'The file holds no video.')
  const [rate = 0, base = 1] = (video.avg_frame_rate ?? '0/1').split('/').map(Number)
  const fps = base === 0 ? 0 : rate / base
  const frames = Number(video.nb_read_packets ?? video.nb_frames ?? 0)
  const sound = soundFacts(facts.streams ?? [], facts.format)
  const whole_s = Number(facts.format?.duration ?? video.duration ?? 0)
  const tags = Object.entries(facts.format?.tags ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  return {
    ...size,
    fps,
    frames,
    // Matroska tells only how long the whole is.
    duration_s: sound ? Number(video.duration ?? (fps > 0 ? frames / fps : whole_s)) : whole_s,
    codec: video.codec_name ?? 'unknown',
    pix_fmt: video.pix_fmt ?? 'unknown',
    has_audio: sound !== null,
    sound,
    tags: Object.fromEntries(tags),
  }
}

function soundFacts(streams: ProbeStream[], format: ProbeFormat = {}): SoundFacts | null {
  const audio = streams.find((stream) => stream.codec_type === 'audio')
  if (!audio || Number(audio.nb_read_packets ?? 0) === 0) return null
  const duration_s = Number(audio.duration ?? format.duration ?? 0)
  return {
    codec: audio.codec_name ?? 'unknown',
    channels: audio.channels ?? 0,
    rate_hz: Number(audio.sample_rate ?? 0),
    end_s: Number(audio.start_time ?? 0) - Number(format.start_time ?? 0) + duration_s,
  }
}

/** Whether an mp4 can play while it downloads: its index (`moov`) comes before its media (`mdat`). */
export async function hasFastStart(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const header = Buffer.alloc(16)
  for (let offset = 0, boxes = 0; boxes < 64; boxes++) {
    const { bytesRead } = await file.read(header, 0, 16, offset)
    if (bytesRead < 8) return false
    const kind = header.toString('latin1', 4, 8)
    if (kind === 'moov') return true
    if (kind === 'mdat') return false
    const size = header.readUInt32BE(0)
    const length = size === 1 ? Number(header.readBigUInt64BE(8)) : size
    if (length < 8) return false
    offset += length
  }
  return false
}
