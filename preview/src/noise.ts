import { type Random } from './random.ts'

/** Smooth noise over the plane, about -1 to 1, without direction or repetition that shows. */
export type Noise = (x: number, y: number) => number

const GRADIENTS = 64

/** Gradient noise with a quintic fade; period 256. */
export function createNoise(random: Random): Noise {
  const order = new Uint8Array(512)
  for (let i = 0; i < 256; i++) order[i] = i
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const swap = order[i]!
    order[i] = order[j]!
    order[j] = swap
  }
  order.copyWithin(256, 0, 256)
  const gx = new Float64Array(GRADIENTS)
  const gy = new Float64Array(GRADIENTS)
  for (let i = 0; i < GRADIENTS; i++) {
    gx[i] = Math.cos((i / GRADIENTS) * Math.PI * 2) * 1.5
    gy[i] = Math.sin((i / GRADIENTS) * Math.PI * 2) * 1.5
  }
  const mask = GRADIENTS - 1
  return (x, y) => {
    const xf = Math.floor(x)
    const yf = Math.floor(y)
    const fx = x - xf
    const fy = y - yf
    const xi = xf & 255
    const yi = yf & 255
    const a = order[xi]! + yi
    const b = order[xi + 1]! + yi
    const g00 = order[a & 511]! & mask
    const g10 = order[b & 511]! & mask
    const g01 = order[(a + 1) & 511]! & mask
    const g11 = order[(b + 1) & 511]! & mask
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    const n00 = gx[g00]! * fx + gy[g00]! * fy
    const n10 = gx[g10]! * (fx - 1) + gy[g10]! * fy
    const n01 = gx[g01]! * fx + gy[g01]! * (fy - 1)
    const n11 = gx[g11]! * (fx - 1) + gy[g11]! * (fy - 1)
    const top = n00 + (n10 - n00) * u
    return top + (n01 + (n11 - n01) * u - top) * v
  }
}

/** Octaves of noise, each half as strong and about twice as fine; about -1 to 1. */
export function fbm(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0
  let strength = 0.5
  for (let i = 0; i < octaves; i++) {
    sum += strength * noise(x, y)
    // Turned a little each time, so that the lattices never line up.
    const turned = x * 1.62 + y * 1.17 + 17.3
    y = y * 1.62 - x * 1.17 + 5.1
    x = turned
    strength *= 0.5
  }
  return sum
}

/** Octaves of folded noise: sharp crests, as of eroded mountains; 0 to about 1. */
export function ridged(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0
  let strength = 0.5
  let weight = 1
  for (let i = 0; i < octaves; i++) {
    const fold = 1 - Math.abs(noise(x, y))
    const n = fold * fold * weight
    sum += n * strength
    weight = n > 0.9 ? 1 : n * 1.1
    const turned = x * 1.66 + y * 1.13 + 9.7
    y = y * 1.66 - x * 1.13 + 3.9
    x = turned
    strength *= 0.5
  }
  return sum
}
