import { createCanvas, Path2D } from '@napi-rs/canvas'
import { layerFromCanvas } from './canvas.ts'
import { layOver, type Picture } from './picture.ts'

const TEXT = 'PROCEDURAL PREVIEW'

/** Letters as strokes on a grid of 6 units height: there is no font to rely on. */
const STROKES: Record<string, { width: number; path: string }> = {
  A: { width: 4, path: 'M0 6L2 0L4 6M.8 4H3.2' },
  C: { width: 4, path: 'M4 1.4A2 2 0 0 0 0 2V4A2 2 0 0 0 4 4.6' },
  D: { width: 4, path: 'M0 0V6H1.8A2.2 2.2 0 0 0 4 3.8V2.2A2.2 2.2 0 0 0 1.8 0Z' },
  E: { width: 3.6, path: 'M3.6 0H0V6H3.6M0 3H3' },
  I: { width: 0, path: 'M0 0V6' },
  L: { width: 3.3, path: 'M0 0V6H3.3' },
  O: { width: 4, path: 'M2 0A2 2 0 0 1 4 2V4A2 2 0 0 1 0 4V2A2 2 0 0 1 2 0Z' },
  P: { width: 3.8, path: 'M0 6V0H2.1A1.7 1.7 0 0 1 2.1 3.4H0' },
  R: { width: 3.9, path: 'M0 6V0H2.1A1.7 1.7 0 0 1 2.1 3.4H0M2 3.4L3.9 6' },
  U: { width: 4, path: 'M0 0V4A2 2 0 0 0 4 4V0' },
  V: { width: 4, path: 'M0 0L2 6L4 0' },
  W: { width: 5.6, path: 'M0 0L1.3 6L2.8 1.2L4.3 6L5.6 0' },
}

/** Writes on every picture, bottom right, that no model made it. */
export function createLabel(width: number, height: number): (picture: Picture) => void {
  const unit = Math.max(1.35, (Math.min(width, height) * 0.0215) / 6)
  const canvas = createCanvas(Math.ceil(unit * 106), Math.ceil(unit * 14))
  const context = canvas.getContext('2d')
  context.scale(unit, unit)
  context.translate(4, 4)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const lines = new Path2D()
  let end = 0
  for (const letter of TEXT) {
    const stroke = STROKES[letter]
    if (stroke) lines.addPath(new Path2D(stroke.path), { e: end, a: 1, d: 1 })
    end += stroke ? stroke.width + 1.9 : 2.6
  }
  context.fillStyle = 'rgba(10,12,20,0.3)'
  context.beginPath()
  context.roundRect(-3, -2.6, end + 4.2, 11.2, 3)
  context.fill()
  context.lineWidth = 0.9
  context.strokeStyle = 'rgba(255,255,255,0.88)'
  context.stroke(lines)
  const layer = layerFromCanvas(canvas)
  const x = Math.round(width - (end + 4 + 3.5) * unit)
  const y = Math.round(height - (6 + 4 + 4.5) * unit)
  return (picture) => layOver(picture, layer, x, y)
}
