import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { cleanUp } from '../testing/clean-up.ts'
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

/** Without hard edges: through red, green and blue they lose colours that no screen can show. One for all upscalers. */
const softClip = once((name: string, { filter = 'null', ...shape }: ClipShape) =>
  makeClip(folder, name, { ...shape, filter: `boxblur=4,${filter}` }),
)
const turnedClip = once(async (name: string, shape: ClipShape) => {
  const path = await softClip(name, shape)
  await turnPicture(path)
  return path
})
/** Of a source, which every upscaler leaves as it is. */
const source = { look: once(lookAt), sound: once(soundOf), cells: once(cellsOf) }

/** The same promise for the same first argument. */
function once<A extends [string, ...unknown[]], T>(make: (...args: A) => Promise<T>) {
  const made = new Map<string, Promise<T>>()
  return (...args: A): Promise<T> => {
    const known = made.get(args[0]) ?? make(...args)
    made.set(args[0], known)
    return known
  }
}

/** The result: of nearly the aspect of most clips here, as even sides make it. */
async function upscaleBy(
  upscaler: Upscaler,
  source_path: string,
  width_px = 190,
  height_px = 128,
): Promise<string> {
  const target_path = source_path.replace('.mp4', `-${randomUUID()}.mp4`)
  await upscaler.run({ source_path, target_path, width_px, height_px, signal: never, onFrame: () => {} })
  return target_path
}

function assertNear(cells: Buffer, wanted: Uint8Array): void {
  assert.equal(cells.length, wanted.length)
  const most = wanted.reduce((most, value, i) => Math.max(most, Math.abs(value - cells[i]!)), 0)
  assert.ok(most <= 12, `a cell differs by ${most} of 255`)
}

/** Every frame shows the same, in the same colours and the same way up. */
async function assertLooksAlike(from: string, result: string): Promise<void> {
  assertNear(await cellsOf(result), await source.cells(from))
}

for (const [name, create] of Object.entries(upscalers)) {
  suite(`upscaler ${name}`, { skip: name.startsWith('onnx') && withoutRuntime }, () => {
    let upscaler: Upscaler
    before(async () => {
      upscaler = await create()
    })
    after(() => upscaler.close())
    const upscale = (from: string, ...size: number[]) => upscaleBy(upscaler, from, ...size)

    const clips: [string, ClipShape][] = [
      ['of high definition', {}],
      ['whose colours are old television’s', { colours: sd }],
      ['that has no sound and says nothing of its colours', { sound: false, colours: bare }],
      ['with pixels that are not square', { filter: 'setsar=4/3' }],
      ['whose picture begins later than its sound', { filter: 'setpts=PTS+0.5/TB' }],
    ]
    for (const [what, shape] of clips) {
      test(`a clip ${what} keeps its look, frames, time, sound and tags`, async () => {
        const from = await softClip(what, shape)
        const result = await upscale(from)
        assert.deepEqual(await lookAt(result), { ...(await source.look(from)), size: '190x128' })
        assert.deepEqual(await soundOf(result), await source.sound(from))
        await assertLooksAlike(from, result)
      })
    }

    test('full range becomes limited, and the picture stays as bright', async () => {
      const clip = await softClip('full range', {
        colours: { ...sd, range: 'pc' },
        filter: 'scale=out_range=pc',
        form: 'yuvj420p',
      })
      const from = await source.look(clip)
      assert.equal(from.colours.color_range, 'pc')
      const result = await upscale(clip)
      assert.deepEqual((await lookAt(result)).colours, { ...from.colours, color_range: 'tv' })
      await assertLooksAlike(clip, result)
    })

    test('frames that are not evenly spaced all stay, in the same time', async () => {
      const filter = "select='gt(mod(n,7),2)'"
      const clip = await softClip('uneven', { filter })
      const result = await upscale(clip)
      const [from, to] = [(await source.look(clip)).kept, (await lookAt(result)).kept]
      assert.equal(to.nb_read_frames, from.nb_read_frames)
      assert.ok(Math.abs(Number(to.duration) - Number(from.duration)) < 0.1, JSON.stringify([from, to]))
      assert.deepEqual(await soundOf(result), await source.sound(clip))
      await assertLooksAlike(clip, result)
    })

    test('a picture that players turn by a quarter stands as they show it', async () => {
      const clip = await turnedClip('turned', { filter: 'setsar=4/3' })
      const result = await upscale(clip, 128, 192)
      const { size, pixel_aspect, kept } = await lookAt(result)
      assert.deepEqual([size, pixel_aspect, kept.nb_read_frames], ['128x192', '3:4', '25'])
      await assertLooksAlike(clip, result)
    })

    test('what stood under the name of the result stays until the result is whole', async () => {
      const source_path = await softClip('part', { frames: 60 })
      const target = join(folder, `part-${name}`)
      await mkdir(target)
      const target_path = join(target, 'large.mp4')
      await writeFile(target_path, 'before')
      const meanwhile = new Set<string>()
      const onFrame = () => {
        for (const file of readdirSync(target)) meanwhile.add(file.replace(/\.[0-9a-f]{8}\./, '.*.'))
        assert.equal(readFileSync(target_path, 'utf8'), 'before')
      }
      await upscaler.run({ source_path, target_path, width_px: 192, height_px: 128, signal: never, onFrame })
      assert.deepEqual([...meanwhile].toSorted(), ['large.*.part.mp4', 'large.mp4'])
      assert.deepEqual(await readdir(target), ['large.mp4'])
      assert.ok((await readFile(target_path)).length > 1000)
    })
  })
}

test('a network gets and gives red, green and blue in this order', { skip: withoutRuntime }, async (t) => {
  const gains = [1, 0.5, 0]
  const clip = await softClip('order', {})
  const model_path = join(folder, 'order.onnx')
  await writeNetwork(model_path, { channels: 3, scale: 2, gains })
  const upscaler = createOnnxUpscaler({ model_path })
  cleanUp(t, () => upscaler.close())
  const result = await upscaleBy(upscaler, clip)
  const wanted = (await source.cells(clip)).map((value, i) => value * gains[i % 3]!)
  assertNear(await cellsOf(result), wanted)
})
