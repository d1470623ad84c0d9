/** The encoder settings of all our videos; benchmarks compare with them. */
export const x264: readonly string[] =
  '-c:v libx264 -profile:v high -preset veryfast -crf 18 -pix_fmt yuv420p'.split(' ')
