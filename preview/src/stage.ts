import { createNoise, type Noise } from './noise.ts'
import { paletteOf, type Palette } from './palette.ts'
import type { Layer, Picture } from './picture.ts'
import type { SceneSpec } from './prompt/scene.ts'
import { between, randomFor, type Random } from './random.ts'

/** Where the camera stands at one moment, against where it rests. */
export interface View {
  /** How far things at distance 1 have moved left, in pixels. */
  truck_px: number
  /** How far everything has moved down, in pixels. */
  tilt_px: number
  /** How much larger things at distance 1 are. */
  zoom: number
}

/** One moment of the film. */
export interface Moment {
  t_s: number
  /** 0 at the first frame, 1 at the last. */
  progress: number
  view: View
}

/** Paints itself over what is there: layers of a scene, in order from far to near. */
export interface Painter {
  paint(picture: Picture, moment: Moment): void
}

export type Painted = Layer | Picture

/** Gives what shows the painted; `paint` must depend on the request alone and change nothing outside. */
export type PaintOnce = <T extends Painted>(paint: () => T, show: (painted: T) => Painter) => Painter

const paintAlone: PaintOnce = (paint, show) => show(paint())

/** All that the layers of one film share. */
export interface Stage {
  width: number
  height: number
  /** The shorter side: what sizes are measured in. */
  unit: number
  /** The row of the horizon while the camera rests; may lie outside the picture. */
  horizon: number
  /** The middle column: where everything grows from when the camera moves in. */
  middle: number
  /** Room around layers for the camera to move in, in pixels. */
  marginX: number
  marginY: number
  duration_s: number
  spec: SceneSpec
  palette: Palette
  /** The sun, or the moon by night. */
  sun: { x: number; y: number }
  noise: Noise
  randomFor: (purpose: string) => Random
  /** For what takes long: one thread of the film paints it, all show it. */
  paintOnce: PaintOnce
}

/** The horizon's height in parts of the picture, for landscape and for portrait. */
const HORIZONS: Record<SceneSpec['setting'], readonly [landscape: number, portrait: number]> = {
  sea: [0.6, 0.62],
  lake: [0.58, 0.58],
  beach: [0.5, 0.52],
  city: [0.72, 0.74],
  space: [1.5, 1.5],
  desert: [0.5, 0.52],
  forest: [0.62, 0.62],
  field: [0.46, 0.48],
  meadow: [0.52, 0.54],
  mountain: [0.6, 0.6],
  snowfield: [0.56, 0.58],
  underwater: [-0.2, -0.2],
  sky: [0.8, 0.78],
  street: [0.56, 0.58],
  room: [0.5, 0.5],
}

export function createStage(
  spec: SceneSpec,
  {
    width,
    height,
    seed,
    duration_s,
    paintOnce = paintAlone,
  }: { width: number; height: number; seed: number; duration_s: number; paintOnce?: PaintOnce },
): Stage {
  const portrait = height > width
  const random = randomFor(seed, 'stage')
  const horizon = Math.round(
    height * (HORIZONS[spec.setting][portrait ? 1 : 0] + between(random, -0.025, 0.025)),
  )
  const palette = paletteOf(spec)
  // On one side of the middle third, never right in the middle and never cut off.
  const side = random() < 0.5 ? -1 : 1
  const sunX = width * (0.5 + side * between(random, 0.08, 0.27))
  const sky = Math.min(horizon, height)
  const sunY =
    sky -
    Math.min(
      sky * 0.88,
      palette.sunHeight * Math.max(sky, 0.5 * height) + between(random, -0.01, 0.01) * height,
    )
  return {
    width,
    height,
    unit: Math.min(width, height),
    horizon,
    middle: width / 2,
    marginX: Math.ceil(width * 0.09),
    marginY: Math.ceil(height * 0.1),
    duration_s,
    spec,
    palette,
    sun: { x: sunX, y: sunY },
    noise: createNoise(randomFor(seed, 'noise')),
    randomFor: (purpose) => randomFor(seed, purpose),
    paintOnce,
  }
}
