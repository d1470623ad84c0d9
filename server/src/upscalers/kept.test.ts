import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import {
  cellsOf,
  type ClipShape,
  type Colours,
  lookAt,
  makeClip,
  soundOf,
  turnPicture,
} from '../testing/media/clips.ts'
import { writeNetwork } from '../testing/media/tiny-network.ts'
import { createFfmpegUpscaler, createOnnxUpscaler, hasRuntime, type Upscaler } from './upscalers.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipwright-kept-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const never = new AbortController().signal

async function onnx(channels: 1 | 3): Promise<Upscaler> {
  const model_path = join(folder, `network-${channels}.onnx`)
  await writeNetwork(model_path, { channels, scale: 2 })
  return createOnnxUpscaler({ model_path, threads: 2 })
}

const upscalers: Record<string, () => Promise<Upscaler>> = {
  onnx: () => onnx(1),
  'onnx, three channels': () => onnx(3),
  ffmpeg: async () => createFfmpegUpscaler(),
}
/** The package is optional: where it cannot be had, what needs it is not tested. */
const withoutRuntime = hasRuntime() ? false : 'onnxruntime-node is not installed'

/** Old television's, and no two of them the same: none can stand in for another. */
const sd: Colours = { space: 'bt470bg', primaries: 'smpte170m', transfer: 'gamma28', range: 'tv' }

const bare: Colours = { space: 'unknown', primaries: 'unknown', transfer: 'unknown', range: 'unknown' }

/** Without hard edges: through red, green and blue they lose colours that no screen can show. */
function makeSoftClip(name: string, { filter = 'null', ...shape }: ClipShape): Promise<string> {
  return makeClip(folder, name, { ...shape, filter: `boxblur=4,${filter}` })
}

/** The result: of nearly the aspect of most clips here, as even sides make it. */
async function upscaleBy(
  upscaler: Upscaler,
  source_path: string,
  width_px = 190,
  height_px = 128,
): Promise<string> {
  const target_path = source_path.replace('.mp4', '-large.mp4')
  await upscaler.run({ source_path, target_path, width_px, height_px, signal: never, onFrame: () => {} })
  await upscaler.close()
  return target_path
}

function assertNear(cells: Buffer, wanted: Uint8Array): void {
  assert.equal(cells.length, wanted.length)
  const most = wanted.reduce((most, value, i) => Math.max(most, Math.abs(value - cells[i]!)), 0)
  assert.ok(most <= 12, `a cell differs by ${most} of 255`)
}

/** Every frame shows the same, in the same colours and the same way up. */
async function assertLooksAlike(source: string, result: string): Promise<void> {
  assertNear(await cellsOf(result), await cellsOf(source))
}

for (const [name, create] of Object.entries(upscalers)) {
  suite(`upscaler ${name}`, { skip: name.startsWith('onnx') && withoutRuntime }, () => {
    const upscale = async (source: string, ...size: number[]) => upscaleBy(await create(), source, ...size)

    const clips: [string, ClipShape][] = [
      ['of high definition', {}],
      ['whose colours are old television’s', { colours: sd }],
      ['that has no sound and says nothing of its colours', { sound: false, colours: bare }],
      ['with pixels that are not square', { filter: 'setsar=4/3' }],
      ['whose picture begins later than its sound', { filter: 'setpts=PTS+0.5/TB' }],
    ]
    for (const [what, shape] of clips) {
      test(`a clip ${what} keeps its look, frames, time, sound and tags`, async () => {
        const source = await makeSoftClip(`${what} ${name}`, shape)
        const result = await upscale(source)
        assert.deepEqual(await lookAt(result), { ...(await lookAt(source)), size: '190x128' })
        assert.deepEqual(await soundOf(result), await soundOf(source))
        await assertLooksAlike(source, result)
      })
    }

    test('full range becomes limited, and the picture stays as bright', async () => {
      const source = await makeSoftClip(`full range ${name}`, {
        colours: { ...sd, range: 'pc' },
        filter: 'scale=out_range=pc',
        form: 'yuvj420p',
      })
      const from = await lookAt(source)
      assert.equal(from.colours.color_range, 'pc')
      const result = await upscale(source)
      assert.deepEqual((await lookAt(result)).colours, { ...from.colours, color_range: 'tv' })
      await assertLooksAlike(source, result)
    })

    test('frames that are not evenly spaced all stay, in the same time', async () => {
      const filter = "select='gt(mod(n,7),2)'"
      const source = await makeSoftClip(`uneven ${name}`, { filter })
      const result = await upscale(source)
      const [from, to] = [(await lookAt(source)).kept, (await lookAt(result)).kept]
      assert.equal(to.nb_read_frames, from.nb_read_frames)
      assert.ok(Math.abs(Number(to.duration) - Number(from.duration)) < 0.1, JSON.stringify([from, to]))
      assert.deepEqual(await soundOf(result), await soundOf(source))
      await assertLooksAlike(source, result)
    })

    test('a picture that players turn by a quarter stands as they show it', async () => {
      const source = await makeSoftClip(`turned ${name}`, { filter: 'setsar=4/3' })
      await turnPicture(source)
      const result = await upscale(source, 128, 192)
      const { size, pixel_aspect, kept } = await lookAt(result)
      assert.deepEqual([size, pixel_aspect, kept.nb_read_frames], ['128x192', '3:4', '25'])
      await assertLooksAlike(source, result)
    })

    test('what stood under the name of the result stays until the result is whole', async () => {
      const source_path = await makeSoftClip(`part ${name}`, { frames: 60 })
      const target = join(folder, `part-${name}`)
      await mkdir(target)
      const target_path = join(target, 'large.mp4')
      await writeFile(target_path, 'before')
      const upscaler = await create()
      const meanwhile = new Set<string>()
      const onFrame = () => {
        for (const file of readdirSync(target)) meanwhile.add(file.replace(/\.[0-9a-f]{8}\./, '.*.'))
        assert.equal(readFileSync(target_path, 'utf8'), 'before')
      }
      await upscaler.run({ source_path, target_path, width_px: 192, height_px: 128, signal: never, onFrame })
      await upscaler.close()
      assert.deepEqual([...meanwhile].toSorted(), ['large.*.part.mp4', 'large.mp4'])
      assert.deepEqual(await readdir(target), ['large.mp4'])
      assert.ok((await readFile(target_path)).length > 1000)
    })
  })
}

test('a network gets and gives red, green and blue in this order', { skip: withoutRuntime }, async () => {
  const gains = [1, 0.5, 0]
  const source = await makeSoftClip('order', {})
  const model_path = join(folder, 'order.onnx')
  await writeNetwork(model_path, { channels: 3, scale: 2, gains })
  const result = await upscaleBy(createOnnxUpscaler({ model_path }), source)
  const wanted = (await cellsOf(source)).map((value, i) => value * gains[i % 3]!)
  assertNear(await cellsOf(result), wanted)
})
