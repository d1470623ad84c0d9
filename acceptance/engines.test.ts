import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { type Client } from '@clipwright/client'
import { startFakeComfyui } from './fakes/comfyui.ts'
import { startFakeLightx2v } from './fakes/lightx2v.ts'
import { startFakeSglang } from './fakes/sglang.ts'
import { startFakeVllmOmni } from './fakes/vllm-omni.ts'
import { createMaker, installProduct, program, until, waitForEnd } from './lib/product.ts'
import { startWorker } from './lib/worker.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

// The product in front of inference servers, which are fakes that speak as the real ones do.

const models = `
models:
  wan:
    modes: [text-to-video, image-to-video]
    sizes: { 128p: { '16:9': 224x128, '9:16': 128x224 } }
    size_multiple_px: 32
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    steps: { min: 4, max: 50, default: 20 }
    prices: { '*': { unit: second, unit_price: '10' } }
  hunyuan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { 128p: { unit: second, unit_price: '10' } }
  ltx:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: task, unit_price: '7' } }
`
const comfyui = (name: string, url: string) => `
  - name: ${name}
    kind: comfyui
    url: ${url}
    models:
      wan: { text-to-video: { graph: wan22-5b-t2v }, image-to-video: { graph: wan22-5b-i2v } }`
const engine = (name: string, kind: string, url: string, model: string) => `
  - { name: ${name}, kind: ${kind}, url: '${url}', models: { ${model} } }`

async function install(t: TestContext, engines: string) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-engines-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const file = join(folder, 'engines.yaml')
  await writeFile(file, `${models}\nengines:${engines}\n`)
  const env = { ENGINES_FILE: file, PREVIEW_SLOTS: '0' }
  return { product: await installProduct(t, env), file, env }
}

const submit = async (
  client: Client,
  body: { prompt: string; model?: string; image_url?: string },
): Promise<string> => {
  const { task_id } = await client.POST('/api/v1/video/generate', { body })
  return task_id
}

test('two workers, four servers of four kinds, forty tasks of five people: all end, and no server has two at once', async (t) => {
  await using comfy = await startFakeComfyui({ job_ms: 300 })
  await using sglang = await startFakeSglang()
  await using vllm = await startFakeVllmOmni()
  await using lightx2v = await startFakeLightx2v()
  const servers = [comfy, sglang, vllm, lightx2v]
  for (const server of servers) server.job_ms = 300
  const { product, env } = await install(
    t,
    comfyui('comfy', comfy.url) +
      engine('sglang', 'sglang', sglang.url, 'wan: {}') +
      engine('vllm', 'vllm-omni', vllm.url, 'hunyuan: {}') +
      engine('lightx2v', 'lightx2v', lightx2v.url, 'ltx: { task: t2v }'),
  )
  await product.start()
  await startWorker(t, product, env)
  const people = await Promise.all(Array.from({ length: 5 }, () => createMaker(product.url, 10_000)))
  const tasks = await Promise.all(
    people.flatMap((person, p) =>
      Array.from({ length: 8 }, async (_, i) => {
        const model = ['wan', 'hunyuan', 'ltx', 'wan'][i % 4]!
        return { person, task_id: await submit(person, { prompt: `sea ${p}.${i}`, model }) }
      }),
    ),
  )
  // In the middle of it: a server forgets its jobs, another loses its answer, a third fails, live events break off.
  await until(
    async () => servers.filter((server) => server.running_at_once_max > 0).length,
    (busy) => busy === 4,
  )
  comfy.drops_socket = true
  sglang.restart()
  vllm.lose_submit_answer = true
  lightx2v.fail_with = { error: 'CUDA error', error_type: 'RuntimeError' }
  await until(
    async () => lightx2v.submitted.length,
    (count) => count >= 2,
  )
  lightx2v.fail_with = null
  vllm.lose_submit_answer = false

  const ended = await Promise.all(tasks.map(({ person, task_id }) => waitForEnd(person, task_id)))
  assert.deepEqual(
    ended.filter(({ status }) => status !== 'completed').map(({ model, error }) => [model, error]),
    [],
  )
  for (const server of servers) assert.equal(server.running_at_once_max, 1, server.url)
  for (const [p, person] of people.entries()) {
    const { balance, balance_held } = await person.GET('/api/v1/me')
    const spent = ended.filter((_, i) => tasks[i]!.person === person).reduce((sum, { cost }) => sum + cost, 0)
    assert.deepEqual([balance, balance_held], [10_000 - spent, 0], `person ${p}`)
  }
  assert.ok(
    ended.filter(({ model }) => model === 'ltx').every(({ cost }) => cost === 7),
    'the price in the file',
  )
  assert.deepEqual(new Set(Object.values(JSON.parse(await product.command('reconcile')))), new Set([0]))
})

