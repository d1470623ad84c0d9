/** Draws frames of our own preview engine, uncompressed: `node render-scenes.mjs FOLDER`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRenderer } from '../preview/src/renderer.ts'

const WIDTH = 1280
const HEIGHT = 720
const FRAMES = 81
/** Neighbours from the middle of the film, where the camera moves. */
const SHOWN = [40, 41, 42, 43, 44, 45, 46, 47]
const SCENES = {
  city: 'a neon city at night in the rain',
  forest: 'a fox in a misty forest, morning light',
  lake: 'mountains above a lake at sunset',
  meadow: 'a lavender field with butterflies, summer',
  reef: 'a whale under water with fish and corals',
  sea: 'a sailing boat on the sea at dusk',
  snow: 'snow falls on a village in the mountains',
  space: 'a ringed planet and stars',
}

const folder = process.argv[2]
await mkdir(folder, { recursive: true })
for (const [index, [name, prompt]] of Object.entries(SCENES).entries()) {
  const renderer = await createRenderer({
    prompt,
    width_px: WIDTH,
    height_px: HEIGHT,
    fps: 16,
    frames: FRAMES,
    seed: index + 1,
    image: null,
  })
  const frames = SHOWN.map((frame) => {
    const out = new Uint8Array((WIDTH * HEIGHT * 3) / 2)
    renderer.render(frame, out)
    return out
  })
  await writeFile(join(folder, `${name}-${WIDTH}x${HEIGHT}.yuv`), Buffer.concat(frames))
}
