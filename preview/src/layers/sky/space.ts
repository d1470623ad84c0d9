import { clamp, type Colour, hex, mix, scale, smoothstep } from '../../colour.ts'
import { createNoise, fbm, type Noise, ridged } from '../../noise.ts'
import { createLayer, type Layer, layOver, type Picture } from '../../picture.ts'
import { between, pick } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'

const NEBULAE: readonly [readonly [Colour, Colour], ...(readonly [Colour, Colour])[]] = [
  [hex('6a2fb0'), hex('1c6fb8')],
  [hex('b0345e'), hex('3a2a9a')],
  [hex('1f8a8c'), hex('4a2a90')],
  [hex('c06a2a'), hex('6a1f66')],
]

/** Clouds of gas and dust behind everything, with more and less of stars. */
export function createNebula(stage: Stage): Painter {
  const { unit } = stage
  const random = stage.randomFor('nebula')
  const [first, second] = pick(random, NEBULAE)
  const cell = 3
  const left = -stage.marginX
  const top = -stage.marginY
  const layer = createLayer(
    Math.ceil((stage.width + stage.marginX * 2) / cell),
    Math.ceil((stage.height + stage.marginY * 2) / cell),
    left,
    top,
  )
  const [ou, ov] = [between(random, 0, 99), between(random, 0, 99)]
  const tilt = between(random, -0.7, 0.7)
  for (let y = 0; y < layer.height; y++) {
    for (let x = 0; x < layer.width; x++) {
      const u = (x * cell + left - stage.middle) / unit
      const v = (y * cell + top - stage.height / 2) / unit
      const wu = u * 1.5 + ou + 0.7 * fbm(stage.noise, u * 1.2 + 5, v * 1.2 + ov, 3)
      const wv = v * 1.5 + ov + 0.7 * fbm(stage.noise, u * 1.2 + 25, v * 1.2 + 9, 3)
      const band = Math.exp(-(((v - tilt * u) / 0.55) ** 2))
      const gas = clamp((0.42 + 1.2 * fbm(stage.noise, wu, wv, 6)) * (0.25 + 0.85 * band))
      const thread = ridged(stage.noise, wu * 1.3 + 40, wv * 1.3, 5) ** 2
      const dust = smoothstep(0.0, 0.42, fbm(stage.noise, wu * 1.1 + 70, wv * 1.1 + 7, 5) + 0.12)
      const hue = clamp(0.5 + fbm(stage.noise, u * 1.1 + 50, v * 1.1, 2) * 1.4)
      const colour = mix(first, second, hue)
      const light = gas * gas * (0.65 + thread * 0.9) * (0.3 + 0.7 * dust)
      const i = (y * layer.width + x) * 4
      for (let c = 0; c < 3; c++)
        layer.rgba[i + c] =
          [0.012, 0.014, 0.035][c]! + colour[c]! * light * 2.1 + thread * gas * gas * gas * 0.4
      layer.rgba[i + 3] = 1
    }
  }
  return {
    paint(picture, { progress, view }) {
      const drift = unit * 0.012 * (progress - 0.5)
      layOver(picture, layer, left - drift - view.truck_px * 0.08, top + view.tilt_px * 0.3, cell)
    },
  }
}

const WORLDS: readonly [readonly [Colour, Colour, Colour], ...(readonly [Colour, Colour, Colour])[]] = [
  [hex('d9b48a'), hex('a8714a'), hex('f1dfc2')],
  [hex('2f6ea8'), hex('4f8f5a'), hex('f2f6fa')],
  [hex('b5522e'), hex('7a2f1e'), hex('e0a070')],
  [hex('7fa8c9'), hex('4a6f9e'), hex('dbe9f2')],
  [hex('9a7ab8'), hex('5d4a8c'), hex('e0cfe8')],
]

interface Planet {
  x: number
  y: number
  radius: number
  /** Longitude across, latitude down: colour under full light. */
  map: Layer
  /** Toward its sun. */
  light: readonly [number, number, number]
  air: Colour
  ring: { inner: number; outer: number; tilt: number; colour: Colour } | null
}

const MAP_WIDTH = 512
const MAP_HEIGHT = 256

