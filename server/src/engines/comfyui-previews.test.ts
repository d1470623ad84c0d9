import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { drawPreviews, namedPreview, plainPreview } from '../../../acceptance/fakes/comfyui/previews.ts'
import { hasEnded, inspectUntil } from '../testing/contracts/engine-contract.ts'
import { type ComfyuiUnderTest, openComfyui, plain, wan } from '../testing/neighbours/comfyui.ts'
import { inTime, until } from '../testing/until.ts'
import { maxPicture_bytes, readPreviewFrame } from './comfyui/frames.ts'
import type { Operation } from './engines.ts'

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 5])
const read = (message: Buffer) => readPreviewFrame(new Uint8Array(message).buffer)
const named = (picture: Buffer) => namedPreview(picture, 'of-mine', '8')

suite('a frame', () => {
  test('its picture is taken, with its prompt if it names one', () => {
    for (const picture of [jpeg, png]) {
      const bytes = new Uint8Array(picture)
      assert.deepEqual(read(plainPreview(picture)), { prompt_id: undefined, picture: bytes })
      assert.deepEqual(read(named(picture)), { prompt_id: 'of-mine', picture: bytes })
    }
  })

  test('what is no picture is none, and one may be half a mebibyte large', () => {
    const large = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
    assert.equal(read(named(large(maxPicture_bytes)))?.picture.length, maxPicture_bytes)
    const html = Buffer.from('<svg onload="alert(1)"/>')
    const withMetadata = (length: number, text: string) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(4)
      head.writeUInt32BE(length, 4)
      return Buffer.concat([head, Buffer.from(text), jpeg])
    }
    const refused = {
      'too large': named(large(maxPicture_bytes + 1)),
      'too large, of the old kind': plainPreview(large(maxPicture_bytes + 1)),
      'a page': plainPreview(html),
      'nothing in it': named(Buffer.alloc(0)),
      'a text of a node': Buffer.concat([Buffer.from([0, 0, 0, 3, 0, 0, 0, 1]), jpeg]),
      'not encoded': Buffer.concat([Buffer.from([0, 0, 0, 2, 0, 0, 0, 1]), jpeg]),
      'too short': Buffer.from([0, 0, 0, 1]),
      empty: Buffer.alloc(0),
      'longer metadata than there is': withMetadata(100, '{"prompt_id":"of-mine"}'),
      'endless metadata': withMetadata(0xffff_ffff, '{}'),
      'metadata that is no JSON': withMetadata(3, '{"p'),
      'metadata that is nothing': withMetadata(4, 'null'),
      'metadata without a prompt': withMetadata(2, '{}'),
      'metadata with a number for a prompt': withMetadata(15, '{"prompt_id":1}'),
    }
    for (const [name, message] of Object.entries(refused)) assert.equal(read(message), undefined, name)
  })
})

suite('previews of a job', () => {
  /** The pictures that the engine shows until the job has ended. */
  async function shownOf({ engine }: ComfyuiUnderTest, operation: Operation): Promise<Uint8Array[]> {
    const shown = new Set<Uint8Array>()
    const states = await inspectUntil(engine, operation, (state) => {
      const picture = engine.livePicture!(operation)
      if (picture) shown.add(picture)
      return hasEnded(state)
    })
    assert.equal(states.at(-1)?.status, 'succeeded')
    return [...shown]
  }
  const begin = async (t: TestContext, options: Parameters<typeof openComfyui>[1], request = wan) => {
    const world = await openComfyui(t, options)
    return { ...world, operation: await world.engine.start(request, { key: 'k', signal: inTime() }) }
  }

  const versions = {
    'with the prompt’s name': {},
    'with other people’s between them': { chatters: true },
    'without a name, from a server that knows no flags': { has_feature_flags: false },
    'as an old server was started': { version: '0.3.64', preview_method: 'auto' },
  } as const
  for (const [name, switches] of Object.entries(versions)) {
    test(`they are shown ${name}`, async (t) => {
      const own = await drawPreviews({ width: 64, height: 96, frames: 5, fps: 16 }, 10)
      const world = await begin(t, { switches: { job_ms: 1500, ...switches } })
      const shown = await shownOf(world, world.operation)
      assert.ok(shown.length >= 1)
      const places = shown.map((picture) => own.findIndex((one) => one.equals(picture)))
      assert.ok(!places.includes(-1), 'each is one of its own')
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      )
      assert.equal(world.engine.livePicture!(world.operation), undefined, 'of what has ended there is none')
    })
  }

  const without = {
    'where the entry wants none': { version: '0.26.0', preview_method: 'none' },
    'where the server decides and was started without': { version: '0.26.0', preview_method: 'default' },
    'on an old server that was started without': { version: '0.3.64', preview_method: 'auto' },
  } as const
  for (const [name, { version, preview_method }] of Object.entries(without)) {
    test(`there are none ${name}`, async (t) => {
      const world = await begin(t, { switches: { job_ms: 300, version }, preview_method })
      assert.deepEqual(await shownOf(world, world.operation), [])
    })
  }

  test('a job that samples nothing has none, and of two in a row each has its own', async (t) => {
    const world = await begin(t, { switches: { job_ms: 400, has_feature_flags: false } })
    const { engine, fake } = world
    const second = await engine.start({ ...plain, seed: 9 }, { key: 'second', signal: inTime() })
    await until(() => engine.livePicture!(world.operation) !== undefined, 'a preview of the first')
    assert.equal(engine.livePicture!(second), undefined)
    assert.equal(fake.submitted.length, 2)
    assert.deepEqual(await shownOf(world, second), [])
  })
})
