import type { Picture } from './picture.ts'
import { createBloom } from './bloom.ts'
import { createLabel } from './label.ts'
import { randomFor } from './random.ts'

const TONE_STEPS_PER_UNIT = 1024
const TONE_RANGE = 4

/** Straight up to 0.72, then a shoulder: glow becomes white slowly and never by a hard edge. */
function toneCurve(): Float32Array {
  const curve = new Float32Array(TONE_RANGE * TONE_STEPS_PER_UNIT + 2)
  for (let i = 0; i < curve.length; i++) {
    const x = i / TONE_STEPS_PER_UNIT
    curve[i] = x < 0.72 ? x : 0.72 + 0.28 * (1 - Math.exp(-(x - 0.72) / 0.36))
  }
  return curve
}

const GRAIN_SIZE = 128
/** In steps of 8-bit luma: hides the banding of smooth skies, is not seen as noise, and costs few bits. */
const GRAIN_STRENGTH = 1.1

function grainTile(): Float32Array {
  const random = randomFor(0, 'grain')
  return Float32Array.from(
    { length: GRAIN_SIZE * GRAIN_SIZE },
    () => (random() + random() - 1) * GRAIN_STRENGTH,
  )
}

/** Turns a finished picture into the bytes of a frame: bloom, tone, vignette, label, grain, then yuv420p BT.709. */
export function createPost(width: number, height: number, seed: number) {
  const bloom = createBloom(width, height)
  const label = createLabel(width, height)
  const curve = toneCurve()
  const grain = grainTile()
  const glow = new Float32Array(width * 3)
  const top = (TONE_RANGE * TONE_STEPS_PER_UNIT) | 0
  const fallX = Float32Array.from({ length: width }, (_, x) => ((x / width - 0.5) * 2) ** 2 * 0.11)
  const fallY = Float32Array.from({ length: height }, (_, y) => ((y / height - 0.5) * 2) ** 2 * 0.11)

  return (picture: Picture, index: number, out: Uint8Array): void => {
    const { rgb } = picture
    bloom.measure(rgb)
    label(picture)
    const random = randomFor(seed, `grain ${index}`)
    const grainX = Math.floor(random() * GRAIN_SIZE)
    const grainY = Math.floor(random() * GRAIN_SIZE)
    const chromaU = width * height
    const chromaV = chromaU + (width * height) / 4
    const sums = new Float32Array((width / 2) * 3)
    for (let y = 0; y < height; y++) {
      bloom.readRow(y, glow)
      const grainRow = ((y + grainY) & (GRAIN_SIZE - 1)) * GRAIN_SIZE
      const rowFall = 1 - fallY[y]!
      const even = (y & 1) === 0
      if (even) sums.fill(0)
      let i = y * width * 3
      for (let x = 0, g = 0, c = 0; x < width; x++, i += 3, g += 3) {
        const light = (rowFall - fallX[x]!) * TONE_STEPS_PER_UNIT
        let r = (rgb[i]! + glow[g]!) * light
        let gr = (rgb[i + 1]! + glow[g + 1]!) * light
        let b = (rgb[i + 2]! + glow[g + 2]!) * light
        r = curve[r > top ? top : r | 0]!
        gr = curve[gr > top ? top : gr | 0]!
        b = curve[b > top ? top : b | 0]!
        const luma =
          16.5 + 46.559 * r + 156.629 * gr + 15.812 * b + grain[grainRow + ((x + grainX) & (GRAIN_SIZE - 1))]!
        out[y * width + x] = luma
        sums[c] = sums[c]! + r
        sums[c + 1] = sums[c + 1]! + gr
        sums[c + 2] = sums[c + 2]! + b
        if ((x & 1) === 1) c += 3
      }
      if (even) continue
      const row = (y >> 1) * (width >> 1)
      for (let x = 0, c = 0; x < width >> 1; x++, c += 3) {
        const r = sums[c]! * 0.25
        const gr = sums[c + 1]! * 0.25
        const b = sums[c + 2]! * 0.25
        out[chromaU + row + x] = 128.5 - 25.664 * r - 86.336 * gr + 112 * b
        out[chromaV + row + x] = 128.5 + 112 * r - 101.73 * gr - 10.27 * b
      }
    }
  }
}
