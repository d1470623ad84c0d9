export interface Size {
  width_px: number
  height_px: number
}

export type UpscaleTarget = '1080p' | '2k'

/** The short side, as "1080p" and "2K" are counted. */
const shortSide_px: Record<UpscaleTarget, number> = { '1080p': 1080, '2k': 1440 }

/** The size with the target's short side, the same aspect and even sides; undefined when the source is already as large. */
export function targetSize({ width_px, height_px }: Size, target: UpscaleTarget): Size | undefined {
  const short = Math.min(width_px, height_px)
  if (short >= shortSide_px[target]) return undefined
  const factor = shortSide_px[target] / short
  return { width_px: even(width_px * factor), height_px: even(height_px * factor) }
}

const even = (length: number): number => Math.round(length / 2) * 2
