import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Model, previewModel } from '../../catalog/catalog.ts'
import { claimNext } from '../../testing/claim.ts'
import { createHeldEngine, startWorkerOf } from '../../testing/worker.ts'
import { until } from '../../testing/until.ts'
import { createWorld } from '../../testing/world.ts'
import { listSeenOffers } from '../fleet/engine-queries.ts'

const wan: Model = {
  ...previewModel,
  name: 'wan',
  title: 'Wan',
  licence: 'Apache-2.0',
  modes: ['image-to-video'],
  takes_last_image: true,
  takes_negative_prompt: false,
  sizes: { '720p': { '16:9': [1280, 704], '9:16': [704, 1280] } },
  duration_s: { min: 2, max: 5, default: 5 },
  fps: 24,
  frame_step: 16,
  steps: { min: 4, max: 50, default: 20 },
  guidance: { min: 1, max: 10, default: 5 },
}

suite('models', () => {
  test('what the list says of a model is what a submission is held to', async (t) => {
    const world = await createWorld(t, { models: [previewModel, wan] })
    const ann = await world.person()
    await world.credits(ann, 100_000)
    const { items } = (await world.get('/api/v1/models', ann.token)).json()
    assert.deepEqual(
      items.map(({ model, is_default }: { model: string; is_default: boolean }) => [model, is_default]),
      [
        ['preview', true],
        ['wan', false],
      ],
    )
    const [, listed] = items
    assert.deepEqual(listed.sizes, [
      { resolution: '720p', aspect_ratio: '16:9', width_px: 1280, height_px: 704 },
      { resolution: '720p', aspect_ratio: '9:16', width_px: 704, height_px: 1280 },
    ])
    assert.deepEqual(
      listed.prices.map(({ resolution }: { resolution: string }) => resolution),
      ['720p'],
    )

    const isRight = new Ajv2020().compile(listed.parameters)
    const good = {
      prompt: 'a sea',
      image_url: 'https://example.org/a.png',
      steps: 20,
      guidance: 5.5,
      duration_seconds: 3,
    }
    const cases: [change: Record<string, unknown>, field: string | undefined][] = [
      [{}, undefined],
      [
        { aspect_ratio: '9:16', resolution: '720p', seed: 7, last_image_url: 'https://example.org/b.png' },
        undefined,
      ],
      [{ image_url: undefined }, 'image_url'],
      [{ negative_prompt: 'rain' }, 'negative_prompt'],
      [{ steps: 3 }, 'steps'],
      [{ guidance: 10.5 }, 'guidance'],
      [{ duration_seconds: 6 }, 'duration_seconds'],
      [{ resolution: '480p' }, 'resolution'],
      [{ aspect_ratio: '1:1' }, 'aspect_ratio'],
    ]
    for (const [change, field] of cases) {
      const input = JSON.parse(JSON.stringify({ ...good, ...change })) as Record<string, unknown>
      const quote = await world.post('/api/v1/video/quote', ann.token, { model: 'wan', ...input })
      const refused = quote.statusCode === 422 ? quote.json().detail[0].loc.join('.') : undefined
      assert.equal(refused, field && `body.${field}`, quote.body)
      assert.equal(isRight(input), field === undefined, JSON.stringify(isRight.errors))
    }
  })

  test('what is left open has the model’s own values, and frames fit its steps', async (t) => {
    const world = await createWorld(t, { models: [wan] })
    const ann = await world.person()
    const input = { prompt: 'a sea', image_url: 'uploads/x', duration_seconds: 3 }
    const { params } = (await world.post('/api/v1/video/quote', ann.token, input)).json()
    const { steps, guidance, frames, fps, resolution, aspect_ratio, width_px, height_px } = params
    assert.deepEqual(
      { steps, guidance, frames, fps, resolution, aspect_ratio, width_px, height_px },
      {
        steps: 20,
        guidance: 5,
        frames: 81, // 72 + 1 lies between 65 and 81
        fps: 24,
        resolution: '720p',
        aspect_ratio: '16:9',
        width_px: 1280,
        height_px: 704,
      },
    )
    const none = { prompt: 'a sea', steps: 8 }
    const preview = await createWorld(t)
    const bob = await preview.person()
    const refused = await preview.post('/api/v1/video/quote', bob.token, none)
    assert.deepEqual(refused.json().detail[0].loc, ['body', 'steps'])
  })

  test('an engine gets only tasks of the modes that it offers, and the list says which those are', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 100_000)
    const { image_key } = (
      await world.app.inject({
        method: 'POST',
        url: '/api/v1/uploads/put',
        headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'image/png' },
        payload: await (
          await import('sharp')
        )
          .default({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      })
    ).json()
    const ofImage = await world.task(ann, { image_url: image_key })
    const ofText = await world.task(ann)
    const held = createHeldEngine()
    const engine = {
      ...held,
      capabilities: async () => ({
        offers: [{ model: 'preview', modes: ['text-to-video' as const] }],
        problems: [{ model: 'preview', message: 'the graph lacks a node', remedy: 'install it' }],
        version: '1.2',
      }),
    }
    startWorkerOf(world, engine, { slots: 2 })
    await until(() => held.working.size === 1)
    const statusOf = async (task_id: string) =>
      (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.equal((await statusOf(ofText)).status, 'running')
    const { status, queue } = await statusOf(ofImage)
    assert.deepEqual([status, queue.reason], ['queued', 'no_worker'])
    assert.deepEqual(await listSeenOffers(world.db), ['preview/text-to-video'])
    const { items } = (await world.get('/api/v1/models', ann.token)).json()
    assert.deepEqual(items[0].modes, [
      { mode: 'text-to-video', is_available: true },
      { mode: 'image-to-video', is_available: false },
    ])

    const admin = await world.admin()
    const [report] = (await world.get('/api/v1/admin/engines', admin.token)).json().items
    const { is_reachable, version, offers, problems, failures } = report
    assert.deepEqual(
      { is_reachable, version, offers, problems, failures },
      {
        is_reachable: true,
        version: '1.2',
        offers: [{ model: 'preview', modes: ['text-to-video'] }],
        problems: [{ model: 'preview', message: 'the graph lacks a node', remedy: 'install it' }],
        failures: 0,
      },
    )
    assert.ok(
      (await claimNext(world, { model: 'preview' })) !== undefined,
      'somebody who makes videos of images takes it',
    )
  })
})
