import { type Colour, mix, multiply, scale, smoothstep } from '../../colour.ts'
import type { Layer } from '../../picture.ts'
import { between, type Random } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'
import { stamp } from '../../subjects/stamp.ts'
import { grassColour } from './ground.ts'
import { drawPlant, plantColour } from './plants.ts'

export interface MeadowOptions {
  /** A flower of the lexicon, or null for grass alone. */
  flower: string | null
  colour: Colour | null
  /** How many plants on a picture of usual shape. */
  count: number
  /** In heights of the camera. */
  height: number
  /** The share of grass among the plants. */
  grass: number
  nearest: number
  farthest: number
}

interface Plant {
  x: number
  y: number
  size: number
  phase: number
  variants: Layer[]
}

/** Each size of a plant is drawn once and used for whatever is about as large. */
const SIZES = [5, 9, 16, 28, 48, 80, 130]
const VARIANTS = 3

/** Flowers and grass on the ground, far to near, swaying as gusts run over them. */
export function createMeadow(stage: Stage, options: MeadowOptions): Painter {
  const { unit, width, middle, horizon, palette } = stage
  const random = stage.randomFor('meadow')
  const focal = unit * 1.05
  const light = mix(palette.ambient, palette.light, 0.55)
  const drawer = plantDrawer(stage, random, options, light)
  const plants: Plant[] = []
  for (let i = 0; i < options.count * (width / unit); i++) {
    // Even in the picture rather than on the ground: a little denser toward the front.
    const t = random() ** 1.05
    const z = 1 / (1 / options.farthest + (1 / options.nearest - 1 / options.farthest) * (1 - t))
    const y = horizon + focal / z
    const size = ((options.height * focal) / z) * between(random, 0.72, 1.2)
    const isGrass = random() < options.grass
    const variants = drawer(isGrass ? 'grass' : (options.flower ?? 'grass'), size * (isGrass ? 0.72 : 1), z)
    plants.push({ x: middle + between(random, -0.62, 0.62) * width, y, size, phase: random() * 6, variants })
  }
  plants.sort((a, b) => a.y - b.y)
  const chosen = plants.map((plant) => plant.variants[Math.floor(random() * plant.variants.length)]!)
  return {
    paint(picture, { t_s, view }) {
      for (const [i, plant] of plants.entries()) {
        const sprite = chosen[i]!
        const x = middle + (plant.x - middle) * view.zoom - view.truck_px
        const y = horizon + (plant.y - horizon) * view.zoom + view.tilt_px
        const gust =
          Math.sin(t_s * 1.5 + plant.x * (6 / unit) + plant.y * (3 / unit)) * 0.6 +
          Math.sin(t_s * 3.1 + plant.phase) * 0.4
        const angle = gust * 0.075
        const half = (sprite.height / 2) * view.zoom
        stamp(picture, sprite, {
          x: x + Math.sin(angle) * half,
          y: y - Math.cos(angle) * half,
          scaleX: view.zoom,
          scaleY: view.zoom,
          angle,
        })
      }
    },
  }
}

function plantDrawer(
  stage: Stage,
  random: Random,
  options: MeadowOptions,
  light: Colour,
): (name: string, size: number, z: number) => Layer[] {
  const drawn = new Map<string, Layer[]>()
  const { palette } = stage
  const grass = grassColour(stage)
  const flower = options.colour ?? plantColour(options.flower ?? 'daisy')
  return (name, wanted, z) => {
    const size = SIZES.find((step) => step >= wanted * 0.85) ?? SIZES.at(-1)!
    const key = `${name} ${size}`
    const known = drawn.get(key)
    if (known) return known
    const far = smoothstep(4, options.farthest, z) * 0.45
    const shown = (colour: Colour) => mix(multiply(colour, scale(light, 1.08)), palette.haze, far)
    const colours =
      name === 'grass'
        ? { flower: shown(grass), leaf: shown(grass) }
        : { flower: shown(flower), leaf: shown(scale(grass, 0.72)) }
    const layers = Array.from({ length: VARIANTS }, () => drawPlant(name, size, random, colours))
    drawn.set(key, layers)
    return layers
  }
}
