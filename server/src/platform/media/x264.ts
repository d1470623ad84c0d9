/** How every video of ours is coded, and what benchmarks compare them with. */
export const x264: readonly string[] =
  '-c:v libx264 -profile:v high -preset veryfast -crf 18 -pix_fmt yuv420p'.split(' ')
