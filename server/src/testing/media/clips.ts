import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export async function ffmpeg(...args: string[]): Promise<Buffer> {
  const options = { encoding: 'buffer' as const, maxBuffer: 64 * 1024 ** 2 }
  return (await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], options)).stdout
}

/** As ffmpeg names them, such as `bt709`; `range` is `tv` or `pc`; `unknown` is not said. */
export interface Colours {
  space: string
  primaries: string
  transfer: string
  range: string
}

const hd: Colours = { space: 'bt709', primaries: 'bt709', transfer: 'bt709', range: 'tv' }

export interface ClipShape {
  size?: string
  frames?: number
  /** A source of ffmpeg's, and what is done to its frames. */
  picture?: string
  filter?: string
  form?: string
  sound?: boolean
  colours?: Colours
}

/** A clip of moving shapes with sound, colour tags and tags of its own, at 30000/1001 frames a second. */
export async function makeClip(
  folder: string,
  name: string,
  {
    size = '96x64',
    frames = 25,
    picture = 'testsrc2',
    filter = 'null',
    form = 'yuv420p',
    sound = true,
    colours = hd,
  }: ClipShape = {},
): Promise<string> {
  const path = join(folder, `${name}.mp4`)
  const source = `${picture}${picture.includes('=') ? ':' : '='}size=${size}:rate=30000/1001`
  const heard = ['-f', 'lavfi', '-i', 'sine=440:duration=0.8']
  const tags = ['-metadata', 'comment=made for a test', '-metadata', 'AIGC={"Label":"1"}']
  const args = [
    ['-f', 'lavfi', '-i', source, ...(sound ? heard : [])],
    ['-vf', filter, '-frames:v', `${frames}`, '-fps_mode', 'passthrough'],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '10', '-pix_fmt', form, '-c:a', 'aac'],
    ['-colorspace', colours.space, '-color_primaries', colours.primaries],
    ['-color_trc', colours.transfer, '-color_range', colours.range],
    [...tags, '-movflags', '+use_metadata_tags', path],
  ]
  await ffmpeg(...args.flat())
  return path
}

/** Has players turn the picture to the right by a quarter: the file's first track gets a matrix that says so. */
export async function turnPicture(path: string): Promise<void> {
  const file = await readFile(path)
  const matrix = file.indexOf('tkhd') + 44
  const one = 1 << 16
  for (const [i, value] of [0, one, 0, -one, 0, 0, 0, 0, 1 << 30].entries()) {
    file.writeInt32BE(value, matrix + 4 * i)
  }
  await writeFile(path, file)
}

/** What a file says of its picture and of itself, after all frames were decoded. */
export async function lookAt(path: string) {
  const asked = ['-count_frames', '-show_streams', '-show_format', '-of', 'json']
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', ...asked, path])
  const { streams, format } = JSON.parse(stdout)
  const video = streams.find((stream: { codec_type: string }) => stream.codec_type === 'video')
  const { width, height, nb_read_frames, avg_frame_rate, duration, start_time, pix_fmt } = video
  const { color_range, color_space, color_primaries, color_transfer, sample_aspect_ratio } = video
  return {
    size: `${width}x${height}`,
    pix_fmt,
    pixel_aspect: sample_aspect_ratio,
    kept: { nb_read_frames, avg_frame_rate, duration, start_time },
    colours: { color_range, color_space, color_primaries, color_transfer },
    tags: { comment: format.tags.comment, AIGC: format.tags.AIGC },
  }
}

/** Each packet of sound by its time and hash; nothing where there is no sound. */
export async function soundOf(path: string): Promise<string[]> {
  const streams = ['-map', '0:v', '-map', '0:a?', '-c', 'copy']
  const text = await ffmpeg('-i', path, ...streams, '-f', 'framehash', '-hash', 'md5', '-')
  const packets = text.toString().split('\n')
  return packets.filter((line) => line.startsWith('1,'))
}

/** Red, green and blue of each cell of a grid of 8 by 8 over every frame, as it is seen. */
export async function cellsOf(path: string): Promise<Buffer> {
  const filter = 'scale=8:8:flags=area+accurate_rnd+full_chroma_int,format=rgb24'
  return ffmpeg('-i', path, '-map', '0:v', '-vf', filter, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-')
}
