import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { type Colour, css, hex, mix, multiply, scale } from '../../colour.ts'
import { between, type Random } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { createMist } from '../sky/mist.ts'
import { placed } from '../placed.ts'

/** A fir with its root at (`x`, `y`): boughs in tiers, each lighter on the side of the sun. */
export function drawFir(
  context: SKRSContext2D,
  random: Random,
  { x, y, height, colour, sunSide, snow }: Tree,
): void {
  context.fillStyle = css(scale(colour, 0.5))
  context.fillRect(x - height * 0.014, y - height * 0.2, height * 0.028, height * 0.2)
  const tiers = 12
  for (let i = 0; i < tiers; i++) {
    const t = i / (tiers - 1)
    const top = y - height + t * height * 0.8
    const reach = height * (0.025 + 0.165 * t) * between(random, 0.85, 1.12)
    const drop = height * (0.1 + 0.055 * t)
    for (const side of [-sunSide, sunSide]) {
      context.fillStyle = css(scale(colour, side === sunSide ? 1.14 + t * 0.1 : 0.72 + t * 0.06))
      context.beginPath()
      context.moveTo(x, top)
      const jags = 4
      for (let k = 1; k <= jags; k++) {
        const f = k / jags
        context.lineTo(x + side * reach * f * between(random, 0.9, 1.08), top + drop * (0.5 + f * 0.5))
        context.lineTo(x + side * reach * (f - 0.12), top + drop * (0.46 + f * 0.36))
      }
      context.lineTo(x, top + drop * 1.05)
      context.fill()
    }
    if (!snow) continue
    context.fillStyle = css(snow, 0.72)
    context.beginPath()
    context.moveTo(x, top - height * 0.004)
    context.lineTo(x + reach * 0.74, top + drop * 0.86)
    context.quadraticCurveTo(x, top + drop * 0.42, x - reach * 0.74, top + drop * 0.86)
    context.fill()
  }
}

export interface Tree {
  x: number
  y: number
  height: number
  colour: Colour
  /** -1: the sun is left. */
  sunSide: number
  snow: Colour | null
}

/** A tree with a round crown of many clumps. */
export function drawBroadleaf(
  context: SKRSContext2D,
  random: Random,
  { x, y, height, colour, sunSide, snow }: Tree,
): void {
  context.strokeStyle = css(mix(scale(colour, 0.3), [0.22, 0.15, 0.12], 0.6))
  context.lineWidth = height * 0.045
  context.beginPath()
  context.moveTo(x, y)
  context.quadraticCurveTo(x + height * 0.02, y - height * 0.25, x - height * 0.01, y - height * 0.5)
  context.stroke()
  const lean = between(random, -0.04, 0.04) * height
  const clumps = Math.round(Math.min(900, Math.max(90, height * 3)))
  for (let i = 0; i < clumps; i++) {
    const layer = i / clumps
    const angle = random() * Math.PI * 2
    const away = Math.sqrt(random()) * (0.88 + 0.14 * Math.sin(angle * 5 + x))
    const cx = Math.cos(angle) * away * height * 0.29
    const cy = Math.sin(angle) * away * height * 0.27
    const light =
      0.62 + layer * 0.28 + ((cx * sunSide - cy * 1.3) / height) * 0.9 + between(random, -0.08, 0.08)
    const tone = snow && cy < 0 && random() < 0.5 ? snow : scale(colour, light)
    context.fillStyle = css(tone, 0.94)
    context.beginPath()
    context.arc(
      x + lean + cx * (1 - layer * 0.1),
      y - height * 0.66 + cy,
      height * between(random, 0.5, 1.1) * (0.012 + 0.35 / Math.sqrt(clumps)),
      0,
      Math.PI * 2,
    )
    context.fill()
  }
}

