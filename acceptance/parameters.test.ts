import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { ApiError, createClient, type Schema } from '@clipwright/client'
import { startFakeComfyui } from './fakes/comfyui.ts'
import type { NodeClass } from './fakes/comfyui/nodes.ts'
import { assertAccessible } from './lib/axe.ts'
import { openPage } from './lib/browser.ts'
import { installProduct, until, waitForEnd } from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

// The parameters that an operator gives a model: inputs of its ComfyUI graph. The engines file is the one of the docs.

const account = { email: 'maker@example.org', password: 'correct horse battery' }
const generate = '/api/v1/video/generate'
const anime = 'style/anime.safetensors'

async function install(t: TestContext, switches: Parameters<typeof startFakeComfyui>[0] = {}) {
  const fake = await startFakeComfyui(switches)
  cleanUp(t, () => fake[Symbol.asyncDispose]())
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-parameters-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const docs = await readFile(join(import.meta.dirname, '../docs/engines/comfyui.md'), 'utf8')
  const [section] = docs.slice(docs.indexOf('## Parameters of your own')).split('\n## What')
  const [, yaml] = /```yaml\n(.+?)```/s.exec(section!)!
  const file = join(folder, 'engines.yaml')
  await writeFile(file, yaml!.replace('http://10.0.0.5:8188', fake.url))
  const product = await installProduct(t, { ENGINES_FILE: file, PREVIEW_SLOTS: '0' })
  await product.start()
  const guest = createClient({ base_url: product.url })
  const answer = await guest.POST('/api/v1/auth/register', { body: account })
  assert.ok('access_token' in answer)
  const maker = createClient({ base_url: product.url, credential: { access_token: answer.access_token! } })
  await maker.POST('/api/v1/me/topup', { body: { amount: 10_000 } })

  const submit = (parameters: NonNullable<Schema<'TaskCreate'>['parameters']>) =>
    maker.POST(generate, { body: { prompt: 'rain on glass', duration_seconds: 1, seed: 7, parameters } })
  const offered = async () => {
    const { items } = await maker.GET('/api/v1/models')
    const { properties } = items[0]!.parameters as { properties: { parameters: { properties: Offered } } }
    return properties.parameters.properties
  }
  await until(offered, ({ lora }) => lora !== undefined)
  return { fake, product, maker, submit, offered }
}

type Offered = Record<string, { enum?: string[]; default?: unknown }>

test('what an operator gives a model stands in its schema and reaches the graph, and what is gone fails for good', async (t) => {
  const { fake, product, maker, submit, offered } = await install(t)
  const { lora, sampler } = await offered()
  assert.deepEqual(lora!.enum, ['ltx-2-19b-distilled-lora-384.safetensors', 'rain.safetensors', anime])
  assert.deepEqual(sampler!.enum, ['uni_pc', 'euler'])

  const { task_id } = await submit({ lora: anime, lora_strength: 0.85 })
  const made = await waitForEnd(maker, task_id)
  assert.equal(made.status, 'completed', JSON.stringify(made.error))
  const all = { lora: anime, lora_strength: 0.85, shift: 8, sampler: 'uni_pc' }
  assert.deepEqual(made.params.parameters, all)
  const inputs = (at: number) => {
    const graph = fake.graphOf(fake.submitted.at(at)!)!
    const [style, shift, sampling] = ['13', '4', '8'].map((id) => graph[id]!.inputs!)
    return [style!['lora_name'], style!['strength_model'], shift!['shift'], sampling!['sampler_name']]
  }
  assert.deepEqual(inputs(-1), [anime, 0.85, 8, 'uni_pc'])
  const path = { params: { path: { task_id } } }
  const retry = await maker.POST('/api/v1/tasks/{task_id}/retry', path)
  assert.deepEqual((await waitForEnd(maker, retry.task_id)).params.parameters, all)
  assert.deepEqual(inputs(-1), [anime, 0.85, 8, 'uni_pc'])

  for (const [parameters, name] of [
    [{ lora: 'snow.safetensors' }, 'lora'],
    [{ lora_strength: 2.05 }, 'lora_strength'],
    [{ denoise: 1 }, 'denoise'],
  ] as const) {
    await assert.rejects(submit(parameters), (error: unknown) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual(
        [error.code, error.problems[0]?.loc],
        ['validation_failed', ['body', 'parameters', name]],
      )
      return true
    })
  }

  // The server goes away: what it had is known, also after a restart, and a task waits for it.
  fake.proxy_status = 502
  await product.stop()
  await product.start()
  assert.deepEqual((await offered())['lora'], lora)
  const waiting = await submit({ lora: anime })
  // It comes back without the file that the task chose.
  fake.missing_files = [anime]
  fake.proxy_status = null
  const gone = await waitForEnd(maker, waiting.task_id)
  assert.deepEqual([gone.status, gone.error?.code, gone.cost_status], ['failed', 'choice_gone', 'released'])
  const attempts = await maker.GET('/api/v1/tasks/{task_id}/attempts', {
    params: { path: { task_id: waiting.task_id } },
  })
  assert.deepEqual(
    attempts.items.map(({ error }) => error?.class),
    ['request'],
  )
  await until(offered, ({ lora }) => !lora!.enum!.includes(anime))
  const other = await waitForEnd(maker, (await submit({ lora: 'rain.safetensors' })).task_id)
  assert.equal(other.status, 'completed', 'the engine is well')
})

