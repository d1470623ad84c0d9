import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import type { Client } from '@clipwright/client'
import OpenAI from 'openai'
import { installPython } from '../scripts/lib/python.mjs'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { commandsOf } from './lib/docs.ts'
import { createMaker, freePort, installProduct, until } from './lib/product.ts'
import { inspectVideo } from './lib/video.ts'

// The door at /openai/v1, with clients that were written for OpenAI and know nothing of us.

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-openai-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function isVideo(path: string): Promise<void> {
  assert.equal((await inspectVideo(path)).stream.codec_name, 'h264')
}

const newKey = async (of: Client, limits: { rate_limit_per_minute?: number } = {}) =>
  (await of.POST('/api/v1/me/api-keys', { body: { name: 'a program', ...limits } })).api_key

/** An endpoint of this maker's, and what it is told of a video. */
async function receiveHooks(t: TestContext, maker: Client) {
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const { secret } = await maker.POST('/api/v1/me/webhooks', { body: { url, format: 'openai' } })
  const find = async (id: string) => received.find(({ body }) => body.includes(id))
  return {
    secret,
    of: async (id: string) =>
      (await until(
        () => find(id),
        (hook) => hook !== undefined,
      ))!,
  }
}

/** What the class of an error is, and what it says. */
async function refusal(call: () => Promise<unknown>) {
  const error = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof OpenAI.APIError)) throw new Error('it was not refused', { cause: error })
  return [error.constructor.name, error.status, error.code, error.param ?? null]
}

const refused = {
  key: ['AuthenticationError', 401, 'invalid_api_key', null],
  size: ['BadRequestError', 400, 'literal_error', 'size'],
  prompt: ['BadRequestError', 400, 'string_too_short', 'prompt'],
  none: ['NotFoundError', 404, 'task_not_found', null],
  running: ['ConflictError', 409, 'task_in_progress', null],
  poor: ['RateLimitError', 429, 'insufficient_balance', null],
  rate: ['RateLimitError', 429, 'rate_limited', null],
}