/** Bare trunks that leave the picture above: what one stands between. */
function drawTrunk(context: SKRSContext2D, random: Random, { x, y, height, colour, sunSide }: Tree): void {
  const half = height * between(random, 0.022, 0.034)
  const lean = between(random, -0.025, 0.025) * height
  const bark = context.createLinearGradient(x - half, 0, x + half, 0)
  const [dark, bright] = [css(scale(colour, 0.55)), css(scale(colour, 1.35))]
  bark.addColorStop(0, sunSide < 0 ? bright : dark)
  bark.addColorStop(0.5, css(scale(colour, 0.85)))
  bark.addColorStop(1, sunSide < 0 ? dark : bright)
  context.fillStyle = bark
  context.beginPath()
  context.moveTo(x - half * 1.9, y)
  context.quadraticCurveTo(x - half, y - height * 0.08, x - half * 0.9 + lean * 0.3, y - height * 0.4)
  context.lineTo(x - half * 0.7 + lean, y - height * 1.5)
  context.lineTo(x + half * 0.7 + lean, y - height * 1.5)
  context.lineTo(x + half * 0.9 + lean * 0.3, y - height * 0.4)
  context.quadraticCurveTo(x + half, y - height * 0.08, x + half * 1.9, y)
  context.fill()
}

export interface TreelineOptions {
  distance: readonly [near: number, far: number]
  /** In heights of the camera. */
  height: number
  /** The share of firs among them. */
  firs: number
}

/** Clumps of trees far across a field, with gaps between them, and one or two nearer ones at the side. */
export function createTreeline(stage: Stage, { distance, height, firs }: TreelineOptions): Painter {
  const random = stage.randomFor('treeline')
  const { palette, unit, horizon } = stage
  const canvas = createCanvas(stage.width + stage.marginX * 2, Math.ceil(unit * 0.5))
  const context = canvas.getContext('2d')
  const top = Math.round(horizon - unit * 0.34)
  context.translate(stage.marginX, -top)
  const light = mix(palette.ambient, palette.light, 0.42)
  const sunSide = stage.sun.x < stage.middle ? -1 : 1
  const winter = stage.spec.weather === 'snow'
  const leaves = LEAVES[winter ? 'winter' : stage.spec.extras.includes('leaves') ? 'autumn' : 'summer']
  const plant = (x: number, away: number, tall: number) => {
    const fade = 1 - Math.exp(-away * 0.03 * palette.hazeDepth)
    const own = multiply(leaves[Math.floor(random() * leaves.length)]!, light)
    const tree = {
      x,
      y: horizon + (unit * 1.05) / away,
      height: ((tall * unit * 1.05) / away) * between(random, 0.7, 1.15),
      sunSide,
      snow: null,
    }
    const colour = mix(own, mix(palette.haze, palette.sky[0], 0.4), fade)
    if (winter || random() < firs) drawFir(context, random, { ...tree, height: tree.height * 1.2, colour })
    else drawBroadleaf(context, random, { ...tree, colour })
  }
  const far = Array.from(
    { length: Math.round(16 * (stage.width / unit)) },
    () => between(random, -0.05, 1.05) * stage.width,
  )
  for (const x of far)
    if (stage.noise((x / unit) * 2.2 + 9, 4) > -0.12) plant(x, between(random, ...distance), height)
  const side = -sunSide
  for (let i = 0; i < 3; i++)
    plant(
      stage.middle + side * stage.width * between(random, 0.3, 0.52),
      between(random, distance[0] * 0.42, distance[0] * 0.62),
      height * 1.1,
    )
  return placed(stage, layerFromCanvas(canvas, -stage.marginX, top), 1)
}

interface Stand {
  distance: number
  height: number
  /** Trees for each unit of the picture's shape. */
  count: number
  draw: 'fir' | 'broadleaf' | 'trunk'
}

