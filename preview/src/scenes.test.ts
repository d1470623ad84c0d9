import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewAt } from './camera.ts'
import { composeScene } from './compose.ts'
import { createPicture } from './picture.ts'
import { parsePrompt } from './prompt/parse.ts'
import { createRenderer } from './renderer.ts'
import { createCast, hasTable } from './subjects/subjects.ts'
import { createStage } from './stage.ts'

const prompts = [
  'a sailboat on the sea at sunset, clear sky',
  'lanterns over a lake, mist, a swan',
  'beach at noon, a crab',
  'neon city in the rain, taxi',
  'saturn in space, an astronaut, meteor shower',
  'desert, camels',
  'forest in falling snow, a deer',
  'tulip field, a bee, rainbow',
  'meadow in autumn, three horses, birds',
  'mountains at night, aurora, an eagle',
  'arctic snowfield, penguins, pan right',
  'under the sea, a whale, bubbles',
  'above the clouds, airplane, drone shot',
  'a cup of coffee by the sea at sunset, zoom in',
  'thunderstorm at sea, a ship, tilt up',
  'bamboo forest, a panda',
  'bamboo by a lake in the snow, a man in a robe',
  'Golden Gate Bridge at sunset',
  'stone bridge at night, a sailboat',
  'wooden bridge in a forest, a woman with an umbrella',
  'Mount Fuji, two people sitting on a bench',
  'fireworks, cherry blossom petals, fireflies, pull out',
]

for (const prompt of prompts) {
  test(`every pixel of "${prompt}" is painted, in any shape and at any time`, () => {
    for (const [width, height] of [
      [320, 256],
      [256, 456],
    ] as const) {
      const spec = parsePrompt(prompt)
      const stage = createStage(spec, { width, height, seed: 5, duration_s: 5 })
      const painters = composeScene(stage)
      for (const progress of [0, 1]) {
        const picture = createPicture(width, height)
        picture.rgb.fill(-1e4) // what no layer covers stays far below black
        const view = viewAt(spec.camera, progress, { x_px: stage.marginX, y_px: stage.marginY })
        for (const painter of painters) painter.paint(picture, { t_s: progress * 5, progress, view })
        const hole = picture.rgb.findIndex((part) => !(part >= -0.2 && part < 40))
        assert.equal(
          hole,
          -1,
          `${width}x${height} at ${progress}: row ${Math.floor(hole / 3 / width)} is ${picture.rgb[hole]}`,
        )
      }
    }
  })
}

test('a frame depends on nothing but its number: any order gives the same bytes', async () => {
  const request = {
    model: 'preview',
    mode: 'text-to-video' as const,
    prompt: 'rain over a lake at night with fireflies and two swans',
    negative_prompt: null,
    width_px: 256,
    height_px: 256,
    fps: 16,
    frames: 9,
    seed: 3,
    steps: null,
    guidance: null,
    image: null,
    last_image: null,
    audio: null,
  }
  const [forth, back] = [await createRenderer(request), await createRenderer(request)]
  const draw = (renderer: typeof forth, index: number) => {
    const frame = new Uint8Array(256 * 256 * 1.5)
    renderer.render(index, frame)
    return Buffer.from(frame).toString('base64')
  }
  const inOrder = [0, 1, 2, 3, 4].map((index) => draw(forth, index))
  const reversed = [4, 3, 2, 1, 0].map((index) => draw(back, index)).toReversed()
  assert.deepEqual(inOrder, reversed)
  assert.equal(new Set(inOrder).size, 5, 'something moves')
})

test('the prompt and the seed both change what is seen', async () => {
  const frameOf = async (prompt: string, seed: number) => {
    const size = {
      width_px: 256,
      height_px: 256,
      fps: 16,
      frames: 1,
      seed,
      image: null,
    }
    const renderer = await createRenderer({ ...size, prompt })
    const frame = new Uint8Array(256 * 256 * 1.5)
    renderer.render(0, frame)
    return frame
  }
  const [first, other, elsewhere] = await Promise.all([
    frameOf('a lake', 1),
    frameOf('a lake', 2),
    frameOf('a desert', 1),
  ])
  const distance = (a: Uint8Array, b: Uint8Array) => {
    let sum = 0
    for (let i = 0; i < 256 * 256; i++) sum += Math.abs(a[i]! - b[i]!)
    return sum / (256 * 256)
  }
  assert.ok(distance(first, other) > 4, 'another seed is another composition, not other noise')
  assert.ok(distance(first, elsewhere) > 8)
})

test('what lies on a table never hovers: a table comes with it, but in space and under water', () => {
  const stageOf = (prompt: string) =>
    createStage(parsePrompt(prompt), { width: 320, height: 256, seed: 5, duration_s: 5 })
  const places = ['by the sea', 'on a lake', 'in a city', 'on a beach', 'above the clouds', 'in a forest', '']
  for (const place of places) {
    const stage = stageOf(`a cup of coffee ${place}`)
    assert.ok(hasTable(stage), place)
    for (const ground of ['water', 'land', 'none'] as const) {
      const { air, ground: standing } = createCast(stage, { ground, y: 200 })
      assert.equal(air.length + standing.length, 0, `${place}: nowhere but on the table`)
    }
    assert.equal(createCast(stage, { ground: 'table', y: 200 }).ground.length, 1, place)
  }
  for (const prompt of ['a cup of coffee in space', 'a book under the sea', 'a ship at sea'])
    assert.ok(!hasTable(stageOf(prompt)), prompt)
})
