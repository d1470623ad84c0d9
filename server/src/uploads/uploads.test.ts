import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import type { EngineRequest } from '../engines/engines.ts'
import { createHeldEngine, startWorkerOf } from '../testing/worker.ts'
import { until } from '../testing/until.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { purgeUploads } from './uploads.ts'
import { cleanUp } from '../testing/clean-up.ts'

const red = { r: 200, g: 30, b: 30 }
const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: red } })
    .toFormat(format)
    .toBuffer()

async function open(t: TestContext, env: Record<string, string> = {}) {
  const world = await createWorld(t, { env })
  const ann = await world.person()
  await world.credits(ann, 100_000)
  return { world, ann }
}

/** Sends a picture as a browser would; gives its key. */
async function upload(world: World, who: Person, bytes: Buffer, content_type = 'image/png'): Promise<string> {
  const answer = await world.post('/api/v1/uploads', who.token, { content_type })
  assert.equal(answer.statusCode, 200, answer.body)
  const { upload_url, headers, image_key, method } = answer.json()
  const { pathname, search } = new URL(upload_url)
  const sent = await world.app.inject({ method, url: pathname + search, headers, payload: bytes })
  assert.equal(sent.statusCode, 200, sent.body)
  return image_key
}

const generate = (world: World, who: Person, input: Record<string, unknown>) =>
  world.post('/api/v1/video/generate', who.token, { prompt: 'a calm sea', duration_seconds: 1, ...input })

const detail = (answer: { json(): { detail: { loc: string[]; msg: string }[] } }) =>
  answer.json().detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)

