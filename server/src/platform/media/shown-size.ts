/** A picture stream, as ffprobe describes it. */
export interface ProbedPicture {
  width?: number
  height?: number
  side_data_list?: { rotation?: number }[]
}

/** Whether players rotate the picture by 90 degrees, as with upright phone videos. */
export function isTurned({ side_data_list = [] }: ProbedPicture): boolean {
  return side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
}

/** The displayed size, which is also the one that ffmpeg decodes to; undefined when it is no picture. */
export function shownSize(stream: ProbedPicture): { width_px: number; height_px: number } | undefined {
  const { width, height } = stream
  if (!width || !height) return undefined
  return isTurned(stream) ? { width_px: height, height_px: width } : { width_px: width, height_px: height }
}
