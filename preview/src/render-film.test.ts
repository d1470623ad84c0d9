import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderFilm } from './render-film.ts'
import { createRenderer, type FilmRequest } from './renderer.ts'

const prompts = [
  'a girl on a hill, sheep, sunset',
  'snow mountains at dawn, hot air balloons',
  'Mount Fuji over a lake at night, lanterns',
  'above the clouds, airplane',
  'desert, camels',
  'a room with a window on the city',
]

for (const prompt of prompts) {
  test(`threads that share the work on "${prompt}" draw what one alone draws`, async () => {
    const request: FilmRequest = {
      prompt,
      width_px: 256,
      height_px: 256,
      fps: 16,
      frames: 4,
      seed: 3,
      image: null,
    }
    const renderer = await createRenderer(request)
    const alone = new Uint8Array(256 * 256 * 1.5)
    let index = 0
    for await (const frame of renderFilm(request, { threads: 3, signal: new AbortController().signal })) {
      renderer.render(index++, alone)
      assert.ok(Buffer.compare(frame, alone) === 0, `frame ${index}`)
    }
    assert.equal(index, request.frames)
  })
}
