import { x264 } from '../platform/media/x264.ts'
import type { Source } from './source.ts'

/** What stands before everything else: nothing asked, nothing said but errors, no file beyond the named ones. */
export const QUIET = ['-nostdin', '-hide_banner', '-v', 'error']

export const input = (path: string): string[] => ['-protocol_whitelist', 'file', '-i', `file:${path}`]

/** The colours as the source says them; full range became limited on the way. */
export function colourTags({ colour }: Source): string[] {
  return [
    ...(colour.range ? ['-color_range', 'tv'] : []),
    ...(colour.space && colour.space !== 'gbr' ? ['-colorspace', colour.space] : []),
    ...(colour.primaries ? ['-color_primaries', colour.primaries] : []),
    ...(colour.transfer ? ['-color_trc', colour.transfer] : []),
  ]
}

/** How the result is written; `from` is the number of the input that is the source itself. */
export function resultArgs(source: Source, from: number, path: string): string[] {
  return [
    ['-map', `${from}:a?`, '-c:a', 'copy', '-map_metadata', `${from}`, '-map_chapters', '-1'],
    [...x264, '-fps_mode', 'passthrough', ...colourTags(source)],
    ['-movflags', '+faststart+use_metadata_tags', '-f', 'mp4', '-y', `file:${path}`],
  ].flat()
}

/** The end of a filter chain that says again what a scale forgets. */
export const aspectFilter = ({ pixel_aspect }: Source): string =>
  `setsar=${pixel_aspect ? pixel_aspect.replace(':', '/') : '1'}`
