import { clamp, type Colour, mix, smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import { createPicture, type Picture } from '../../picture.ts'
import { between } from '../../random.ts'
import type { Moment, Painter, Stage } from '../../stage.ts'

const HEIGHTS = [0, 0.1, 0.3, 0.6, 1] as const

/** The colour of the sky at a height from 0 (horizon) to 1. */
export function skyColour(sky: readonly Colour[], height: number): Colour {
  const h = clamp(height)
  let i = 0
  while (i < HEIGHTS.length - 2 && h > HEIGHTS[i + 1]!) i++
  const t = (h - HEIGHTS[i]!) / (HEIGHTS[i + 1]! - HEIGHTS[i]!)
  return mix(sky[i]!, sky[i + 1]!, t * t * (3 - 2 * t) * 0.5 + t * 0.5)
}

interface Star {
  x: number
  y: number
  light: number
  warmth: number
  phase: number
}

/** The sky with its sun or moon and its stars; fills the picture. `only` leaves what is there and adds the stars. */
export function createSky(stage: Stage, only?: 'stars'): Painter {
  const stars = createStars(stage)
  const paintStars = (picture: Picture, moment: Moment) => {
    for (const star of stars) paintStar(picture, star, moment)
  }
  if (only) return { paint: paintStars }
  return stage.paintOnce(
    () => paintSky(stage),
    (sky) => ({
      paint(picture, moment) {
        copyRows(picture, sky, stage.marginY - moment.view.tilt_px)
        paintStars(picture, moment)
      },
    }),
  )
}

function copyRows(picture: Picture, { width, rgb }: Picture, top: number): void {
  const first = Math.floor(top)
  const rest = top - first
  const stride = width * 3
  for (let y = 0; y < picture.height; y++) {
    const from = (y + first) * stride
    const out = y * picture.width * 3
    if (rest < 0.001) {
      picture.rgb.set(rgb.subarray(from, from + picture.width * 3), out)
      continue
    }
    for (let i = 0; i < picture.width * 3; i++) {
      picture.rgb[out + i] = rgb[from + i]! * (1 - rest) + rgb[from + stride + i]! * rest
    }
  }
}

function paintSky(stage: Stage): Picture {
  const { palette, sun, unit } = stage
  const sky = createPicture(stage.width + 2, stage.height + stage.marginY * 2)
  const { width, height, rgb } = sky
  const reach = Math.max(stage.height * 0.5, Math.min(stage.horizon, stage.height))
  const steps = 1024
  const under = new Float32Array(steps * 3)
  const far = new Float32Array(steps * 3)
  for (let i = 0; i < steps; i++) {
    const h = i / (steps - 1)
    const colour = skyColour(palette.sky, h)
    under.set(colour, i * 3)
    far.set(mix(colour, palette.away, 0.85 * (1 - smoothstep(0, 0.45, h))), i * 3)
  }
  const milky = milkyWay(stage)
  const low = palette.sunHeight < 0.3
  for (let y = 0; y < height; y++) {
    const sy = y - stage.marginY
    const h = clamp((stage.horizon - sy) / reach)
    const at = Math.min(steps - 1, (h * (steps - 1)) | 0) * 3
    for (let x = 0; x < width; x++) {
      const dx = (x - sun.x) / unit
      const dy = (sy - sun.y) / unit
      const aside = 1 - Math.exp(-((dx * 1.05) ** 2))
      const wide = Math.sqrt((low ? 0.45 : 1) * dx * dx + dy * dy)
      const round = Math.sqrt(dx * dx + dy * dy)
      const halo = 0.62 * Math.exp(-wide * 3.1) + 0.6 * Math.exp(-round * 9) + 0.5 * Math.exp(-round * 26)
      const dust = milky(x, sy)
      const i = (y * width + x) * 3
      for (let c = 0; c < 3; c++) {
        const base = under[at + c]! + (far[at + c]! - under[at + c]!) * aside
        rgb[i + c] =
          base +
          palette.glow[c]! * halo * (1.25 - 0.45 * Math.min(1, base)) +
          dust * (c === 2 ? 0.13 : c === 0 ? 0.1 : 0.085)
      }
    }
  }
  paintDisc(stage, sky)
  return sky
}

function milkyWay(stage: Stage): (x: number, y: number) => number {
  const { palette, noise, unit } = stage
  if (palette.stars < 0.5) return () => 0
  const random = stage.randomFor('milky way')
  const slope = between(random, 0.5, 0.9) * (random() < 0.5 ? -1 : 1)
  const offset = between(random, -0.2, 0.2)
  return (x, y) => {
    const u = (x - stage.middle) / unit
    const v = (y - stage.horizon * 0.45) / unit
    const away = (v - slope * u - offset) / 0.24
    const band = Math.exp(-away * away)
    if (band < 0.02) return 0
    const cloud = 0.55 + 0.9 * fbm(noise, u * 3.1 + 7, v * 3.1, 4)
    const lane = smoothstep(0.02, 0.3, Math.abs(fbm(noise, u * 2.3, v * 2.3 + 40, 3) + away * 0.16))
    return band * clamp(cloud, 0, 1.2) * (0.4 + 0.6 * lane) * palette.stars
  }
}

function paintDisc(stage: Stage, { width, height, rgb }: Picture): void {
  const { palette, sun, unit, noise } = stage
  const radius = palette.sunSize * unit
  if (radius <= 0) return
  const cy = sun.y + stage.marginY
  for (let y = Math.max(0, Math.floor(cy - radius - 2)); y < Math.min(height, cy + radius + 2); y++) {
    for (let x = Math.max(0, Math.floor(sun.x - radius - 2)); x < Math.min(width, sun.x + radius + 2); x++) {
      const dx = (x - sun.x) / radius
      const dy = (y - cy) / radius
      const distance = Math.sqrt(dx * dx + dy * dy)
      const cover = smoothstep(1 + 1.2 / radius, 1 - 1.2 / radius, distance)
      if (cover === 0) continue
      let light = 1
      if (palette.isNight) {
        const seas = smoothstep(-0.05, 0.3, fbm(noise, dx * 1.4 + 3, dy * 1.4 + 9, 4))
        light = (0.97 - 0.22 * seas) * (0.86 + 0.14 * Math.sqrt(Math.max(0, 1 - distance * distance)))
      }
      const i = (y * width + x) * 3
      for (let c = 0; c < 3; c++) rgb[i + c] = rgb[i + c]! + (palette.sun[c]! * light - rgb[i + c]!) * cover
    }
  }
}

function createStars(stage: Stage): Star[] {
  const { palette, width, height } = stage
  const random = stage.randomFor('stars')
  const reach = Math.min(stage.horizon, height)
  const count = Math.round(((width * reach) / 900) * palette.stars)
  return Array.from({ length: count }, () => {
    const y = between(random, -stage.marginY, reach)
    const low = smoothstep(0, 0.35, (reach - y) / reach)
    return {
      x: random() * width,
      y,
      light: (0.1 + 0.95 * random() ** 7) * low,
      warmth: random(),
      phase: random() * Math.PI * 2,
    }
  })
}

function paintStar({ width, height, rgb }: Picture, star: Star, { t_s, view }: Moment): void {
  const light = star.light * (1 + 0.3 * Math.sin(t_s * (2 + star.warmth * 2) + star.phase))
  const x0 = Math.floor(star.x)
  const y = star.y + view.tilt_px
  const y0 = Math.floor(y)
  const fx = star.x - x0
  const fy = y - y0
  for (let dy = 0; dy < 2; dy++) {
    for (let dx = 0; dx < 2; dx++) {
      const column = x0 + dx
      const row = y0 + dy
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const share = light * (dx ? fx : 1 - fx) * (dy ? fy : 1 - fy)
      const i = (row * width + column) * 3
      rgb[i] = rgb[i]! + share * (0.75 + 0.35 * star.warmth)
      rgb[i + 1] = rgb[i + 1]! + share * 0.95
      rgb[i + 2] = rgb[i + 2]! + share * (1.15 - 0.3 * star.warmth)
    }
  }
}
