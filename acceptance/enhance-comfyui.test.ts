import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type Client, downloadResult, waitForTask } from '@clipwright/client'
import { type FakeComfyui, startFakeComfyui } from './fakes/comfyui.ts'
import { createMaker, installProduct, makeVideo, type Product, until, waitForEnd } from './lib/product.ts'
import { inspectVideo } from './lib/video.ts'
import { startWorker } from './lib/worker.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

// Finished videos enhanced by a ComfyUI, which is a fake that speaks as the real one does.

const path = (task_id: string) => ({ params: { path: { task_id } } })

/** A product that makes previews and enhances nothing itself, and the environment of workers that have a ComfyUI for that. */
async function install(t: TestContext, comfy: FakeComfyui, max_frames = 121) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-enhance-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const file = join(folder, 'engines.yaml')
  await writeFile(
    file,
    `
models:
  wan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - name: comfy
    kind: comfyui
    url: ${comfy.url}
    models:
      enhance: { enhance: { graph: upscale-video-esrgan, max_frames: ${max_frames} } }
`,
  )
  const product = await installProduct(t, { UPSCALE_SLOTS: '0' })
  await product.start()
  const maker = await createMaker(product.url, 10_000)
  const work = () =>
    startWorker(t, product, {
      ENGINES_FILE: file,
      UPSCALE_SLOTS: '0',
      PREVIEW_SLOTS: '0',
      TASK_LEASE_SECONDS: '5',
    })
  return { product, maker, work }
}

async function enhance(maker: Client, source: string): Promise<string> {
  const { task_id } = await maker.POST('/api/v1/tasks/{task_id}/enhance', {
    ...path(source),
    body: { target: '1080p' },
  })
  return task_id
}

async function inspect({ data_dir }: Product, maker: Client, task_id: string) {
  const file = join(data_dir, `${task_id}.mp4`)
  const response = await downloadResult(maker, task_id)
  await writeFile(file, Buffer.from(await new Response(response.body).arrayBuffer()))
  return inspectVideo(file)
}

const reconciled = async (product: Product) =>
  assert.deepEqual(new Set(Object.values(JSON.parse(await product.command('reconcile')))), new Set([0]))

test('a worker that is killed leaves its enhancing to the next, which goes on with the same prompt, and it is paid once', async (t) => {
  await using comfy = await startFakeComfyui({ job_ms: 20_000 })
  const { product, maker, work } = await install(t, comfy)
  const source = await makeVideo(maker, 1)
  const { balance } = await maker.GET('/api/v1/me')
  const first = await work()
  const task_id = await enhance(maker, source)
  const get = () => maker.GET('/api/v1/tasks/{task_id}', path(task_id))
  await until(get, ({ progress }) => (progress ?? 0) > 0.1, 180_000)
  await work()
  await first.kill()
  const task = await waitForEnd(maker, task_id)
  assert.equal(task.status, 'completed', JSON.stringify(task.error))
  assert.equal(comfy.submitted.length, 1, 'it was not started again')
  assert.deepEqual([task.params.upscaler, task.cost], ['comfyui', 4])
  const me = await maker.GET('/api/v1/me')
  assert.deepEqual([me.balance, me.balance_held], [balance - 4, 0])

  const [before, after] = [await inspect(product, maker, source), await inspect(product, maker, task_id)]
  assert.deepEqual([after.stream.width, after.stream.height], [1872, 1080])
  for (const fact of ['nb_frames', 'avg_frame_rate', 'duration', 'pix_fmt'] as const)
    assert.equal(after.stream[fact], before.stream[fact], fact)
  const recipe = JSON.parse(after.tags['recipe'] ?? '{}') as { seed: number; model: string }
  assert.deepEqual([recipe.seed, recipe.model], [7, 'preview'])
  const report = (await maker.GET('/api/v1/tasks/{task_id}/report', path(task_id))) as unknown as {
    upscaler: string
    graph: string
    quality: { ssim: number; result: { has_audio: boolean }; source: { has_audio: boolean } }
  }
  assert.deepEqual([report.upscaler, report.graph], ['comfyui', 'upscale-video-esrgan'])
  assert.ok(report.quality.ssim > 0.9, JSON.stringify(report))
  assert.equal(report.quality.result.has_audio, report.quality.source.has_audio)
  await reconciled(product)
})

test('a video longer than ComfyUI takes fails within two minutes, and its money comes back', async (t) => {
  await using comfy = await startFakeComfyui()
  const { product, maker, work } = await install(t, comfy, 16)
  const source = await makeVideo(maker, 1)
  const { balance } = await maker.GET('/api/v1/me')
  await work()
  const task = await waitForTask(maker, await enhance(maker, source), { timeout_ms: 120_000 })
  assert.deepEqual([task.status, task.error?.code], ['failed', 'video_too_long'])
  assert.deepEqual(comfy.submitted, [])
  assert.equal((await maker.GET('/api/v1/me')).balance, balance)
  await reconciled(product)
})
