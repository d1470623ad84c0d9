/** What ffprobe says of a stream's picture. */
export interface ProbedPicture {
  width?: number
  height?: number
  side_data_list?: { rotation?: number }[]
}

/** Whether a player turns the picture by a quarter, as it does with what a phone recorded upright. */
export function isTurned({ side_data_list = [] }: ProbedPicture): boolean {
  return side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
}

/** The size in which the picture is seen, and in which ffmpeg decodes it; undefined for what is no picture. */
export function shownSize(stream: ProbedPicture): { width_px: number; height_px: number } | undefined {
  const { width, height } = stream
  if (!width || !height) return undefined
  return isTurned(stream) ? { width_px: height, height_px: width } : { width_px: width, height_px: height }
}