test('a hung job, a file cut short and a canceled job that goes on all end right, with the money', async (t) => {
  await using comfy = await startFakeComfyui({ hangs: true })
  await using sglang = await startFakeSglang()
  const { product } = await install(
    t,
    comfyui('comfy', comfy.url).replace('    models:', '    hung_after_s: 10\n    models:') +
      engine('sglang', 'sglang', sglang.url, 'hunyuan: {}'),
  )
  await product.start()
  const maker = await createMaker(product.url, 10_000)
  const get = (task_id: string) => maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
  const balance = async () => (await maker.GET('/api/v1/me')).balance

  sglang.job_ms = 6_000
  const canceled = await submit(maker, { prompt: 'canceled', model: 'hunyuan' })
  await until(
    async () => sglang.submitted.length,
    (count) => count === 1,
  )
  const before = await balance()
  await maker.POST('/api/v1/tasks/{task_id}/cancel', { params: { path: { task_id: canceled } } })
  assert.equal(await balance(), before + 10, 'the user is free at once')
  sglang.short_content = true
  const next = await submit(maker, { prompt: 'next', model: 'hunyuan' })
  const hung = await submit(maker, { prompt: 'hung', model: 'wan' })
  await until(
    async () => comfy.submitted.length,
    (count) => count === 1,
  )
  sglang.job_ms = 300
  await until(
    async () => sglang.requests.filter((request) => request.endsWith('/content')).length,
    (count) => count >= 1,
    60_000,
  )
  sglang.short_content = false
  await until(
    async () => (await get(hung)).status,
    (status) => status === 'queued', // the first attempt is given up
    60_000,
  )
  comfy.hangs = false

  for (const task_id of [next, hung]) {
    const { status, error } = await waitForEnd(maker, task_id)
    assert.equal(status, 'completed', JSON.stringify(error))
  }
  assert.equal((await get(canceled)).error?.code, 'canceled')
  assert.equal(sglang.running_at_once_max, 1, 'the canceled job kept its slot until its end')
  const { balance: left, balance_held } = await maker.GET('/api/v1/me')
  assert.deepEqual([left, balance_held], [10_000 - 20, 0])
  assert.deepEqual(new Set(Object.values(JSON.parse(await product.command('reconcile')))), new Set([0]))
})

test('`check` says what is wrong with each server and how to mend it; the file counts without a restart', async (t) => {
  await using comfy = await startFakeComfyui({ missing_files: ['wan2.2_vae.safetensors'] })
  await using sglang = await startFakeSglang()
  const { product, file, env } = await install(t, comfyui('comfy', comfy.url))
  const check = async () => {
    const settings = { ...process.env, ...env, DATA_DIR: product.data_dir }
    const run = promisify(execFile)(process.execPath, [program, 'check'], { env: settings, timeout: 120_000 })
    return run.then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    )
  }
  const sick = await check()
  assert.equal(sick.code, 1)
  assert.match(sick.stdout, /Engine comfy \(comfyui, http.*\): reached, version 0\.26\.0/)
  assert.match(sick.stdout, /problem with wan: .*wan2\.2_vae\.safetensors/)
  assert.match(sick.stdout, /Model hunyuan: no engine offers it now/)

  await product.start()
  const maker = await createMaker(product.url)
  const waiting = await submit(maker, { prompt: 'a calm sea', model: 'wan' })
  await until(
    () => maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id: waiting } } }),
    ({ queue }) => queue?.reason === 'no_worker',
  )
  await writeFile(file, `${models}\nengines:${engine('sglang', 'sglang', sglang.url, 'wan: {}')}\n`)
  assert.equal((await waitForEnd(maker, waiting)).status, 'completed')

  comfy.missing_files = []
  const all = comfyui('comfy', comfy.url) + engine('sglang', 'sglang', sglang.url, 'wan: {}')
  await writeFile(file, `${models.slice(0, models.indexOf('  hunyuan:'))}\nengines:${all}\n`)
  const well = await check()
  assert.equal(well.code, 0, well.stdout)
  assert.doesNotMatch(well.stdout, /problem/)
})