suite('a picture that a video begins with', () => {
  test('is sent to storage, checked, and reaches the engine as a frame of exactly the size asked for', async (t) => {
    const { world, ann } = await open(t)
    const image_url = await upload(world, ann, await picture(600, 900, 'jpeg'), 'image/jpeg')
    const requests: EngineRequest[] = []
    const held = createHeldEngine()
    const engine = {
      ...held,
      start: (request: EngineRequest, context: { key: string; signal: AbortSignal }) => {
        requests.push(request)
        return held.start(request, context)
      },
    }
    startWorkerOf(world, engine)
    const answer = await generate(world, ann, { image_url, resolution: '480p' })
    assert.equal(answer.statusCode, 200, answer.body)
    const { task_id } = answer.json()
    await until(() => requests.length === 1)

    const [request] = requests
    assert.equal(request!.mode, 'image-to-video')
    const { width, height, format } = await sharp(request!.image!).metadata()
    assert.deepEqual([width, height, format], [480, 832, 'png'], 'upright, as the picture is')
    const { params } = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual(
      [params.mode, params.aspect_ratio, params.image_key, params.last_image_key],
      ['image-to-video', '9:16', image_url, null],
    )
    held.finish([...held.working][0]!)
    assert.equal((await world.ended(task_id)).status, 'completed')

    const again = await world.post(`/api/v1/tasks/${task_id}/retry`, ann.token)
    assert.equal(again.statusCode, 200, again.body)
    await until(() => requests.length === 2)
    assert.deepEqual(requests[1]!.image, request!.image)
  })

  test('that was turned by its camera is turned upright, and what else the file held is gone', async (t) => {
    const { world, ann } = await open(t)
    const turned = await sharp(await picture(300, 200, 'jpeg'))
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'somebody' } } })
      .toBuffer()
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/uploads/put',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/octet-stream' },
      payload: turned,
    })
    assert.equal(answer.statusCode, 200, answer.body)
    const { image_key, width_px, height_px } = answer.json()
    assert.deepEqual([width_px, height_px], [200, 300])
    const stored = await world.deps.storage.get(
      `inputs/${ann.user_id}/${image_key.slice('uploads/'.length)}.png`,
    )
    const bytes = Buffer.concat(await stored!.toArray())
    assert.equal((await sharp(bytes).metadata()).exif, undefined)
  })

  test('is refused with its reason: nothing there, no picture, not mine, too small, a bomb', async (t) => {
    const { world, ann } = await open(t)
    const bob = await world.person()
    const theirs = await upload(world, bob, await picture(300, 200))
    const { image_key: empty } = (
      await world.post('/api/v1/uploads', ann.token, { content_type: 'image/png' })
    ).json()
    const cases: [image_url: string, msg: string][] = [
      [empty, 'Nothing was uploaded under this key yet'],
      [theirs, 'There is no such upload'],
      ['uploads/00000000-0000-4000-8000-000000000000', 'There is no such upload'],
      ['uploads/../avatars/x.png', 'There is no such upload'],
    ]
    const noPicture = 'This is no PNG, JPEG or WebP picture of 64 to 8192 pixels a side'
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      (await picture(300, 200)).subarray(0, 200),
      await picture(63, 200),
      await picture(9000, 9000),
    ])
      cases.push([await upload(world, ann, bytes), noPicture])
    for (const [image_url, msg] of cases) {
      const answer = await generate(world, ann, { image_url })
      assert.equal(answer.statusCode, 422, answer.body)
      assert.deepEqual(detail(answer), [`body.image_url: ${msg}`])
    }
    assert.equal((await world.get('/api/v1/me', ann.token)).json().balance, 100_000, 'nothing was held')
  })

  test('of more than 20 MiB is not taken', async (t) => {
    const { world, ann } = await open(t)
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/uploads/put',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'image/png' },
      payload: Buffer.alloc(20 * 1024 * 1024 + 1),
    })
    assert.deepEqual([answer.statusCode, answer.json().code], [413, 'payload_too_large'])
  })

  test('may be at a public https address, and at no other', async (t) => {
    const bytes = await picture(400, 300)
    const server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      else if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>')
      else if (request.url === '/none') response.writeHead(404).end()
      else response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanUp(t, () => server.close())
    const { port } = server.address() as { port: number }
    const site = `http://127.0.0.1:${port}`
    const { world, ann } = await open(t, {
      OUTBOUND_ALLOW_HTTP: 'true',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1/32',
    })
    const taken = await generate(world, ann, { image_url: `${site}/sea.png` })
    assert.equal(taken.statusCode, 200, taken.body)
    const { params } = (await world.get(`/api/v1/tasks/${taken.json().task_id}`, ann.token)).json()
    assert.match(params.image_key, /^uploads\//)

    const notAllowed =
      'This address may not be fetched; it must be a public https address, or the key of an upload'
    for (const [image_url, msg] of [
      [`${site}/none`, 'This address answered 404'],
      [`${site}/page`, 'This is no PNG, JPEG or WebP picture of 64 to 8192 pixels a side'],
      [`${site}/moved`, notAllowed],
      ['https://10.0.0.1/x.png', notAllowed],
      ['file:///etc/passwd', notAllowed],
      ['data:image/png;base64,AAAA', notAllowed],
    ] as const) {
      const answer = await generate(world, ann, { image_url })
      assert.deepEqual([answer.statusCode, detail(answer)], [422, [`body.image_url: ${msg}`]])
    }
    const closed = await open(t)
    const answer = await generate(closed.world, closed.ann, { image_url: `${site}/sea.png` })
    assert.deepEqual(detail(answer), [`body.image_url: ${notAllowed}`])
  })

  test('goes when no task has named it for a month; a retry then says so', async (t) => {
    const { world, ann } = await open(t)
    const image_url = await upload(world, ann, await picture(300, 200))
    const key = `inputs/${ann.user_id}/${image_url.slice('uploads/'.length)}.png`
    const { task_id } = (await generate(world, ann, { image_url })).json()
    await world.post('/api/v1/uploads', ann.token, { content_type: 'image/png' }) // and nothing came
    await world.post(`/api/v1/tasks/${task_id}/cancel`, ann.token)
    const purge = (days: number) =>
      purgeUploads(
        { ...world.deps, clock: () => new Date(Date.now() + days * 86_400_000) },
        30,
        AbortSignal.timeout(5000),
      )
    assert.equal(await purge(29), 1)
    assert.ok(await world.deps.storage.head(key))
    assert.equal(await purge(31), 1)
    assert.equal(await world.deps.storage.head(key), undefined)
    const retry = await world.post(`/api/v1/tasks/${task_id}/retry`, ann.token)
    assert.deepEqual([retry.statusCode, retry.json().code], [409, 'image_gone'])
  })
})
