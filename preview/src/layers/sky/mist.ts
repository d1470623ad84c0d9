import type { Colour } from '../../colour.ts'
import { smoothstep } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import { createLayer, layOver } from '../../picture.ts'
import { between } from '../../random.ts'
import type { Painter, Stage } from '../../stage.ts'

export interface MistOptions {
  /** The rows it lies between while the camera rests; thickest in their middle. */
  top: number
  bottom: number
  colour: Colour
  density: number
  nearness: number
  purpose: string
}

const CELL = 6

/** A bank of mist that drifts across. It is soft, so it is painted small and enlarged. */
export function createMist(
  stage: Stage,
  { top, bottom, colour, density, nearness, purpose }: MistOptions,
): Painter {
  const random = stage.randomFor(`mist ${purpose}`)
  const room = stage.unit * 0.5
  const width = Math.ceil((stage.width + room * 2) / CELL)
  const height = Math.max(3, Math.ceil((bottom - top) / CELL))
  const layer = createLayer(width, height)
  const offset = between(random, 0, 200)
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height
    const body = smoothstep(0, 0.5, v) * smoothstep(1, 0.6, v)
    for (let x = 0; x < width; x++) {
      const u = (x * CELL) / stage.unit
      const cloud =
        0.55 + 0.95 * fbm(stage.noise, u * 2.1 + offset, ((y * CELL) / stage.unit) * 6 + offset, 4)
      const alpha = Math.min(0.96, Math.max(0, body * cloud * density))
      const i = (y * width + x) * 4
      for (let c = 0; c < 3; c++) layer.rgba[i + c] = colour[c]! * alpha
      layer.rgba[i + 3] = alpha
    }
  }
  const wind = (random() < 0.5 ? -1 : 1) * between(random, 0.012, 0.022) * stage.unit * stage.spec.pace
  return {
    paint(picture, { t_s, view }) {
      const zoom = 1 + (view.zoom - 1) * nearness
      const x = -room + wind * (t_s - stage.duration_s / 2) - view.truck_px * nearness
      const left = stage.middle + (x - stage.middle) * zoom
      layOver(picture, layer, left, stage.horizon + (top - stage.horizon) * zoom + view.tilt_px, CELL * zoom)
    },
  }
}