/** A planet that turns slowly, with its day side, its night side, a rim of air, and maybe a ring. */
export function createPlanet(stage: Stage): Painter {
  const { unit, middle, width, height } = stage
  const random = stage.randomFor('planet')
  const world = pick(random, WORLDS)
  const hasSubject = stage.spec.subjects.length > 0
  const side = stage.sun.x < middle ? -1 : 1
  const planet: Planet = {
    x: middle + side * width * between(random, 0.12, 0.22),
    y: height * between(random, 0.48, 0.62) + (hasSubject ? height * 0.12 : 0),
    radius: unit * between(random, 0.25, 0.34),
    map: paintWorld(stage, world),
    light: [-0.62 * side, -0.42, 0.55],
    air: mix(world[2], hex('6fb2ff'), 0.6),
    ring:
      random() < (stage.spec.extras.includes('rings') ? 1 : 0.4)
        ? {
            inner: 1.35,
            outer: 2.15,
            tilt: between(random, 0.2, 0.34),
            colour: mix(world[2], hex('c9b08a'), 0.5),
          }
        : null,
  }
  return {
    paint(picture, { t_s, view }) {
      const zoom = 1 + (view.zoom - 1) * 0.55
      const shown = {
        ...planet,
        x: middle + (planet.x - middle) * zoom - view.truck_px * 0.3,
        y: planet.y + view.tilt_px * 0.5,
        radius: planet.radius * zoom,
      }
      if (planet.ring) paintRing(picture, shown, planet.ring, 'behind')
      paintGlobe(picture, shown, t_s * 0.022)
      if (planet.ring) paintRing(picture, shown, planet.ring, 'front')
    },
  }
}

function paintWorld(stage: Stage, [base, dark, bright]: readonly [Colour, Colour, Colour]): Layer {
  const random = stage.randomFor('world')
  const noise = createNoise(random)
  const banded = random() < 0.55
  const map = createLayer(MAP_WIDTH, MAP_HEIGHT)
  for (let y = 0; y < MAP_HEIGHT; y++) {
    const latitude = (y / MAP_HEIGHT - 0.5) * Math.PI
    for (let x = 0; x < MAP_WIDTH; x++) {
      const longitude = (x / MAP_WIDTH) * Math.PI * 2
      // On a ball, so that the map has no seam and no pinched poles.
      const [px, py, pz] = [
        Math.cos(latitude) * Math.cos(longitude),
        Math.sin(latitude),
        Math.cos(latitude) * Math.sin(longitude),
      ]
      const rough = onBall(noise, px, py, pz, 2.6, 5)
      const swirl = onBall(noise, px + 3, py * 1.6, pz, 1.5, 3)

      const amount = banded
        ? clamp(0.5 + 0.6 * Math.sin(latitude * 11 + swirl * 2.6) * 0.6 + rough * 0.25)
        : smoothstep(-0.04, 0.12, rough)
      const cloud =
        smoothstep(0.1, 0.5, onBall(noise, px * 0.7 + 7 + swirl * 0.4, py * 1.7, pz * 0.7, 3.4, 4)) *
        (banded ? 0.35 : 0.85)
      const colour = mix(scale(mix(base, dark, amount), 0.9 + rough * 0.3), bright, cloud)
      const i = (y * MAP_WIDTH + x) * 4
      for (let c = 0; c < 3; c++) map.rgba[i + c] = colour[c]!
    }
  }
  return map
}

/** Noise on a ball: from three sides, blended, so that nothing is stretched. */
function onBall(noise: Noise, x: number, y: number, z: number, scaleBy: number, octaves: number): number {
  const [wx, wy, wz] = [x * x, y * y, z * z]
  const [sx, sy, sz] = [x * scaleBy + 30, y * scaleBy + 60, z * scaleBy + 90]
  return (
    (wx * fbm(noise, sy, sz, octaves) + wy * fbm(noise, sx, sz, octaves) + wz * fbm(noise, sx, sy, octaves)) /
    (wx + wy + wz)
  )
}

