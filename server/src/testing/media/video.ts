import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** One second of grey, or as many frames, in the size that a task asks for by default. */
export async function makeVideo(folder: string, frames = 17, size = '832x480'): Promise<Buffer> {
  const file = join(folder, `made-${frames}-${size}.mp4`)
  const source = ['-f', 'lavfi', '-i', `color=gray:size=${size}:rate=16`, '-frames:v', String(frames)]
  const coded = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...source, ...coded, file])
  return readFile(file)
}
