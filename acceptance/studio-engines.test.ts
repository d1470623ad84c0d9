import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { startFakeComfyui } from './fakes/comfyui.ts'
import { startFakeSglang } from './fakes/sglang.ts'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import {
  createAdministrator,
  createMaker,
  freePort,
  installProduct,
  type Product,
  until,
  waitForEnd,
} from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'

const key = 'the-key-of-this-server'

async function operatorPage(browser: Browser, product: Product, locale = 'en'): Promise<Page> {
  const context = await browser.newContext({ locale, reducedMotion: 'reduce' })
  const login = await context.request.post(`${product.url}/api/v1/auth/login`, {
    data: { email: 'operator@example.org', password: 'correct horse battery', session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  assert.equal(login.status(), 200, await login.text())
  return context.newPage()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const inDialog = (page: Page) => page.getByRole('dialog')
const send = (page: Page, name: string) => inDialog(page).getByRole('button', { name, exact: true }).click()

async function look(page: Page, url: string, secret = ''): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(url)
  await page.getByLabel('Key, if it wants one').fill(secret)
  await press(page, 'Look')
}

/** Adds the server at this address as it is proposed, with short small videos. */
async function addServer(page: Page, url: string, secret = ''): Promise<void> {
  await press(page, 'Add server')
  await look(page, url, secret)
  await inDialog(page).getByLabel('Name', { exact: true }).waitFor()
  await send(page, 'Add')
  await page.getByRole('heading', { name: 'Add server' }).waitFor({ state: 'detached' })
}

test('an operator adds, checks, tries, changes and removes servers and models on the pages, without a file or a restart', async (t) => {
  await using comfy = await startFakeComfyui()
  await using sglang = await startFakeSglang()
  sglang.key = key
  const product = await installProduct(t, { PREVIEW_SLOTS: '0' })
  await product.start()
  const operator = await createAdministrator(product)
  const maker = await createMaker(product.url)
  const browser = await openBrowser(t)
  const page = await operatorPage(browser, product)
  watchForFaults(t, page)
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // The stream of events ends with the page alone.
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
    if (response.url().includes('/api/') && !isStream) answers.push(response.text().catch(() => ''))
  })
  await page.goto(`${product.url}/admin/engines`)

  await t.test('a wrong address is told in words, and the kind can be said by hand', async () => {
    await press(page, 'Add server')
    await assertAccessible(page)
    await look(page, `http://127.0.0.1:${await freePort()}`)
    await told(page, 'No inference server that we know was found there.')
    await told(page, 'Nothing listens at this address and port.')
    await assertAccessible(page)
    await page.getByLabel('Kind', { exact: true }).selectOption('sglang')
    await press(page, 'Add it by hand')
    await page.getByLabel('Name', { exact: true }).fill('by-hand')
    await page.getByLabel('Models of this engine (JSON)').fill('{ "nobody": {} }')
    await send(page, 'Add')
    await told(page, 'models.nobody: models has no such entry')
    const models = page.getByLabel('Models of this engine (JSON)')
    assert.equal(await models.getAttribute('aria-invalid'), 'true')
    await assertAccessible(page)
    await press(page, 'Close')
  })

  await t.test('a ComfyUI is looked at, added, and reached by a worker', async () => {
    await press(page, 'Add server')
    await look(page, comfy.url)
    await told(page, /can run wan22-5b-t2v/)
    await assertAccessible(page)
    await inDialog(page).getByLabel('Slots').fill('100')
    await send(page, 'Add')
    await told(page, /must be <= 64/)
    assert.equal(await inDialog(page).getByLabel('Slots').getAttribute('aria-invalid'), 'true')
    const refused = await operator.GET('/api/v1/admin/inventory', {})
    assert.deepEqual([refused.version, refused.models], [0, []], 'its model is not added without it')
    await inDialog(page).getByLabel('Slots').fill('1')
    const pixels = inDialog(page).getByLabel('Pixels 1').first()
    await pixels.fill('1281x704')
    await send(page, 'Add')
    await told(page, /1281/)
    assert.notEqual(await inDialog(page).getByLabel('Slots').getAttribute('aria-invalid'), 'true')
    await pixels.fill('1280x704')
    await send(page, 'Add')
    await told(page, 'comfyui-1 is added. It takes tasks once a worker has reached it.')
    await page.getByRole('button', { name: 'Take out: comfyui-1' }).waitFor()
    const { version, models, engines } = await operator.GET('/api/v1/admin/inventory', {})
    assert.deepEqual([version, models.length, engines.length], [1, 4, 1])
  })

  await t.test('an SGLang is added with its key, which no page and no answer has', async () => {
    await press(page, 'Add server')
    await look(page, sglang.url)
    await told(page, /needs a key/)
    await look(page, sglang.url, key)
    await inDialog(page).getByLabel('Name', { exact: true }).fill('comfyui-1')
    await send(page, 'Add')
    await told(page, 'There is an engine comfyui-1 already; give this one another name.')
    await inDialog(page).getByLabel('Name', { exact: true }).fill('gpu-2')
    await send(page, 'Add')
    await page.getByRole('button', { name: 'Take out: gpu-2' }).waitFor()
    await press(page, 'Change: gpu-2')
    await page.getByRole('radio', { name: 'Keep the key' }).waitFor()
    assert.ok(!(await page.content()).includes(key))
    await assertAccessible(page)
    await page.getByLabel('Address', { exact: true }).fill(comfy.url)
    await send(page, 'Save')
    await told(page, 'The address is another one: give its secret, or null')
    await press(page, 'Close')
    for (const answer of await Promise.all(answers)) assert.ok(!answer.includes(key))
  })

  await t.test('an engine is asked, and tried with a video to its end', async () => {
    await press(page, 'Check: gpu-2')
    await told(page, /offers wan2\.2-5b/)
    await press(page, 'Test video: gpu-2')
    await page.getByLabel('Test video with wan2.2-5b, free of charge').waitFor({ timeout: 90_000 })
    await assertAccessible(page)
    const { items } = await operator.GET('/api/v1/admin/tasks', {})
    assert.deepEqual([items[0]!.status, items[0]!.cost], ['completed', 0])
    // Its slot names it too, until the slots are read again, every five seconds.
    await until(
      () => page.getByRole('link', { name: items[0]!.task_id }).count(),
      (count) => count === 1,
    )
  })

  await t.test('slots change while it runs', async () => {
    await press(page, 'Change: comfyui-1')
    await inDialog(page).getByLabel('Slots').fill('3')
    await operator.PUT('/api/v1/admin/inventory/models/{name}', {
      params: { path: { name: 'other' } },
      body: {
        version: (await operator.GET('/api/v1/admin/inventory', {})).version!,
        entry: {
          modes: ['text-to-video'],
          sizes: { '128p': { '16:9': '224x128' } },
          fps: 8,
          seconds: { min: 1, max: 5, default: 1 },
        } as never,
      },
    })
    await send(page, 'Save')
    await told(page, 'Somebody changed the inventory meanwhile, and nothing was written.')
    await send(page, 'Save')
    await told(page, 'comfyui-1 is saved.')
    await page.getByText('0 of 3 busy').waitFor()
  })

  await t.test('what the server tells of servers and models stands in the language of the page', async () => {
    const chinese = await operatorPage(browser, product, 'zh-CN')
    await chinese.goto(`${product.url}/admin/overview`)
    await told(chinese, '用户可以选择模型 other，但没有引擎接受它。')
    await chinese.goto(`${product.url}/admin/engines`)
    await press(chinese, '添加服务器')
    await chinese.getByLabel('地址', { exact: true }).fill(`http://127.0.0.1:${await freePort()}`)
    await press(chinese, '查看')
    await told(chinese, '此地址和端口上没有服务。')
    await told(chinese, '请检查它是否在运行，以及从这里能否访问它的地址和端口。')
    await assertAccessible(chinese)
    await chinese.context().close()
  })

  await t.test('a model is changed, and one that an engine has is not removed', async () => {
    await page.goto(`${product.url}/admin/models`)
    await press(page, 'Change: wan2.2-5b')
    await assertAccessible(page)
    await inDialog(page).getByLabel('Title').fill('Wan, the small one')
    await inDialog(page).getByLabel('Pixels 1').fill('1281x704')
    await send(page, 'Save')
    await told(page, /1281/)
    await inDialog(page).getByLabel('Pixels 1').fill('1280x704')
    await send(page, 'Save')
    await told(page, 'wan2.2-5b is saved.')
    await told(page, 'Wan, the small one')
    await press(page, 'Remove: wan2.2-5b')
    await page.getByLabel('Type “wan2.2-5b” to go on').fill('wan2.2-5b')
    await send(page, 'Remove')
    await told(page, /Take wan2\.2-5b out of .* first/)
    await press(page, 'Close')
    await press(page, 'Remove: other')
    await page.getByLabel('Type “other” to go on').fill('other')
    await send(page, 'Remove')
    await told(page, 'other is removed.')
  })

  await t.test('a graph of one’s own comes as a file, and goes', async () => {
    await press(page, 'Upload graph')
    await inDialog(page).getByLabel('Name', { exact: true }).fill('mine')
    const file = (text: string) => ({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await page.getByLabel('File').setInputFiles(file('no json'))
    await send(page, 'Upload graph')
    await told(page, 'This is no JSON object.')
    const node = { class_type: 'SaveVideo', inputs: {} }
    await page.getByLabel('File').setInputFiles(file(JSON.stringify({ 1: node, 2: node })))
    await send(page, 'Upload graph')
    await page.getByRole('row', { name: /mine 2/ }).waitFor()
    await assertAccessible(page)
    await press(page, 'Remove: mine')
    await page.getByLabel('Type “mine” to go on').fill('mine')
    await send(page, 'Remove')
    await told(page, 'mine is removed.')
  })

  await t.test('errand: a GPU hangs; it is taken out without losing a task', async () => {
    await page.goto(`${product.url}/admin/engines`)
    await press(page, 'Take out: comfyui-1')
    await send(page, 'Take out')
    await told(page, 'comfyui-1 is taken out.')
    sglang.stuck = true
    const { task_id } = await maker.POST('/api/v1/video/generate', {
      body: { prompt: 'a calm sea', model: 'wan2.2-5b', duration_seconds: 1 },
    })
    await page.getByText('1 of 1 busy').waitFor()
    await press(page, 'Put back: comfyui-1')
    await press(page, 'Take out: gpu-2')
    await page.getByLabel(/^It hangs/).check()
    await assertAccessible(page)
    await send(page, 'Take out')
    await told(page, 'gpu-2 is taken out; 1 task waits for another engine.')
    assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
    const { attempts } = await operator.GET('/api/v1/admin/tasks/{task_id}', {
      params: { path: { task_id } },
    })
    assert.deepEqual(
      attempts.map(({ engine, outcome }) => [engine, outcome]),
      [
        ['gpu-2', 'handed_back'],
        ['comfyui-1', 'completed'],
      ],
    )
  })

  await t.test('engines are removed while a task waits, which stays', async () => {
    await press(page, 'Remove: gpu-2')
    await told(page, 'Other engines have its models')
    await page.getByLabel('Type “gpu-2” to go on').fill('gpu-2')
    await send(page, 'Remove')
    await told(page, 'gpu-2 is removed.')
    await press(page, 'Take out: comfyui-1')
    await send(page, 'Take out')
    await page.getByText('Taken out', { exact: true }).first().waitFor()
    const { task_id } = await maker.POST('/api/v1/video/generate', {
      body: { prompt: 'a calm sea', model: 'wan2.2-5b', duration_seconds: 1 },
    })
    await press(page, 'Remove: comfyui-1')
    await told(page, 'No other engine has wan2.2-5b: 1 task that waits stays in the queue until one does.')
    await assertAccessible(page)
    assert.ok(await inDialog(page).getByRole('button', { name: 'Remove' }).isDisabled())
    await page.getByLabel('Type “comfyui-1” to go on').fill('comfyui-1')
    await send(page, 'Remove')
    await told(page, 'comfyui-1 is removed.')
    const waiting = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
    assert.equal(waiting.status, 'queued')
    await addServer(page, comfy.url)
    await until(
      () => operator.GET('/api/v1/admin/engines', {}),
      ({ items }) => items.some(({ engine, is_reachable }) => engine === 'comfyui-1' && is_reachable),
    )
    await page.reload()
    const back = page.getByRole('button', { name: 'Put back: comfyui-1' })
    await page.getByRole('button', { name: /^(Put back|Take out): comfyui-1$/ }).waitFor()
    if ((await back.count()) > 0) await back.click()
    assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  })

  await t.test('each change is a row of the audit log, without the key', async () => {
    const { items } = await operator.GET('/api/v1/admin/audit', {
      params: { query: { event: 'inventory_changed', page_size: 100 } },
    })
    const subjects = new Set(items.map(({ subject }) => subject))
    for (const subject of ['engine:comfyui-1', 'engine:gpu-2', 'model:wan2.2-5b', 'graph:mine'])
      assert.ok(subjects.has(subject), subject)
    assert.ok(!JSON.stringify(items).includes(key))
  })
})

test('where an engines file counts, the pages say so and offer to check and to try only', async (t) => {
  await using sglang = await startFakeSglang()
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-engines-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const file = join(folder, 'engines.yaml')
  await writeFile(
    file,
    `models:
  wan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - { name: filed, kind: sglang, url: '${sglang.url}', models: { wan: {} } }
`,
  )
  const product = await installProduct(t, { ENGINES_FILE: file })
  await product.start()
  await createAdministrator(product)
  const page = await operatorPage(await openBrowser(t), product)
  await page.goto(`${product.url}/admin/engines`)
  await told(page, 'Models and engines come from the engines file')
  await press(page, 'Check: filed')
  await told(page, 'It answers')
  await press(page, 'Test video: filed')
  await page.getByLabel('Test video with wan, free of charge').waitFor()
  await assertAccessible(page)
  for (const name of [/^Add server/, /^Change: /, /^Remove: /, /^Check: preview/])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
  await page.goto(`${product.url}/admin/models`)
  await told(page, 'Models and engines come from the engines file')
  for (const name of [/^Add model/, /^Change: /, /^Remove: /, /^Upload/])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
  await assertAccessible(page)
})
