import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { findProgram, tailOf } from '../platform/media/run.ts'
import { input, QUIET } from './codec.ts'
import { watch } from './running.ts'
import type { Size } from './size.ts'
import { readSource, type Source } from './source.ts'
import { UpscaleError } from './upscale-error.ts'

interface FileFacts {
  pixels: Size
  frames: number
  duration_s: number
  has_audio: boolean
  /** Mean change of a pixel's luma from one frame to the next, 0 to 255; 0 for a single frame. */
  flicker: number
}

export interface QualityReport {
  source: FileFacts
  result: FileFacts
  /** The result, scaled back, against the source; null when they are identical. */
  psnr_y_db: number | null
  /** Structural similarity of luma, 0 to 1. */
  ssim: number
  /** The result's flicker divided by the source's: about 1 where none was added; null for a still source. */
  flicker_index: number | null
}

const hang_ms = 120_000

/**
 * Compares a result with its source frame by frame, in constant memory. Decodes both twice. @throws {UpscaleError}
 * `source_unreadable` for either file; the signal's reason
 */
export async function measureQuality(
  source_path: string,
  target_path: string,
  signal: AbortSignal,
  ffmpeg_path?: string,
): Promise<QualityReport> {
  const tools = { signal, ffmpeg_path }
  const [source, result] = await Promise.all([readSource(source_path, tools), readSource(target_path, tools)])
  const ffmpeg = findProgram('ffmpeg', ffmpeg_path)
  // One after the other: two cores are few beside a running task.
  const alike = await compare(ffmpeg, [target_path, source_path], source, signal)
  const before = await measureFlicker(ffmpeg, source_path, signal)
  const after = await measureFlicker(ffmpeg, target_path, signal)
  return {
    source: { ...factsOf(source), flicker: before },
    result: { ...factsOf(result), flicker: after },
    ...alike,
    flicker_index: before > 0 ? after / before : null,
  }
}

const factsOf = ({ width_px, height_px, frames, duration_s, has_audio }: Source) => ({
  pixels: { width_px, height_px },
  frames,
  duration_s,
  has_audio,
})

async function compare(
  ffmpeg: string,
  [result, source]: [string, string],
  { width_px, height_px }: Source,
  signal: AbortSignal,
): Promise<{ psnr_y_db: number | null; ssim: number }> {
  // Pairs frames by number: a rounded time must not pair neighbours.
  const still = 'settb=1/1000,setpts=N,format=yuv420p'
  const graph = [
    `[0:v]scale=${width_px}:${height_px}:flags=lanczos+accurate_rnd,${still},split[a][b]`,
    `[1:v]${still},split[c][d]`,
    '[a][c]psnr[p]',
    '[b][d]ssim[s]',
  ].join(';')
  // These filters print their sums at the end, at level info.
  const args = ['-nostdin', '-hide_banner', '-nostats', '-v', 'info', ...input(result), ...input(source)]
  const outputs = ['-map', '[p]', '-f', 'null', '-', '-map', '[s]', '-f', 'null', '-']
  const said = await watchRun(
    ffmpeg,
    [...args, '-progress', 'pipe:1', '-filter_complex', graph, ...outputs],
    signal,
    () => {},
  )
  const psnr = /PSNR y:(\S+)/.exec(said)?.[1]
  const ssim = Number(/SSIM Y:(\S+)/.exec(said)?.[1])
  if (psnr === undefined || Number.isNaN(ssim)) throw new UpscaleError('failed', `No comparison: ${said}`)
  return { psnr_y_db: psnr === 'inf' ? null : Number(psnr), ssim }
}

/** At the file's own size: a moving edge covers the same share of a larger picture. */
async function measureFlicker(ffmpeg: string, path: string, signal: AbortSignal): Promise<number> {
  const key = 'lavfi.signalstats.YAVG'
  const filter = `extractplanes=y,tblend=all_mode=difference,signalstats,metadata=print:key=${key}:file=-`
  let sum = 0
  let count = 0
  await watchRun(
    ffmpeg,
    [...QUIET, ...input(path), '-map', '0:v:0', '-vf', filter, '-f', 'null', '-'],
    signal,
    (line) => {
      if (!line.startsWith(key)) return
      sum += Number(line.slice(key.length + 1))
      count++
    },
  )
  return count === 0 ? 0 : sum / count
}

/**
 * Runs ffmpeg to its end and passes each printed line to `onLine`; kills it when it is silent for long. Returns the end of
 * its output.
 */
async function watchRun(
  ffmpeg: string,
  args: string[],
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<string> {
  signal.throwIfAborted()
  const silent = new AbortController()
  const child = spawn(ffmpeg, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, silent.signal]),
    killSignal: 'SIGKILL',
  })
  using timer = watch(hang_ms, () =>
    silent.abort(new UpscaleError('hung', 'The comparison came to nothing.')),
  )
  const said = tailOf(child)
  createInterface(child.stdout).on('line', (line) => {
    timer.hear()
    onLine(line)
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', (cause) => {
    if (signal.aborted) reject(signal.reason)
    else if (silent.signal.aborted) reject(silent.signal.reason)
    else reject(new UpscaleError('runtime_missing', 'ffmpeg cannot run.', { cause }))
  })
  child.once('close', resolve)
  const code = await promise
  if (code !== 0) throw new UpscaleError('source_unreadable', `ffmpeg ended with ${code}: ${said()}`)
  return said()
}