function paintGlobe(
  { width, height, rgb }: Picture,
  { x, y, radius, map, light, air }: Planet,
  turn: number,
): void {
  const halo = radius * 1.16
  for (let row = Math.max(0, Math.ceil(y - halo)); row <= Math.min(height - 1, y + halo); row++) {
    for (let column = Math.max(0, Math.ceil(x - halo)); column <= Math.min(width - 1, x + halo); column++) {
      const nx = (column - x) / radius
      const ny = (row - y) / radius
      const square = nx * nx + ny * ny
      const i = (row * width + column) * 3
      const distance = Math.sqrt(square)
      if (distance > 1) {
        const out = (distance - 1) / 0.16
        if (out >= 1) continue
        const day = clamp((nx * light[0] + ny * light[1]) / distance + 0.35)
        const glow = (1 - out) ** 3 * day * 0.55
        for (let c = 0; c < 3; c++) rgb[i + c] = rgb[i + c]! + air[c]! * glow
      }
      const cover = clamp((1 - distance) * radius + 0.5)
      if (cover <= 0) continue
      const nz = Math.sqrt(Math.max(0, 1 - square))
      const [tx, ty] = [nx * 0.95 - ny * 0.3, ny * 0.95 + nx * 0.3]
      const longitude = Math.atan2(tx, nz) / (Math.PI * 2) + turn
      const mx = ((((longitude % 1) + 1) % 1) * MAP_WIDTH) % MAP_WIDTH
      const my = Math.min(MAP_HEIGHT - 1.01, (Math.asin(clamp(ty, -1, 1)) / Math.PI + 0.5) * (MAP_HEIGHT - 1))
      const [x0, y0] = [Math.floor(mx), Math.floor(my)]
      const [fx, fy] = [mx - x0, my - y0]
      const a = (y0 * MAP_WIDTH + x0) * 4
      const b = (y0 * MAP_WIDTH + ((x0 + 1) % MAP_WIDTH)) * 4
      const facing = nx * light[0] + ny * light[1] + nz * light[2]
      const day = smoothstep(-0.12, 0.75, facing) * 1.12 + 0.015
      const edge = (1 - nz) ** 2.4 * smoothstep(-0.25, 0.5, facing) * 0.85
      for (let c = 0; c < 3; c++) {
        const above = map.rgba[a + c]! + (map.rgba[b + c]! - map.rgba[a + c]!) * fx
        const below =
          map.rgba[a + MAP_WIDTH * 4 + c]! +
          (map.rgba[b + MAP_WIDTH * 4 + c]! - map.rgba[a + MAP_WIDTH * 4 + c]!) * fx
        const ground = (above + (below - above) * fy) * day
        const colour = ground + (air[c]! * 1.15 - ground) * edge
        rgb[i + c] = rgb[i + c]! + (colour - rgb[i + c]!) * cover
      }
    }
  }
}

function paintRing(
  { width, height, rgb }: Picture,
  { x, y, radius, light }: Planet,
  { inner, outer, tilt, colour }: NonNullable<Planet['ring']>,
  part: 'behind' | 'front',
): void {
  const reach = radius * outer
  const [cos, sin] = [Math.cos(-0.32), Math.sin(-0.32)]
  for (let row = Math.max(0, Math.floor(y - reach)); row <= Math.min(height - 1, y + reach); row++) {
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column <= Math.min(width - 1, x + reach);
      column++
    ) {
      const dx = (column - x) / radius
      const dy = (row - y) / radius
      const u = dx * cos + dy * sin
      const v = (dy * cos - dx * sin) / tilt
      if (v < 0 !== (part === 'behind')) continue
      const distance = Math.sqrt(u * u + v * v)
      if (distance < inner || distance > outer) continue
      const t = (distance - inner) / (outer - inner)
      const grooves =
        0.62 +
        0.2 * Math.sin(distance * 47) +
        0.14 * Math.sin(distance * 113 + 1) -
        (Math.abs(t - 0.62) < 0.035 ? 0.6 : 0)
      // The planet's shadow falls on the part away from its sun.
      const along = -(u * light[0] + v * light[1] * 0.4)
      const aside = Math.abs(u * light[1] - v * light[0] * 0.6)
      const shade = along > 0 && part === 'behind' ? smoothstep(0.7, 1.05, aside) * 0.85 + 0.15 : 1
      const alpha = clamp(grooves) * smoothstep(0, 0.05, t) * smoothstep(1, 0.9, t) * 0.72
      const i = (row * width + column) * 3
      for (let c = 0; c < 3; c++) rgb[i + c] = rgb[i + c]! + (colour[c]! * shade * 1.02 - rgb[i + c]!) * alpha
    }
  }
}
