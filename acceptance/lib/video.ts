import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Facts {
  codec_name: string
  profile: string
  pix_fmt: string
  width: number
  height: number
  nb_frames: string
  avg_frame_rate: string
  duration: string
}

/** What ffprobe says of the video stream, and of the container's tags. */
export async function inspectVideo(path: string): Promise<{ stream: Facts; tags: Record<string, string> }> {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_streams', '-show_format', '-of', 'json', path]
  const { stdout } = await run('ffprobe', args)
  const { streams, format } = JSON.parse(stdout) as {
    streams: Facts[]
    format: { tags?: Record<string, string> }
  }
  return { stream: streams[0]!, tags: format.tags ?? {} }
}

/** One hash per decoded frame. */
export async function frameHashes(path: string): Promise<string[]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-'])
  return stdout
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',').at(-1)!.trim())
}

/** Whether a player can begin before the file is whole: the index stands before the frames. */
export function beginsWithIndex(file: Buffer): boolean {
  const [index, frames] = [file.indexOf('moov'), file.indexOf('mdat')]
  return index > 0 && index < frames
}
