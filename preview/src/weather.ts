import { mix } from './colour.ts'
import { createMist } from './layers/sky/mist.ts'
import type { Picture } from './picture.ts'
import { between, type Random } from './random.ts'
import { type Painter, type Stage } from './stage.ts'

/** Rain, snow, fog or a storm in front of everything else; nothing in clear weather. */
export function createWeather(stage: Stage): Painter[] {
  if (stage.spec.setting === 'underwater' || stage.spec.setting === 'space') return []
  const makers: Record<typeof stage.spec.weather, () => Painter[]> = {
    clear: () => [],
    clouds: () => [],
    rain: () => [createRain(stage, 1)],
    snow: () => [createSnow(stage)],
    fog: () => createFog(stage),
    storm: () => [createRain(stage, 1.5), createLightning(stage)],
  }
  return makers[stage.spec.weather]()
}

interface Drop {
  x: number
  y: number
  /** 0 far, 1 near. */
  near: number
  phase: number
}

function scatter(random: Random, count: number): Drop[] {
  return Array.from({ length: count }, () => ({
    x: random(),
    y: random(),
    near: random() ** 1.6,
    phase: random() * Math.PI * 2,
  }))
}

/** The remainder that is never negative. */
function wrap(value: number, size: number): number {
  return value - Math.floor(value / size) * size
}

function createRain(stage: Stage, strength: number): Painter {
  const { width, height, unit, palette } = stage
  const drops = scatter(
    stage.randomFor('rain'),
    Math.round(420 * strength * Math.sqrt((width * height) / (832 * 480))),
  )
  const slant = 0.13 * strength
  const light = mix(palette.haze, [0.85, 0.9, 1], 0.6)
  return {
    paint({ rgb }, { t_s }) {
      for (const { x, y, near, phase } of drops) {
        const length = unit * (0.03 + near * 0.075) * (1 + 0.2 * Math.sin(phase))
        const fall = unit * (1.5 + near * 1.7) * t_s
        const top = wrap(y * (height + length) + fall, height + length) - length
        const left = wrap(x * width * 1.2 - slant * fall, width * 1.2) - width * 0.1
        const opacity = (0.07 + near * 0.2) * strength
        for (let row = Math.max(0, Math.ceil(top)); row < Math.min(height, top + length); row++) {
          const along = (row - top) / length
          const column = left - slant * (row - top)
          const x0 = Math.floor(column)
          if (x0 < 0 || x0 >= width - 1) continue
          const f = column - x0
          const weight = opacity * along * (2 - along) * (near > 0.55 ? 1.2 : 0.8)
          for (let side = 0; side < 2; side++) {
            const share = weight * (side === 0 ? 1 - f : f)
            const i = (row * width + x0 + side) * 3
            for (let c = 0; c < 3; c++) rgb[i + c] = rgb[i + c]! + (light[c]! - rgb[i + c]! * 0.6) * share
          }
        }
      }
    },
  }
}

function createSnow(stage: Stage): Painter {
  const { width, height, unit, palette, spec } = stage
  const flakes = scatter(stage.randomFor('snow'), Math.round(430 * Math.sqrt((width * height) / (832 * 480))))
  const bright = palette.isNight ? 0.78 : 1.02
  const wind = unit * 0.05
  return {
    paint(picture, { t_s, view }) {
      for (const { x, y, near, phase } of flakes) {
        const radius = unit * (0.0024 + near * near * 0.0075)
        const room = unit * 0.06
        const fall = unit * (0.07 + near * 0.2) * t_s * (0.7 + 0.3 * spec.pace)
        const sway = Math.sin(t_s * 1.4 + phase) * unit * 0.012 * (0.5 + near)
        const cx =
          wrap(
            x * (width + room) + sway + wind * t_s * (0.4 + near) - view.truck_px * (0.3 + near),
            width + room,
          ) -
          room / 2
        const cy = wrap(y * (height + room) + fall, height + room) - room / 2
        softDot(picture, cx, cy, radius * 1.7, bright, 0.5 + 0.45 * (1 - near * 0.5))
      }
    },
  }
}

/** A soft round spot that hides what is behind it. */
function softDot(
  { width, height, rgb }: Picture,
  x: number,
  y: number,
  radius: number,
  light: number,
  opacity: number,
): void {
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= Math.min(height - 1, y + radius); row++) {
    for (
      let column = Math.max(0, Math.ceil(x - radius));
      column <= Math.min(width - 1, x + radius);
      column++
    ) {
      const rest = 1 - ((row - y) ** 2 + (column - x) ** 2) / (radius * radius)
      if (rest <= 0) continue
      const amount = rest * opacity
      const i = (row * width + column) * 3
      for (let c = 0; c < 3; c++) rgb[i + c] = rgb[i + c]! + (light - rgb[i + c]!) * amount
    }
  }
}

function createFog(stage: Stage): Painter[] {
  const { height, horizon, unit, palette } = stage
  const line = Math.min(horizon, height * 0.7)
  const colour = mix(palette.haze, palette.sky[0], 0.5)
  return [
    createMist(stage, {
      top: line - unit * 0.34,
      bottom: line + unit * 0.3,
      colour,
      density: 1.1,
      nearness: 0.2,
      purpose: 'far fog',
    }),
    createMist(stage, {
      top: line - unit * 0.12,
      bottom: height + unit * 0.2,
      colour,
      density: 0.75,
      nearness: 0.7,
      purpose: 'near fog',
    }),
  ]
}

/** Flashes, each with a bolt down to the horizon; when they come is drawn from the seed. */
function createLightning(stage: Stage): Painter {
  const { width, height, horizon, duration_s, unit } = stage
  const random = stage.randomFor('lightning')
  const flashes = Array.from({ length: Math.max(1, Math.round(duration_s / 2.2)) }, (_, i) => {
    const bolt: { x: number; y: number }[] = []
    let x = between(random, 0.15, 0.85) * width
    const end = Math.min(horizon, height)
    for (let y = -unit * 0.02; y < end; y += unit * 0.022) {
      bolt.push({ x, y })
      x += between(random, -0.026, 0.026) * unit
    }
    return { at_s: (i + between(random, 0.2, 0.8)) * 2.2, bolt }
  })
  return {
    paint(picture, { t_s, view }) {
      for (const { at_s, bolt } of flashes) {
        const age = t_s - at_s
        if (age < 0 || age > 0.5) continue
        const light = Math.exp(-age * 9) * (0.75 + 0.25 * Math.cos(age * 70))
        for (let i = 0; i < picture.rgb.length; i++)
          picture.rgb[i] = picture.rgb[i]! * (1 + light * 0.75) + light * 0.05
        for (let i = 1; i < bolt.length; i++) {
          const [a, b] = [bolt[i - 1]!, bolt[i]!]
          for (let k = 0; k < 1; k += 0.07) {
            softDot(
              picture,
              a.x + (b.x - a.x) * k,
              a.y + (b.y - a.y) * k + view.tilt_px,
              unit * 0.0042,
              2.6,
              Math.min(1, light * 1.3),
            )
          }
        }
      }
    },
  }
}
