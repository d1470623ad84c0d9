import { createCanvas } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { clamp, type Colour, css, hex, mix, scale, smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import { addGlow, type Layer, type Picture } from '../../picture.ts'
import { between, pick } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { stamp } from '../../subjects/stamp.ts'
import { placed } from '../placed.ts'
import { createShafts } from '../sky/shafts.ts'

const CORALS: readonly [Colour, ...Colour[]] = [
  hex('e8615a'),
  hex('f0934a'),
  hex('c85aa0'),
  hex('8a6ad0'),
  hex('e5b84c'),
  hex('4fb3a0'),
]

function tonesOf(stage: Stage) {
  const night = stage.palette.isNight ? 0.4 : 1
  const ground = stage.spec.ground
  const tone = (code: string) => scale(ground ? mix(hex(code), ground, 0.35) : hex(code), night)
  return { top: tone('6fd6e8'), upper: tone('2a9cc8'), middle: tone('0f6299'), low: tone('0a3766') }
}

/** The sea from within: light from above, a floor with moving nets of light, corals, weeds, bubbles. */
export function createUnderwater(stage: Stage): Painter[] {
  const { width, unit } = stage
  const shafts = createShafts(
    {
      ...stage,
      palette: { ...stage.palette, glow: stage.palette.isNight ? [0.1, 0.2, 0.3] : [0.3, 0.5, 0.52] },
    },
    { x: width * 0.5 + (stage.sun.x - stage.middle) * 0.8, y: -unit * 0.35, strength: 0.85, reach: 1.25 },
  )
  return [createDeep(stage), createFloor(stage), ...createReef(stage), createWeeds(stage), shafts]
}

function createDeep(stage: Stage): Painter {
  const { width, height, unit } = stage
  const tones = tonesOf(stage)
  const rgb = new Float32Array(width * height * 3)
  const sunX = stage.middle + (stage.sun.x - stage.middle) * 0.8
  for (let y = 0; y < height; y++) {
    const h = y / height
    const row =
      h < 0.3
        ? mix(tones.upper, tones.middle, smoothstep(0, 0.3, h))
        : mix(tones.middle, tones.low, smoothstep(0.3, 0.95, h))
    for (let x = 0; x < width; x++) {
      const glow = Math.exp(-Math.hypot((x - sunX) * 0.75, y + unit * 0.08) / (unit * 0.3))
      const soft = 1 + 0.05 * fbm(stage.noise, (x / unit) * 2, h * 3, 3)
      const i = (y * width + x) * 3
      for (let c = 0; c < 3; c++) rgb[i + c] = (row[c]! + (tones.top[c]! * 1.15 - row[c]!) * glow) * soft
    }
  }
  return {
    paint(picture) {
      picture.rgb.set(rgb)
    },
  }
}

/** Sand in perspective; the nets of light on it are sums of folded waves. */
function createFloor(stage: Stage): Painter {
  const { width, height, unit, middle } = stage
  const tones = tonesOf(stage)
  const edge = height * 0.74
  const sand = mix(hex('d9c79a'), tones.middle, 0.35)
  const bumps = new Float32Array(width * Math.ceil(height - edge))
  for (let y = 0; y < Math.ceil(height - edge); y++) {
    for (let x = 0; x < width; x++) {
      const z = (unit * 0.5) / (y + unit * 0.12)
      bumps[y * width + x] = fbm(stage.noise, ((x - middle) / unit) * z * 3 + 4, z * 5, 4)
    }
  }
  return {
    paint({ rgb }, { t_s, view }) {
      for (let y = Math.floor(edge); y < height; y++) {
        const below = y - edge
        const z = (unit * 0.5) / (below + unit * 0.12)
        const veil = smoothstep(0, height * 0.26, below)
        const v = z * 6 + (view.zoom - 1) * 4
        const swayA = Math.sin(v * 1.7 + t_s * 0.9) * 1.3 + t_s * 0.5
        const turnB = v * 2.3 - t_s * 0.6
        const netAt = (x: number): number => {
          const u = ((x - middle + view.truck_px) / unit) * z * 4.2
          const a = Math.sin(u * 2.1 + swayA)
          const b = Math.sin(turnB + Math.sin(u * 1.9 - t_s * 0.8) * 1.4)
          const c = Math.sin((u + v) * 1.6 + Math.sin((u - v) * 1.3 + t_s * 0.7) * 1.2)
          return Math.max(0, 1 - Math.abs(a + b + c) * 0.85) ** 2
        }
        // Nets are wider than two pixels: each second pixel takes the mean of its neighbours.
        let here = netAt(0)
        let next = here
        for (let x = 0; x < width; x++) {
          if ((x & 1) === 0) {
            here = next
            next = netAt(x + 2)
          }
          const net = (x & 1) === 0 ? here : (here + next) * 0.5
          const light = 0.52 + (bumps[Math.floor(below) * width + x] ?? 0) * 0.35 + net * 0.34
          const i = (y * width + x) * 3
          for (let k = 0; k < 3; k++)
            rgb[i + k] = rgb[i + k]! + (sand[k]! * light - rgb[i + k]!) * veil * 0.82
        }
      }
    },
  }
}

function createReef(stage: Stage): Painter[] {
  const { unit, height } = stage
  const tones = tonesOf(stage)
  const random = stage.randomFor('reef')
  return [0.55, 0.3, 0].map((distance, order) => {
    const left = -stage.marginX
    const canvas = createCanvas(stage.width + stage.marginX * 2, Math.ceil(height + stage.marginY))
    const context = canvas.getContext('2d')
    context.translate(-left, 0)
    const ground = height * (0.8 + order * 0.1)
    const count = Math.round((9 - order * 2) * (stage.width / unit))
    for (let i = 0; i < count; i++) {
      let x = between(random, left, stage.width - left)
      // The middle of the front row stays open.
      if (order === 2 && Math.abs(x - stage.middle) < stage.width * 0.27)
        x += stage.width * 0.5 * (x < stage.middle ? -1 : 1)
      const size = unit * between(random, 0.05, 0.12) * (0.6 + order * 0.35)
      const shown = (colour: Colour) =>
        css(mix(scale(colour, stage.palette.isNight ? 0.35 : 0.9), tones.middle, 0.2 + distance))
      const y = ground + between(random, -0.01, 0.06) * unit
      const colour = pick(random, CORALS)
      context.fillStyle = shown(scale(hex('3c4038'), 0.7))
      context.beginPath()
      context.ellipse(x, y + size * 0.16, size * 0.8, size * 0.26, 0, 0, Math.PI * 2)
      context.fill()
      const kind = random()
      if (kind < 0.5) branch(x, y, size * 0.62, -Math.PI / 2, 5)
      else fan(x, y, size)

      function branch(bx: number, by: number, length: number, angle: number, depth: number): void {
        const ex = bx + Math.cos(angle) * length
        const ey = by + Math.sin(angle) * length
        context.strokeStyle = shown(scale(colour, 0.72 + (5 - depth) * 0.09))
        context.lineWidth = Math.max(1, size * 0.035 * depth)
        context.lineCap = 'round'
        context.beginPath()
        context.moveTo(bx, by)
        context.lineTo(ex, ey)
        context.stroke()
        if (depth <= 1) return
        for (const turn of [-1, 1])
          branch(
            ex,
            ey,
            length * between(random, 0.6, 0.82),
            angle + turn * between(random, 0.22, 0.6),
            depth - 1,
          )
      }

      function fan(fx: number, fy: number, radius: number): void {
        for (let k = 0; k < 22; k++) {
          const angle = -Math.PI / 2 + ((k / 21) * 2 - 1) * 1.25
          const reach = radius * between(random, 0.7, 1.05)
          context.fillStyle = shown(scale(colour, between(random, 0.6, 1.1)))
          context.beginPath()
          context.ellipse(
            fx + Math.cos(angle) * reach * 0.6,
            fy + Math.sin(angle) * reach * 0.55,
            radius * 0.13,
            radius * 0.3,
            angle + Math.PI / 2,
            0,
            Math.PI * 2,
          )
          context.fill()
        }
      }
    }
    return placed(
      { ...stage, horizon: Math.round(height * 0.7) },
      layerFromCanvas(canvas, left, 0),
      0.3 + order * 0.35,
    )
  })
}

/** Tall weeds that bend with the swell, most of all at their tips. */
function createWeeds(stage: Stage): Painter {
  const { unit, width, height } = stage
  const tones = tonesOf(stage)
  const random = stage.randomFor('weeds')
  const weeds = Array.from({ length: Math.round(9 * (width / unit)) }, () => {
    const side = random() < 0.5 ? -1 : 1
    return {
      x: stage.middle + side * between(random, 0.24, 0.54) * width,
      length: unit * between(random, 0.22, 0.48),
      wide: unit * between(random, 0.007, 0.013),
      phase: random() * 6,
      colour: mix(
        scale(
          pick(random, [hex('3f8f4a'), hex('2f7a55'), hex('6a9a3c')]),
          stage.palette.isNight ? 0.35 : 0.85,
        ),
        tones.middle,
        between(random, 0.1, 0.45),
      ),
    }
  })
  return {
    paint({ rgb }: Picture, { t_s, view }) {
      for (const { x, length, wide, phase, colour } of weeds) {
        const root = height + unit * 0.01
        for (let y = Math.max(0, Math.floor(root - length)); y < height; y++) {
          const h = (root - y) / length
          const centre =
            x -
            view.truck_px * 0.8 +
            (Math.sin(t_s * 1.1 + phase + h * 3.2) * 0.05 + Math.sin(h * 9 + phase) * 0.012) * unit * h
          const half = wide * (1 - h) ** 0.6 * (0.75 + 0.25 * Math.sin(h * 34 + phase))
          for (
            let c = Math.max(0, Math.floor(centre - half));
            c <= Math.min(width - 1, Math.ceil(centre + half));
            c++
          ) {
            const cover = clamp(half - Math.abs(c - centre) + 0.5)
            if (cover <= 0) continue
            const light = 0.55 + h * 0.55 + (c < centre ? 0.12 : -0.08)
            const i = (y * width + c) * 3
            for (let k = 0; k < 3; k++) rgb[i + k] = rgb[i + k]! + (colour[k]! * light - rgb[i + k]!) * cover
          }
        }
      }
    },
  }
}

/** A clear sphere: a thin bright edge and one spot of light. */
export function drawBubble(size: number): Layer {
  const canvas = createCanvas(size + 2, size + 2)
  const context = canvas.getContext('2d')
  const r = size / 2
  const shell = context.createRadialGradient(r + 1, r + 1, r * 0.55, r + 1, r + 1, r)
  shell.addColorStop(0, 'rgba(220,245,255,0.04)')
  shell.addColorStop(0.82, 'rgba(220,245,255,0.2)')
  shell.addColorStop(0.95, 'rgba(235,250,255,0.75)')
  shell.addColorStop(1, 'rgba(235,250,255,0)')
  context.fillStyle = shell
  context.beginPath()
  context.arc(r + 1, r + 1, r, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = 'rgba(255,255,255,0.85)'
  context.beginPath()
  context.ellipse(r * 0.72, r * 0.66, r * 0.2, r * 0.13, -0.7, 0, Math.PI * 2)
  context.fill()
  return layerFromCanvas(canvas)
}

/** Bubbles that rise and sway, and specks that drift in the light. */
export function createBubbles(stage: Stage): Painter {
  const { unit, width, height } = stage
  const random = stage.randomFor('bubbles')
  const sprites = [11, 16, 24, 34].map((size) => drawBubble(Math.round((size * unit) / 480)))
  const bubbles = Array.from({ length: 34 }, () => ({
    x: random() * width,
    y: random(),
    near: random(),
    phase: random() * 6,
  }))
  const specks = Array.from({ length: 90 }, () => ({
    x: random() * width,
    y: random() * height,
    phase: random() * 6,
  }))
  return {
    paint(picture, { t_s, view }) {
      for (const { x, y, phase } of specks) {
        const glint = 0.05 + 0.07 * Math.sin(t_s * 1.3 + phase)
        addGlow(
          picture,
          x + Math.sin(t_s * 0.4 + phase) * unit * 0.02,
          y + Math.cos(t_s * 0.33 + phase) * unit * 0.02,
          unit * 0.006,
          [glint, glint * 1.2, glint * 1.2],
        )
      }
      for (const { x, y, near, phase } of bubbles) {
        const rise = y * height * 1.2 - t_s * unit * (0.05 + near * 0.11)
        const row = rise - Math.floor(rise / (height * 1.2)) * height * 1.2 - height * 0.1
        const sprite = sprites[Math.floor(near * 3.99)]!
        stamp(picture, sprite, {
          x: x + Math.sin(t_s * 2 + phase) * unit * 0.012 - view.truck_px * near,
          y: row,
          scaleX: 1,
          scaleY: 1 + 0.06 * Math.sin(t_s * 5 + phase),
          angle: 0,
          opacity: 0.75,
        })
      }
    },
  }
}
