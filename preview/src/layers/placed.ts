import { type Layer, layOver } from '../picture.ts'
import type { Painter, Stage } from '../stage.ts'

/** Shows a layer as far away as `nearness` says: 0 does not move with the camera, 1 moves as what stands at the front. */
export function placed(stage: Stage, layer: Layer, nearness: number): Painter {
  return {
    paint(picture, { view }) {
      const zoom = 1 + (view.zoom - 1) * nearness
      const x = stage.middle + (layer.left - stage.middle) * zoom - view.truck_px * nearness
      const y = stage.horizon + (layer.top - stage.horizon) * zoom + view.tilt_px
      layOver(picture, layer, x, y, zoom)
    },
  }
}
