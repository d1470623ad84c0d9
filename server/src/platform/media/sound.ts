import { findFfprobe, findProgram, ProcessError, run } from './run.ts'

/** What is decoded of a user's file; nothing else is, whatever it claims to be. A playlist would name files of this machine. */
const containers = 'wav,mp3,aac,flac,ogg,mov,mp4,m4a,3gp,3g2,mj2'
const codecs = [
  'pcm_u8,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw,adpcm_ms,adpcm_ima_wav',
  'mp3,mp3float,aac,alac,flac,vorbis,opus,libopus',
].join(',')

/** Our own form: stereo in 16 bits, at a rate that every engine takes. */
const form = ['-ac', '2', '-ar', '48000', '-sample_fmt', 's16']
const plain = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
const quiet = ['-nostdin', '-v', 'error', '-y', '-threads', '1', '-protocol_whitelist', 'file']
const limit_ms = 30_000

interface Tools {
  signal: AbortSignal
  ffmpeg_path?: string | undefined
}

/**
 * Decodes the first sound of a user's file and writes it as FLAC, without anything else that the file held. Returns its length,
 * and no more than `max_s` is written; undefined when there is no sound that can be decoded.
 */
export async function takeSound(
  source: string,
  target: string,
  max_s: number,
  { signal, ffmpeg_path }: Tools,
): Promise<number | undefined> {
  const input = ['-format_whitelist', containers, '-codec_whitelist', codecs, '-vn', '-i', `file:${source}`]
  const output = ['-map', '0:a:0', '-t', `${max_s}`, ...form, ...plain, '-c:a', 'flac', '-f', 'flac']
  try {
    await run(findProgram('ffmpeg', ffmpeg_path), [...quiet, ...input, ...output, `file:${target}`], {
      signal,
      timeout_ms: limit_ms,
      is_apart: true,
    })
    const asked = ['-v', 'error', '-show_entries', 'stream=duration', '-of', 'csv=p=0', `file:${target}`]
    const told = await run(findFfprobe(ffmpeg_path), asked, { signal, timeout_ms: limit_ms })
    const duration_s = Number(told.trim())
    return duration_s > 0 ? duration_s : undefined
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code === 'missing') throw error
    if (/No space left|quota exceeded/i.test(error.stderr)) throw error
    return undefined
  }
}

/** Writes a sound that `takeSound` made as a WAV file of exactly this length: its beginning, and then silence. */
export async function fitSound(
  source: string,
  target: string,
  duration_s: number,
  { signal, ffmpeg_path }: Tools,
): Promise<void> {
  const input = ['-f', 'flac', '-i', `file:${source}`]
  const length = ['-af', `apad=whole_dur=${duration_s},atrim=end=${duration_s}`]
  const output = [...length, ...form, ...plain, '-c:a', 'pcm_s16le', '-f', 'wav', `file:${target}`]
  await run(findProgram('ffmpeg', ffmpeg_path), [...quiet, ...input, ...output], {
    signal,
    timeout_ms: limit_ms,
  })
}
