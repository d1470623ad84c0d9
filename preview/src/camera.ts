import type { CameraMove } from './prompt/scene.ts'
import type { View } from './stage.ts'

/** How far the camera may go, in pixels, before the layers end. */
interface Reach {
  x_px: number
  y_px: number
}

/** Slow in the beginning and at the end, so that a loop or a cut does not jerk. */
function ease(t: number): number {
  return t * t * (3 - 2 * t) * 0.35 + t * 0.65
}

const MOVES: Record<CameraMove, (t: number, reach: Reach) => Partial<View>> = {
  still: (t) => ({ zoom: 1 + 0.008 * t }),
  push_in: (t) => ({ zoom: 1 + 0.14 * t }),
  pull_out: (t) => ({ zoom: 1.16 - 0.15 * t }),
  pan_left: (t, { x_px }) => ({ truck_px: (0.5 - t) * 1.6 * x_px }),
  pan_right: (t, { x_px }) => ({ truck_px: (t - 0.5) * 1.6 * x_px }),
  tilt_up: (t, { y_px }) => ({ tilt_px: (t - 0.5) * 1.5 * y_px }),
  tilt_down: (t, { y_px }) => ({ tilt_px: (0.5 - t) * 1.5 * y_px }),
  orbit: (t, { x_px }) => ({ truck_px: (t - 0.5) * 1.7 * x_px, zoom: 1 + 0.06 * t }),
  fly: (t, { x_px }) => ({ truck_px: Math.sin(t * Math.PI) * 0.2 * x_px, zoom: 1 + 0.5 * t }),
}

/** Where the camera stands: a pure function of the film's progress from 0 to 1. */
export function viewAt(move: CameraMove, progress: number, reach: Reach): View {
  return { truck_px: 0, tilt_px: 0, zoom: 1, ...MOVES[move](ease(progress), reach) }
}
