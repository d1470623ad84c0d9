import type { Picture } from './picture.ts'
import { CELL, createBloom } from './bloom.ts'
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
  const glow = new Float32Array((width + CELL) * 3)
  const top = (TONE_RANGE * TONE_STEPS_PER_UNIT) | 0
  const fallX = Float32Array.from({ length: width }, (_, x) => ((x / width - 0.5) * 2) ** 2 * 0.11)
  const fallY = Float32Array.from({ length: height }, (_, y) => ((y / height - 0.5) * 2) ** 2 * 0.11)
  // The chroma of an upper row's pairs, until the row under it is done.
  const upperU = new Float32Array(width / 2)
  const upperV = new Float32Array(width / 2)

  return (picture: Picture, index: number, out: Uint8Array): void => {
    const { rgb } = picture
    bloom.measure(rgb)
    label(picture)
    const random = randomFor(seed, `grain ${index}`)
    const grainX = Math.floor(random() * GRAIN_SIZE)
    const grainY = Math.floor(random() * GRAIN_SIZE)
    const chromaU = width * height
    const chromaV = chromaU + (width * height) / 4
    for (let y = 0; y < height; y++) {
      bloom.readRow(y, glow)
      const grainRow = ((y + grainY) & (GRAIN_SIZE - 1)) * GRAIN_SIZE
      const rowFall = 1 - fallY[y]!
      const isUpper = (y & 1) === 0
      const row = y * width
      const chromaRow = (y >> 1) * (width >> 1)
      for (let x = 0; x < width; x += 2) {
        // Two pixels at a time: they share their chroma.
        const g = x * 3
        const i = row * 3 + g
        const light0 = (rowFall - fallX[x]!) * TONE_STEPS_PER_UNIT
        const light1 = (rowFall - fallX[x + 1]!) * TONE_STEPS_PER_UNIT
        let r0 = (rgb[i]! + glow[g]!) * light0
        let g0 = (rgb[i + 1]! + glow[g + 1]!) * light0
        let b0 = (rgb[i + 2]! + glow[g + 2]!) * light0
        let r1 = (rgb[i + 3]! + glow[g + 3]!) * light1
        let g1 = (rgb[i + 4]! + glow[g + 4]!) * light1
        let b1 = (rgb[i + 5]! + glow[g + 5]!) * light1
        r0 = curve[r0 > top ? top : r0 | 0]!
        g0 = curve[g0 > top ? top : g0 | 0]!
        b0 = curve[b0 > top ? top : b0 | 0]!
        r1 = curve[r1 > top ? top : r1 | 0]!
        g1 = curve[g1 > top ? top : g1 | 0]!
        b1 = curve[b1 > top ? top : b1 | 0]!
        const grain0 = grain[grainRow + ((x + grainX) & (GRAIN_SIZE - 1))]!
        const grain1 = grain[grainRow + ((x + 1 + grainX) & (GRAIN_SIZE - 1))]!
        out[row + x] = 16.5 + 46.559 * r0 + 156.629 * g0 + 15.812 * b0 + grain0
        out[row + x + 1] = 16.5 + 46.559 * r1 + 156.629 * g1 + 15.812 * b1 + grain1
        const r = (r0 + r1) * 0.25
        const gr = (g0 + g1) * 0.25
        const b = (b0 + b1) * 0.25
        const u = 112 * b - 25.664 * r - 86.336 * gr
        const v = 112 * r - 101.73 * gr - 10.27 * b
        const c = x >> 1
        if (isUpper) {
          upperU[c] = u
          upperV[c] = v
        } else {
          out[chromaU + chromaRow + c] = 128.5 + upperU[c]! + u
          out[chromaV + chromaRow + c] = 128.5 + upperV[c]! + v
        }
      }
    }
  }
}
