import { mix, type Colour } from '../../colour.ts'
import type { Picture } from '../../picture.ts'
import { between } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'

interface Wave {
  /** Radians for each unit of distance, along and into the picture. */
  kx: number
  kz: number
  slope: number
  omega: number
  phase: number
}

/** How rough: about the steepness of a typical slope. */
export interface WaterOptions {
  roughness: number
  /** The first row of water while the camera rests. */
  top: number
  colour: Colour
}

function createWaves(stage: Stage, roughness: number): Wave[] {
  const random = stage.randomFor('waves')
  const wind = between(random, -0.5, 0.5) + Math.PI / 2
  const count = 22
  return Array.from({ length: count }, (_, i) => {
    const length = 5.2 * 0.052 ** (i / (count - 1)) * between(random, 0.85, 1.15)
    const k = (2 * Math.PI) / length
    const angle = wind + between(random, -1.25, 1.25)
    return {
      kx: Math.cos(angle) * k,
      kz: Math.sin(angle) * k,
      slope: roughness * between(random, 0.7, 1.3) * (0.4 + 0.6 * (i / count)),
      omega: Math.sqrt(k) * 1.5,
      phase: random() * Math.PI * 2,
    }
  })
}

/**
 * Water that mirrors what is painted above it. Waves are sums of sines, each left out where it would be finer than a
 * pixel, so that nothing flickers in the distance; what they bend is looked up in the picture itself.
 */
export function createWater(stage: Stage, { roughness, top, colour }: WaterOptions): Painter {
  const { width, height, palette, unit } = stage
  const waves = createWaves(stage, roughness)
  const focal = unit * 1.05
  const half = Math.ceil(width / 2) + 2
  const slopeX = new Float32Array(half)
  const slopeY = new Float32Array(half)
  const lookX = new Float32Array(half)
  const lookY = new Float32Array(half)
  const mirrors = new Float32Array(half)
  const bodies = new Float32Array(half)
  const shines = new Float32Array(half)
  const glitterColour = palette.sunSize > 0 ? mix(palette.sun, palette.glow, 0.35) : palette.glow
  return {
    paint(picture, { t_s, view }) {
      const shore = top + view.tilt_px
      const t = t_s * (0.7 + 0.3 * stage.spec.pace)
      for (let y = Math.max(0, Math.round(shore)); y < height; y++) {
        const below = y - shore + 0.7
        const z = focal / below
        slopes(waves, slopeX, slopeY, {
          x: -stage.middle * (z / focal) + (view.truck_px / unit) * 0.6,
          stepX: (2 * z) / focal,
          z: z + (view.zoom - 1) * 3,
          stepZ: (z * z) / focal,
          t,
        })
        mirrorRow(picture, y, shore, below)
      }
    },
  }

  function mirrorRow({ rgb }: Picture, y: number, shore: number, below: number): void {
    const angle = below / focal
    const reachX = focal * (0.1 + angle * 0.5)
    const reachY = focal * 1.3 * Math.min(1, 0.35 + angle * 2)
    const lift = roughness * focal * 0.35 * Math.min(1, angle * 6)
    const last = Math.max(0, Math.round(shore) - 1)
    const bend = (below * 0.9) ** 2
    const perShore = 1 / Math.max(1, shore)
    const haze = Math.exp(-angle * 26) * 0.55
    const spread = stage.unit * (0.05 + roughness * (0.5 + angle * 1.9))
    const glitter = palette.sunSize > 0 ? 1 : 0.25
    // Where each second pixel looks, and what it mirrors; the one between takes the mean of its neighbours.
    for (let j = 0; j < half; j++) {
      const x = j * 2
      const sx = slopeX[j]!
      const sy = slopeY[j]!
      const above = below + lift + sy * reachY
      // Never under the horizon nor over the picture's top: what would lie there is drawn closer, without an edge.
      const high = 0.5 * (above + Math.sqrt(above * above + bend)) * perShore
      lookX[j] = x + sx * reachX
      lookY[j] = shore - (shore * high) / Math.sqrt(1 + high * high * 0.9)
      const facing = angle + sy * 0.8
      const grazing = 1 - (facing < 0.02 ? 0.02 : facing > 1 ? 1 : facing)
      const mirror = 0.1 + 0.86 * grazing * grazing * grazing
      const dx = (x - stage.sun.x + sx * reachX * 0.6) / spread
      const spark = sy * 7 + sx * 2.5
      const column = dx * dx < 9 ? glitter * Math.exp(-dx * dx) : 0
      mirrors[j] = mirror
      bodies[j] = (1 - mirror) * (1 + sy * 1.6)
      shines[j] = column * ((spark > 0 ? spark * spark : 0) * (1 - haze) + 0.16 * grazing * grazing)
    }
    let out = y * width * 3
    for (let x = 0; x < width; x++, out += 3) {
      const j = x >> 1
      const k = j + (x & 1)
      let fromX = (lookX[j]! + lookX[k]!) * 0.5
      let fromY = (lookY[j]! + lookY[k]!) * 0.5
      fromX = fromX < 0 ? -fromX : fromX > width - 2 ? 2 * (width - 2) - fromX : fromX
      if (fromY > last) fromY = last
      if (fromY < 0) fromY = 0
      const x0 = fromX | 0
      const y0 = fromY | 0
      const fx = fromX - x0
      const fy = fromY - y0
      const a = (y0 * width + x0) * 3
      const b = y0 < last ? a + width * 3 : a
      const mirror = (mirrors[j]! + mirrors[k]!) * 0.5
      const body = (bodies[j]! + bodies[k]!) * 0.5
      const shine = (shines[j]! + shines[k]!) * 0.5
      const w11 = fx * fy * mirror
      const w10 = fx * mirror - w11
      const w01 = fy * mirror - w11
      const w00 = mirror - fx * mirror - w01
      rgb[out] =
        rgb[a]! * w00 +
        rgb[a + 3]! * w10 +
        rgb[b]! * w01 +
        rgb[b + 3]! * w11 +
        colour[0] * body +
        glitterColour[0] * shine
      rgb[out + 1] =
        rgb[a + 1]! * w00 +
        rgb[a + 4]! * w10 +
        rgb[b + 1]! * w01 +
        rgb[b + 4]! * w11 +
        colour[1] * body +
        glitterColour[1] * shine
      rgb[out + 2] =
        rgb[a + 2]! * w00 +
        rgb[a + 5]! * w10 +
        rgb[b + 2]! * w01 +
        rgb[b + 5]! * w11 +
        colour[2] * body +
        glitterColour[2] * shine
    }
  }
}

