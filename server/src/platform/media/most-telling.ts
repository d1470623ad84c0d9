/**
 * Index of the picture with the most detail that is neither black nor white; the first of equals, 0 for none. `pixels` holds
 * the pictures one after the other, one byte of brightness per pixel.
 */
export function mostTelling(pixels: Uint8Array, width_px: number, height_px: number): number {
  const size = width_px * height_px
  let best = { index: 0, score: -1 }
  for (let index = 0; (index + 1) * size <= pixels.length; index++) {
    const score = judge(pixels.subarray(index * size, (index + 1) * size), width_px)
    if (score > best.score) best = { index, score }
  }
  return best.index
}

/** Weight of brightness against detail: enough to choose between pictures without detail. */
const brightnessWeight = 1 / 16

function judge(picture: Uint8Array, width_px: number): number {
  let detail = 0
  let sum = 0
  for (let i = 0; i < picture.length; i++) {
    const pixel = picture[i]!
    sum += pixel
    if (i % width_px > 0) detail += Math.abs(pixel - picture[i - 1]!)
    if (i >= width_px) detail += Math.abs(pixel - picture[i - width_px]!)
  }
  const mean = sum / picture.length
  return detail / picture.length + Math.min(mean, 255 - mean) * brightnessWeight
}