test('programs that were written for OpenAI’s video API make, wait for and fetch their videos', async (t) => {
  const product = await installProduct(t, {
    OUTBOUND_ALLOW_HTTP: 'true',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  await product.start()
  const baseURL = `${product.url}/openai/v1`
  const maker = await createMaker(product.url)
  const apiKey = await newKey(maker)
  const poor = await newKey(await createMaker(product.url, 1))
  const slow = await newKey(maker, { rate_limit_per_minute: 5 })
  const env = { ...process.env, OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey }

  await t.test('as they stand in docs/openai.md', async (t) => {
    const folder = await folderFor(t)
    const commands = commandsOf('docs/openai.md')
    const block = (language: string) =>
      commands
        .all(language)
        .join('\n')
        .replaceAll('http://127.0.0.1:8080', product.url)
        .replaceAll('svck_…', apiKey)
    const python = join(installPython('openai', join(root, 'acceptance/openai/python.txt')), 'python')
    const programs = [
      ['ts', 'program.mts', process.execPath],
      ['python', 'program.py', python],
    ] as const
    for (const [language, name, program] of programs) {
      await writeFile(join(folder, name), block(language))
      await run(program, [name], { cwd: folder, timeout: 300_000 })
      await isVideo(join(folder, 'balloon.mp4'))
      await rm(join(folder, 'balloon.mp4'))
    }
    const { items } = await maker.GET('/api/v1/tasks', { params: { query: { page_size: 1 } } })
    const poster = `${product.url}/api/v1/tasks/${items[0]!.task_id}/poster`
    const picture = await fetch(poster, { headers: { 'x-api-key': apiKey } })
    await writeFile(join(folder, 'picture.png'), Buffer.from(await picture.arrayBuffer()))
    await writeFile(join(folder, 'program.sh'), block('sh'))
    const { stdout } = await run('sh', ['-e', 'program.sh'], { cwd: folder })
    const { id, seconds } = JSON.parse(stdout) as { id: string; seconds: string }
    assert.equal(seconds, '4')
    const begun = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id: id } } })
    assert.equal(begun.params.mode, 'image-to-video')
  })

  await t.test('with the package for TypeScript, to the end of everything that it can do here', async (t) => {
    const hooks = await receiveHooks(t, maker)
    const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
    let video = await client.videos.create({
      model: 'sora-2',
      prompt: 'a calm sea',
      seconds: '4',
      size: '720x1280',
    })
    assert.equal(video.status, 'queued')
    const steps = new Set<number>()
    video = await until(
      () => client.videos.retrieve(video.id),
      ({ status, progress }) => (steps.add(progress), status === 'completed' || status === 'failed'),
    )
    assert.deepEqual([video.status, video.progress, video.size], ['completed', 100, '720x1280'])
    assert.ok(steps.size > 2, 'progress is told')
    const folder = await folderFor(t)
    for (const variant of ['video', 'thumbnail', 'spritesheet'] as const) {
      const content = await client.videos.downloadContent(video.id, { variant })
      await writeFile(join(folder, variant), Buffer.from(await content.arrayBuffer()))
    }
    await isVideo(join(folder, 'video'))
    const { stream } = await inspectVideo(join(folder, 'thumbnail'))
    assert.equal(stream.codec_name, 'webp')

    const picture = new File([await readFile(join(folder, 'thumbnail'))], 'a.webp', { type: 'image/webp' })
    const moved = await client.videos.create({ prompt: 'it moves', input_reference: picture })
    assert.equal(moved.size, '480x832')
    const remix = await client.videos.remix(video.id, { prompt: 'the same at night' })
    const listed = await Array.fromAsync(client.videos.list({ limit: 2 }))
    assert.deepEqual(
      listed.slice(0, 3).map(({ id }) => id),
      [remix.id, moved.id, video.id],
    )

    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    const twice = await Promise.all(
      [1, 2].map(() => client.videos.create({ prompt: 'once', seconds: '4' }, key)),
    )
    assert.equal(twice[0]!.id, twice[1]!.id)

    const of = (apiKey: string) => new OpenAI({ baseURL, apiKey, maxRetries: 0 }).videos
    assert.deepEqual(
      {
        key: await refusal(() => of('svck_wrong').list()),
        size: await refusal(() => client.videos.create({ prompt: 'a', size: '5x5' as never })),
        prompt: await refusal(() => client.videos.create({ prompt: '' })),
        none: await refusal(() => client.videos.retrieve('none')),
        running: await refusal(() => client.videos.delete(remix.id)),
        poor: await refusal(() => of(poor).create({ prompt: 'a' })),
        rate: await refusal(() => Promise.all(Array.from({ length: 9 }, () => of(slow).list()))),
      },
      refused,
    )
    assert.equal((await client.videos.delete(video.id)).deleted, true)
    assert.deepEqual(await refusal(() => client.videos.retrieve(video.id)), refused.none)

    const { headers, body } = await hooks.of(video.id)
    const event = await client.webhooks.unwrap(body, headers, hooks.secret)
    assert.deepEqual([event.type, event.data], ['video.completed', { id: video.id }])
    await assert.rejects(
      client.webhooks.unwrap(`${body} `, headers, hooks.secret),
      OpenAI.InvalidWebhookSignatureError,
    )
  })

  await t.test('with the package for Python', async (t) => {
    const hooks = await receiveHooks(t, maker)
    const folder = await folderFor(t)
    const told = await new OpenAI({ baseURL, apiKey }).videos.create({ prompt: 'a calm sea', seconds: '4' })
    const keys = { poor, slow: await newKey(maker, { rate_limit_per_minute: 5 }) }
    const python = join(installPython('openai', join(root, 'acceptance/openai/python.txt')), 'python')
    // Its own list begins empty.
    const other = await createMaker(product.url)
    const ran = run(python, [join(root, 'acceptance/openai/use_package.py'), folder], {
      env: { ...env, OPENAI_API_KEY: await newKey(other) },
      timeout: 300_000,
    })
    ran.child.stdin!.end(JSON.stringify({ ...keys, secret: hooks.secret, ...(await hooks.of(told.id)) }))
    const seen = JSON.parse((await ran).stdout) as Record<string, unknown>
    assert.deepEqual(seen, {
      made: ['completed', 100, '1280x720', '4', 'video'],
      sizes: ['832x480', '832x480'],
      remixed_from: true,
      listed: true,
      oldest: true,
      models: ['preview'],
      refused,
      deleted: true,
      gone: refused.none,
      event: ['video.completed', told.id],
      forged: 'refused',
    })
    await isVideo(join(folder, 'video.mp4'))
  })

  await t.test('with a LiteLLM gateway between', async (t) => {
    const folder = await folderFor(t)
    const programs = installPython('litellm', join(root, 'acceptance/openai/litellm.txt'))
    const port = await freePort()
    const master_key = 'sk-of-the-gateway-0123456789abcdef'
    const litellm_params = { model: 'openai/sora-2', api_base: baseURL, api_key: apiKey }
    const config = {
      model_list: [{ model_name: 'sora-2', litellm_params }],
      general_settings: { master_key },
    }
    await writeFile(join(folder, 'config.yaml'), JSON.stringify(config)) // YAML takes JSON
    const args = ['--config', 'config.yaml', '--host', '127.0.0.1', '--port', String(port)]
    // Its list of prices is within it; it would ask for a newer one.
    const gateway = spawn(join(programs, 'litellm'), args, {
      cwd: folder,
      env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    cleanUp(t, () => void gateway.kill('SIGKILL'))
    const url = `http://127.0.0.1:${port}`
    await until(
      () =>
        fetch(`${url}/health/liveliness`).then(
          ({ ok }) => ok,
          () => false,
        ),
      (ok) => ok,
      120_000,
    )
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: master_key, maxRetries: 0 })
    const made = await client.videos.create({
      model: 'sora-2',
      prompt: 'a calm sea',
      seconds: '4',
      size: '1280x720',
    })
    const { status } = await until(
      () => client.videos.retrieve(made.id),
      (video) => video.status === 'completed' || video.status === 'failed',
    )
    assert.equal(status, 'completed')
    const content = await client.videos.downloadContent(made.id)
    await writeFile(join(folder, 'video.mp4'), Buffer.from(await content.arrayBuffer()))
    await isVideo(join(folder, 'video.mp4'))
    const wrong = client.videos.create({ model: 'sora-2', prompt: 'a', size: '5x5' as never })
    const [kind, code] = await refusal(() => wrong)
    assert.deepEqual([kind, code], ['BadRequestError', 400])
  })
})
