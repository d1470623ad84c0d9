import { x264 } from '../platform/media/x264.ts'
import type { Source } from './source.ts'

/** Common options: no questions, errors only, no other files. */
export const QUIET = ['-nostdin', '-hide_banner', '-v', 'error']

export const input = (path: string): string[] => ['-protocol_whitelist', 'file', '-i', `file:${path}`]

// ffprobe's names that ffmpeg's options and filters spell differently.
const transferNames: Record<string, string> = { bt470m: 'gamma22', bt470bg: 'gamma28' }
const matrixNames: Record<string, string> = {
  bt470bg: 'bt470',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  gbr: 'bt601',
}

/** The source's colour matrix, as `scale` names it. */
export const matrixName = ({ colour: { space = 'bt601' } }: Source): string => matrixNames[space] ?? space

/** The source's colour tags, with limited range: a full range is converted. */
export function colourTags({ colour }: Source): string[] {
  return [
    ...(colour.range ? ['-color_range', 'tv'] : []),
    ...(colour.space && colour.space !== 'gbr' ? ['-colorspace', colour.space] : []),
    ...(colour.primaries ? ['-color_primaries', colour.primaries] : []),
    ...(colour.transfer ? ['-color_trc', transferNames[colour.transfer] ?? colour.transfer] : []),
  ]
}

/** Output options; `from` is the input number of the source. */
export function resultArgs(source: Source, from: number, path: string): string[] {
  return [
    ['-map', `${from}:a?`, '-c:a', 'copy', '-map_metadata', `${from}`, '-map_chapters', '-1'],
    [...x264, '-fps_mode', 'passthrough', ...colourTags(source)],
    ['-movflags', '+faststart+use_metadata_tags', '-f', 'mp4', '-y', `file:${path}`],
  ].flat()
}

/** The end of a filter chain: restores the aspect, which `scale` drops. */
export const aspectFilter = ({ pixel_aspect }: Source): string =>
  `setsar=${pixel_aspect ? pixel_aspect.replace(':', '/') : '1'}`