interface Row {
  x: number
  stepX: number
  z: number
  /** How much distance one row of pixels spans. */
  stepZ: number
  t: number
}

/** The slopes of the water along one row, at every second pixel. */
function slopes(
  waves: Wave[],
  slopeX: Float32Array,
  slopeY: Float32Array,
  { x, stepX, z, stepZ, t }: Row,
): void {
  slopeX.fill(0)
  slopeY.fill(0)
  // Two waves at a time: each step of a wave waits for the one before it, but not for those of another.
  let one: Turning | undefined
  for (const wave of waves) {
    const fineness = Math.hypot(wave.kx * stepX * 0.5, wave.kz * stepZ)
    const strength = wave.slope * Math.exp(-((fineness / 1.7) ** 2))
    if (strength < 0.0006) continue
    const length = Math.hypot(wave.kx, wave.kz)
    const start = wave.kx * x + wave.kz * z + wave.omega * t + wave.phase
    const other: Turning = {
      ax: (strength * wave.kx) / length,
      ay: (strength * wave.kz) / length,
      cos: Math.cos(start),
      sin: Math.sin(start),
      turnCos: Math.cos(wave.kx * stepX),
      turnSin: Math.sin(wave.kx * stepX),
    }
    if (one) addWaves(slopeX, slopeY, one, other)
    one = one ? undefined : other
  }
  if (one) addWaves(slopeX, slopeY, one, NO_WAVE)
}

/** One wave along a row: its slopes are (ax, ay) times `cos`, which turns with `sin` from one pixel to the next but one. */
interface Turning {
  ax: number
  ay: number
  cos: number
  sin: number
  turnCos: number
  turnSin: number
}

const NO_WAVE: Turning = { ax: 0, ay: 0, cos: 1, sin: 0, turnCos: 1, turnSin: 0 }

function addWaves(slopeX: Float32Array, slopeY: Float32Array, one: Turning, other: Turning): void {
  const { ax: oneX, ay: oneY, turnCos: oneTurnCos, turnSin: oneTurnSin } = one
  const { ax: otherX, ay: otherY, turnCos: otherTurnCos, turnSin: otherTurnSin } = other
  let { cos: oneCos, sin: oneSin } = one
  let { cos: otherCos, sin: otherSin } = other
  for (let i = 0; i < slopeX.length; i++) {
    slopeX[i] = slopeX[i]! + oneX * oneCos + otherX * otherCos
    slopeY[i] = slopeY[i]! + oneY * oneCos + otherY * otherCos
    const oneNext = oneCos * oneTurnCos - oneSin * oneTurnSin
    oneSin = oneSin * oneTurnCos + oneCos * oneTurnSin
    oneCos = oneNext
    const otherNext = otherCos * otherTurnCos - otherSin * otherTurnSin
    otherSin = otherSin * otherTurnCos + otherCos * otherTurnSin
    otherCos = otherNext
  }
}