test('the form has them with their defaults, a long list is searched, and a video brings them back', async (t) => {
  const many = Array.from({ length: 30 }, (_, at) => `style/number-${at}.safetensors`)
  const strength = ['FLOAT', { default: 1, min: -100, max: 100, step: 0.01 }]
  const loader = {
    required: { model: ['MODEL'], lora_name: [['rain.safetensors', ...many]], strength_model: strength },
  }
  const more_nodes = {
    LoraLoaderModelOnly: { input: loader, output: ['MODEL'], output_node: false } as unknown as NodeClass,
  }
  const { product, maker } = await install(t, { more_nodes })

  const page = await openPage(t, `${product.url}/auth/sign-in`)
  watchForFaults(t, page)
  await page.request.post(`${product.url}/api/v1/auth/login`, {
    data: { ...account, session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  await page.goto(`${product.url}/create`)
  await page.getByRole('button', { name: /^Generate 1\./ }).waitFor()
  const style = page.getByRole('combobox', { name: 'Style', exact: true })
  const power = page.getByRole('slider', { name: 'Strength of the style' })
  const sampler = page.getByRole('combobox', { name: 'Sampler' })
  const reset = page.getByRole('button', { name: 'Back to defaults' })
  const shown = async () => [await style.inputValue(), await power.inputValue(), await sampler.inputValue()]
  const defaults = ['rain.safetensors', '0', 'uni_pc']
  await style.waitFor()
  assert.deepEqual(await shown(), defaults)
  assert.equal(await reset.count(), 0)
  const width = async () => (await sampler.boundingBox())?.width
  const usual = await width()
  await assertAccessible(page)

  await style.fill('number-17')
  await page.getByRole('option', { name: 'style/number-17.safetensors' }).click()
  await power.fill('0.8')
  await sampler.selectOption('euler')
  const chosen = ['style/number-17.safetensors', '0.8', 'euler']
  assert.deepEqual(await shown(), chosen)
  await page.reload()
  await style.waitFor()
  assert.deepEqual(await shown(), chosen, 'the draft survives a reload')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('rain on glass')
  await page.getByRole('button', { name: /^Generate 1\./ }).click()
  const list = await until(
    () => maker.GET('/api/v1/tasks'),
    ({ total }) => total === 1,
  )
  const [{ task_id, params }] = list.items as [Schema<'TaskOut'>]
  const sent = { lora: chosen[0], lora_strength: 0.8, sampler: 'euler', shift: 8 }
  assert.deepEqual(params.parameters, sent)

  await reset.click()
  assert.deepEqual(await shown(), defaults)
  await waitForEnd(maker, task_id)
  await page.goto(`${product.url}/v/${task_id}`)
  await page.getByText('Strength of the style').waitFor()
  await page.getByText('style/number-17.safetensors').waitFor()
  await page.getByRole('button', { name: 'Reuse all' }).click()
  await style.waitFor()
  assert.deepEqual(await shown(), chosen)

  // A draft from another time says what is gone, and does not widen the form.
  const parameters = { lora: `style/${'gone-'.repeat(40)}.safetensors`, old_option: 'x'.repeat(200) }
  const draft = JSON.stringify({ prompt: 'rain on glass', parameters })
  await page.evaluate((text) => localStorage.setItem('clipwright.draft', text), draft)
  await page.reload()
  await page.getByText('This choice is not there any more').waitFor()
  assert.equal(await width(), usual)
  await page.getByRole('button', { name: 'Take out: old_option' }).click()
  await page.getByText('old_option').waitFor({ state: 'detached' })
  await reset.click()
  assert.deepEqual(await shown(), defaults)
})
