// Draws one frame of each prompt of sheet.tsv into one picture, to be looked at:
// node preview/sheet.ts SHEET.png [FIRST [COUNT]]
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import { notDrawn } from './src/preview.ts'
import { createRenderer } from './src/renderer.ts'

const [width_px, height_px, frames] = [416, 240, 81] as const
const [columns, caption_px] = [4, 34] as const

/** One frame of planar yuv420p, BT.709, limited range, as red, green, blue, alpha. */
function toRgba(yuv: Uint8Array): Uint8ClampedArray {
  const size = width_px * height_px
  const rgba = new Uint8ClampedArray(size * 4)
  for (let i = 0; i < size; i++) {
    const chroma = (Math.floor(i / width_px) >> 1) * (width_px >> 1) + ((i % width_px) >> 1)
    const y = (yuv[i]! - 16) * 1.1644
    const u = yuv[size + chroma]! - 128
    const v = yuv[size + (size >> 2) + chroma]! - 128
    rgba.set([y + 1.7927 * v, y - 0.2132 * u - 0.5329 * v, y + 2.1124 * u, 255], i * 4)
  }
  return rgba
}

const [path, first = '1', count = '60'] = parseArgs({ allowPositionals: true }).positionals
if (!path) throw new Error('Where to? node preview/sheet.ts SHEET.png [FIRST [COUNT]]')
const rows = readFileSync(new URL('./sheet.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
const prompts = rows
  .map((row) => row.split('\t')[1]!)
  .slice(Number(first) - 1, Number(first) - 1 + Number(count))

const canvas = createCanvas(
  columns * width_px,
  Math.ceil(prompts.length / columns) * (height_px + caption_px),
)
const pen = canvas.getContext('2d')
pen.fillStyle = '#fff'
pen.fillRect(0, 0, canvas.width, canvas.height)
pen.fillStyle = '#000'
pen.font = '13px sans-serif'
for (const [i, prompt] of prompts.entries()) {
  const renderer = await createRenderer({
    prompt,
    width_px,
    height_px,
    fps: 16,
    frames,
    seed: 1,
    image: null,
  })
  const frame = new Uint8Array((width_px * height_px * 3) / 2)
  renderer.render(frames >> 1, frame)
  const x = (i % columns) * width_px
  const y = Math.floor(i / columns) * (height_px + caption_px)
  const image = pen.createImageData(width_px, height_px)
  image.data.set(toRgba(frame))
  pen.putImageData(image, x, y)
  const left = notDrawn(prompt)
  pen.fillText(`${Number(first) + i} ${prompt}`.slice(0, 66), x + 3, y + height_px + 14)
  if (left.length > 0) pen.fillText(`   not drawn: ${left.join(', ')}`, x + 3, y + height_px + 29)
}
writeFileSync(path, canvas.toBuffer('image/png'))
