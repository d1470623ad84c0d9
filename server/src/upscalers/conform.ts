import { rm } from 'node:fs/promises'
import { run } from '../platform/media/run.ts'
import { input, QUIET } from './codec.ts'
import { locateFfmpeg } from './locate.ts'
import { readSource, type Source } from './source.ts'
import { UpscaleError } from './upscale-error.ts'

const limit_ms = 120_000

/** H.264's numbers by ffmpeg's names. */
const matrices = { bt709: 1, fcc: 4, bt470bg: 5, smpte170m: 6, smpte240m: 7, bt2020nc: 9, bt2020c: 10 }
const primaries = { bt709: 1, bt470m: 4, bt470bg: 5, smpte170m: 6, smpte240m: 7, film: 8, bt2020: 9 }
const transfers = {
  bt709: 1,
  bt470m: 4,
  bt470bg: 5,
  smpte170m: 6,
  smpte240m: 7,
  linear: 8,
  'iec61966-2-1': 13,
  'bt2020-10': 14,
  'bt2020-12': 15,
  smpte2084: 16,
  'arib-std-b67': 18,
}

/**
 * Writes an enlarged video as an mp4 with its source's rate, frame times, unchanged sound and, in H.264, colour tags. It
 * copies the pictures and drops the input's own sound and times. @throws {UpscaleError} `source_unreadable` for either file,
 * `failed` for what an mp4 can't hold; the signal's reason
 */
export async function conform(
  source_path: string,
  enlarged_path: string,
  target_path: string,
  { signal, ffmpeg_path }: { signal: AbortSignal; ffmpeg_path: string | undefined },
): Promise<void> {
  const tools = { signal, ffmpeg_path }
  const source = await readSource(source_path, tools)
  const enlarged = await readSource(enlarged_path, tools)
  const ffmpeg = locateFfmpeg(ffmpeg_path)
  const work = (args: string[][]) =>
    run(ffmpeg, [...QUIET, ...args.flat()], { signal, timeout_ms: limit_ms }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new UpscaleError('failed', 'The enlarged video does not fit into an mp4.', { cause })
    })
  const [rate, base] = source.rate.split('/').map(Number) as [number, number]
  // Times are in units of the file that is read, so a first pass makes a file whose units fit the rate.
  const scaled = `${target_path}.scaled.mp4`
  const scale = fineScale(rate)
  try {
    await work([
      [...input(enlarged_path), '-map', '0:v:0', '-c', 'copy', '-map_metadata', '-1'],
      ['-video_track_timescale', `${scale}`, '-f', 'mp4', '-y', `file:${scaled}`],
    ])
    const filters = [evenTimes(enlarged.rate, (scale / rate) * base, source.delay_s * scale)]
    if (enlarged.codec === 'h264') filters.push(colourFilter(source))
    await work([
      [...input(scaled), ...input(source_path), '-map', '0:v:0', '-map', '1:a?', '-c', 'copy'],
      ['-map_metadata', '-1', '-map_chapters', '-1', '-bsf:v', filters.filter(Boolean).join(',')],
      ['-movflags', '+faststart', '-f', 'mp4', '-y', `file:${target_path}`],
    ])
  } finally {
    await rm(scaled, { force: true })
  }
}

/** Units per second that divide into whole frames and are fine enough. */
function fineScale(rate: number): number {
  let scale = rate
  while (scale < 10_000) scale *= 2
  return scale
}

/** Gives each frame its number as time, so that it is found again whatever the file's own rate. */
function evenTimes(own_rate: string, ticks: number, delay: number): string {
  const time = (name: string) => `round((${name}-STARTPTS)*TB*${own_rate})*${ticks}+${Math.round(delay)}`
  return `setts=pts=${time('PTS')}:dts=${time('DTS')}:duration=${ticks}`
}

/** The source's colour tags, with limited range: a full range was converted. */
function colourFilter({ colour }: Source): string {
  const known = [
    ['matrix_coefficients', numberOf(matrices, colour.space)],
    ['colour_primaries', numberOf(primaries, colour.primaries)],
    ['transfer_characteristics', numberOf(transfers, colour.transfer)],
    ['video_full_range_flag', colour.range === undefined ? undefined : 0],
  ].flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`))
  return known.length === 0 ? '' : `h264_metadata=${known.join(':')}`
}

function numberOf(numbers: Readonly<Record<string, number>>, name: string | undefined): number | undefined {
  return name === undefined ? undefined : numbers[name]
}
