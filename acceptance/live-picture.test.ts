import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type Client, createClient, watchTask } from '@clipwright/client'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { type FakeComfyui, startFakeComfyui } from './fakes/comfyui.ts'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { createMaker, installProduct, until, waitForEnd } from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'
import { startServer } from './lib/worker.ts'

// What a maker sees of a video while ComfyUI samples it, at an API in another process than the worker.

const patience_ms = 90_000

async function install(t: TestContext, switches: Parameters<typeof startFakeComfyui>[0]) {
  const comfy = await startFakeComfyui(switches)
  cleanUp(t, () => comfy[Symbol.asyncDispose]())
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-live-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const file = join(folder, 'engines.yaml')
  await writeFile(
    file,
    `
models:
  wan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128, '9:16': 128x224 } }
    size_multiple_px: 32
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    steps: { min: 4, max: 50, default: 50 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - name: comfy
    kind: comfyui
    url: ${comfy.url}
    models: { wan: { text-to-video: { graph: wan22-5b-t2v } } }
`,
  )
  const env = { ENGINES_FILE: file, PREVIEW_SLOTS: '0' }
  const product = await installProduct(t, env)
  await product.start()
  return { comfy, url: await startServer(t, product, env) }
}

/** Works as far as the middle of its job, once somebody can see it: what a server shows before is lost. */
async function workToMiddle(comfy: FakeComfyui): Promise<void> {
  await until(
    async () => comfy.sockets,
    (sockets) => sockets > 0,
  )
  comfy.job_ms = 1000
}

/** Goes on from the middle of a job so slowly that each step is seen. */
function goOn(comfy: FakeComfyui): void {
  comfy.job_ms = 1_000_000
  comfy.hangs = false
}

const liveUrl = (task_id: string) => `/api/v1/tasks/${task_id}/live`

async function look(maker: Client, task_id: string) {
  const answer = await maker.open(liveUrl(task_id))
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a program sees a video come along, by an event for each new picture, and nothing of it stays', async (t) => {
  const { comfy, url } = await install(t, { hangs: true, job_ms: 1_000_000, chatters: true })
  const maker = await createMaker(url)
  const { task_id } = await maker.POST('/api/v1/video/generate', {
    body: { prompt: 'a lighthouse', model: 'wan' },
  })
  await workToMiddle(comfy)
  const pictures = new Map<string, Buffer>()
  let told = 0
  const watching = (async () => {
    const types: string[] = []
    const on_live = (live: { task_id: string; live_url: string }): void => {
      assert.deepEqual(live, { task_id, live_url: liveUrl(task_id) })
      told++
    }
    for await (const event of watchTask(maker, task_id, { on_live })) types.push(event.type)
    return types
  })()
  const keep = async (): Promise<number> => {
    const { answer, bytes } = await look(maker, task_id)
    if (answer.status === 200) pictures.set(answer.headers.get('etag')!, bytes)
    return pictures.size
  }
  await until(
    async () => told,
    (count) => count >= 1,
  )
  assert.equal(await keep(), 1, 'there by the time that it is told of')
  goOn(comfy)
  await until(keep, (count) => count >= 3)
  for (const bytes of pictures.values()) assert.equal(bytes.subarray(8, 12).toString(), 'WEBP')
  assert.ok(told >= 2)

  const eve = await createMaker(url)
  await assert.rejects(look(eve, task_id), { code: 'task_not_found' })
  await assert.rejects(look(createClient({ base_url: url }), task_id), { status: 401 })

  comfy.job_ms = 0
  assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  const { answer, bytes } = await look(maker, task_id)
  assert.deepEqual([answer.status, bytes.length], [204, 0])
  const types = await watching
  assert.deepEqual(
    types.filter((type) => type !== 'task.progress'),
    ['task.queued', 'task.running', 'task.completed'],
  )
})

test('a ComfyUI that sends no pictures makes its videos as before', async (t) => {
  const { url } = await install(t, { version: '0.3.64', has_feature_flags: false, job_ms: 1000 })
  const maker = await createMaker(url)
  const { task_id } = await maker.POST('/api/v1/video/generate', {
    body: { prompt: 'a lighthouse', model: 'wan' },
  })
  let told = 0
  for await (const event of watchTask(maker, task_id, { on_live: () => told++ }))
    if (event.type === 'task.progress') assert.equal((await look(maker, task_id)).answer.status, 204)
  assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  assert.equal(told, 0)
})

test('the studio shows the picture on the card and on the page of the video, and the video after it', async (t) => {
  const { comfy, url } = await install(t, { hangs: true, job_ms: 1_000_000 })
  const browser = await openBrowser(t)
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const post = async (path: string, data: object) =>
    (await context.request.post(`${url}/api/v1/${path}`, { data, headers: { origin: url } })).json()
  const body = { email: `maker-${crypto.randomUUID()}@example.org`, password: 'correct horse battery' }
  await post('auth/register', { ...body, session_mode: 'cookie' })
  await post('me/topup', { amount: 10_000 })
  const page = await context.newPage()
  page.setDefaultTimeout(patience_ms)
  watchForFaults(t, page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/live')) asked.push(request.url())
  })
  await page.goto(`${url}/create`)
  const order = { prompt: 'a tall lighthouse', model: 'wan', aspect_ratio: '9:16' }
  const { task_id } = (await post('video/generate', order)) as { task_id: string }
  await workToMiddle(comfy)

  const picture = page.getByAltText('What it looks like so far')
  await picture.waitFor()
  const shapeOf = () =>
    picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await until(shapeOf, ([width]) => width !== 0)
  const [width = 0, height = 0] = await shapeOf()
  assert.deepEqual([Math.round((height / width) * 10), height], [18, 512])
  await page.getByRole('progressbar').waitFor()
  assert.ok(asked.length <= 8, `once, when the stream begins, and for each event: ${asked.length}`)
  await assertAccessible(page)

  await page.goto(`${url}/v/${task_id}`)
  await picture.waitFor()
  goOn(comfy)
  const inPage = await picture.getAttribute('src')
  await until(
    () => picture.getAttribute('src'),
    (src) => src !== inPage,
  )
  comfy.job_ms = 0
  await page.locator('video').first().waitFor()
  assert.equal(await picture.count(), 0)
})
