import { spawn } from 'node:child_process'
import { tailOf } from '../platform/media/run.ts'
import { x264 } from '../platform/media/x264.ts'

/** The comment in the file's metadata: the video must never pass for one that a model made. */
export const COMMENT = 'Clipwright procedural preview, no AI model'

export interface EncodeOptions {
  ffmpeg: string
  path: string
  width_px: number
  height_px: number
  fps: number
  frames: number
  signal: AbortSignal
}

export interface Encoder {
  /** Writes one frame of planar yuv420p, BT.709, limited range; resolves once the buffer may be reused. */
  write(frame: Uint8Array): Promise<void>
  /** Resolves once the file is complete. */
  end(): Promise<void>
}

function encoderArgs({ width_px, height_px, fps, frames, path }: EncodeOptions): string[] {
  const bt709 = [
    '-color_range',
    'tv',
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
  ]
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width_px}x${height_px}`, '-r', `${fps}`]
  const tags = ['-movflags', '+faststart+use_metadata_tags', '-metadata', `comment=${COMMENT}`]
  return [
    ['-hide_banner', '-loglevel', 'error'],
    [...input, ...bt709, '-i', 'pipe:0', '-frames:v', `${frames}`, '-an'],
    [...x264, ...bt709, ...tags, '-f', 'mp4', '-y', `file:${path}`],
  ].flat()
}

/**
 * Starts an ffmpeg process that encodes the frames it gets through a pipe. It ends by itself if this process dies. When
 * `signal` aborts, it is killed at once, and `write` and `end` reject.
 */
export function startEncoder(options: EncodeOptions): Encoder {
  const child = spawn(options.ffmpeg, encoderArgs(options), {
    stdio: ['pipe', 'ignore', 'pipe'],
    signal: options.signal,
    killSignal: 'SIGKILL',
  })
  const stderr = tailOf(child)
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('close', (code) => {
    if (code === 0) resolve()
    else reject(new Error(`ffmpeg ended with ${code}: ${stderr()}`))
  })
  ended.catch(() => {}) // `write` and `end` report it
  child.stdin.on('error', () => {}) // a broken pipe: the exit code says why

  return {
    async write(frame) {
      const { promise: written, resolve: done } = Promise.withResolvers<void>()
      child.stdin.write(frame, () => done())
      await Promise.race([written, ended])
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