/** Rows of trees behind each other with mist between them, and beams of light from the sun. */
export function createForest(stage: Stage): Painter[] {
  const random = stage.randomFor('forest')
  const isFir = stage.spec.weather === 'snow' || (!stage.spec.extras.includes('leaves') && random() < 0.6)
  const crown = isFir ? 'fir' : 'broadleaf'
  // Its roots are below the picture.
  const nearest = Math.min(2.6, (stage.unit * 1.05) / (stage.height - stage.horizon + stage.unit * 0.05))
  const stands: Stand[] = [
    { distance: 26, height: 9.6, count: 30, draw: crown },
    { distance: 11, height: 6, count: 9, draw: crown },
    { distance: 5.4, height: 4.6, count: 5, draw: crown },
    { distance: nearest, height: nearest * 1.3, count: 3, draw: 'trunk' },
  ]
  const colour = mix(stage.palette.haze, stage.palette.sky[0], 0.5)
  return stands.flatMap((stand, i) => {
    const base = stage.horizon + (stage.unit * 1.05) / stand.distance
    const trees = placed(stage, drawStand(stage, random, stand, base), Math.min(1, 2.3 / stand.distance))
    if (i > 1) return [trees]
    const mist = {
      top: base - stage.unit * 0.2,
      bottom: base + stage.unit * 0.07,
      colour,
      density: 0.75 - i * 0.14,
      nearness: 2.3 / stand.distance,
      purpose: `stand ${i}`,
    }
    return [trees, createMist(stage, mist)]
  })
}

const LEAVES: Record<'summer' | 'autumn' | 'winter', Colour[]> = {
  summer: [hex('2f5a30'), hex('3d6b34'), hex('27502f'), hex('4b7236')],
  autumn: [hex('c8641e'), hex('d98f25'), hex('a83c1e'), hex('8f6a2a')],
  winter: [hex('2c4440'), hex('35504a'), hex('2a4646')],
}

function drawStand(stage: Stage, random: Random, { distance, height, count, draw }: Stand, base: number) {
  const { palette, unit, spec } = stage
  const left = -stage.marginX
  const canvas = createCanvas(
    stage.width + stage.marginX * 2,
    Math.ceil(Math.min(stage.height, base + unit * 0.06) + stage.marginY * 2),
  )
  const context = canvas.getContext('2d')
  context.translate(-left, stage.marginY)
  const fade = 1 - Math.exp(-distance * 0.038 * Math.min(1.6, palette.hazeDepth))
  const season = spec.weather === 'snow' ? 'winter' : spec.extras.includes('leaves') ? 'autumn' : 'summer'
  const light = mix(palette.ambient, palette.light, 0.42)
  const sunSide = stage.sun.x < stage.middle ? -1 : 1
  const snow = spec.weather === 'snow' ? mix(multiply([0.95, 0.97, 1], light), palette.haze, fade) : null
  const size = (height * unit * 1.05) / distance
  const total = Math.max(2, Math.round(count * (stage.width / unit) * 0.62))
  for (let i = 0; i < total; i++) {
    const leaves = LEAVES[season]
    const own = draw === 'trunk' ? hex('4a382c') : leaves[Math.floor(random() * leaves.length)]!
    const colour = mix(multiply(own, light), mix(palette.haze, palette.sky[0], 0.4), fade)
    const spread = (i + between(random, 0.1, 0.9)) / total
    let x = left + spread * canvas.width
    // The middle stays open near the camera, for whatever the prompt names.
    if (distance < 8) x += (x < stage.middle ? -1 : 1) * stage.width * (distance < 4 ? 0.2 : 0.12)
    const tree = {
      x,
      y: base + between(random, -0.006, 0.012) * unit,
      height: size * between(random, 0.72, 1.18),
      colour,
      sunSide,
      snow,
    }
    if (draw === 'fir') drawFir(context, random, tree)
    else if (draw === 'broadleaf') drawBroadleaf(context, random, tree)
    else drawTrunk(context, random, tree)
  }
  return layerFromCanvas(canvas, left, -stage.marginY)
}
