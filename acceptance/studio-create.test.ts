import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { type FakeSglang, startFakeSglang } from './fakes/sglang.ts'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { installProduct, type Product } from './lib/product.ts'

// What a maker does on the page Create, in front of an inference server that does what the test says.

const models = (url: string): string => `
models:
  wan:
    title: Wan
    modes: [text-to-video, image-to-video]
    sizes: { 128p: { '16:9': 224x128, '9:16': 128x224 } }
    size_multiple_px: 32
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - { name: sglang, kind: sglang, url: '${url}', models: { wan: {} } }
`

/** However slow the machine is. */
const patience_ms = 90_000

async function install(t: TestContext): Promise<{ product: Product; engine: FakeSglang; browser: Browser }> {
  const engine = await startFakeSglang()
  cleanUp(t, () => engine[Symbol.asyncDispose]())
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-create-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'engines.yaml'), models(engine.url))
  const product = await installProduct(t, {
    ENGINES_FILE: join(folder, 'engines.yaml'),
    PREVIEW_SLOTS: '0',
    TASK_MAX_ATTEMPTS: '1',
    LOG_LEVEL: 'info',
  })
  await product.start()
  return { product, engine, browser: await openBrowser(t) }
}

/** A page of somebody new with credits, signed in as browsers are. Errors of the page fail the test at its end. */
async function openAs(t: TestContext, browser: Browser, url: string, credits: number): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const body = { email: `maker-${crypto.randomUUID()}@example.org`, password: 'correct horse battery' }
  const headers = { origin: url }
  await context.request.post(`${url}/api/v1/auth/register`, {
    data: { ...body, session_mode: 'cookie' },
    headers,
  })
  if (credits > 0)
    await context.request.post(`${url}/api/v1/me/topup`, { data: { amount: credits }, headers })
  const page = await openIn(t, context, url)
  return page
}

async function openIn(t: TestContext, context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Maximum update|unique "key"/.test(message.text()))
      errors.push(message.text())
  })
  cleanUp(t, async () => {
    if (!(t as { passed?: boolean }).passed)
      t.diagnostic(`A page was at ${page.url()}: ${await page.innerText('body')}`)
    assert.deepEqual(errors, [])
  })
  await page.goto(`${url}/create`)
  await page.getByRole('button', { name: /^Generate 0\./ }).waitFor()
  return page
}

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
const cards = (page: Page) => page.getByRole('article')
const generate = (page: Page, what: RegExp) => page.getByRole('button', { name: what }).click()
/** A card whose video is there. */
const done = (page: Page, text: string | RegExp) =>
  cards(page).filter({ hasText: text, has: page.getByRole('link', { name: 'Open', exact: true }) })

/** Gives the page a file as somebody who drops or pastes one does. */
function give(page: Page, how: 'drop' | 'paste', file: { name: string; bytes: Buffer }): Promise<void> {
  return page.evaluate(
    ({ how, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      if (how === 'paste')
        document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      else
        for (const kind of ['dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(kind, { ...options, dataTransfer: data }))
    },
    { how, name: file.name, base64: file.bytes.toString('base64') },
  )
}

/** A picture that the browser draws, so that the test needs no file. */
async function picture(page: Page, colour: string, width = 128): Promise<Buffer> {
  const url = await page.evaluate(
    ([colour, width]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height: 224 })
      const context = canvas.getContext('2d')!
      context.fillStyle = String(colour)
      context.fillRect(0, 0, 128, 224)
      return canvas.toDataURL('image/png')
    },
    [colour, width],
  )
  return Buffer.from(url.split(',')[1]!, 'base64')
}

interface Made {
  prompt: string
  original_prompt: string | null
  params: Record<string, unknown>
}

/** What the server has of this user, newest first. */
async function tasks(page: Page): Promise<Made[]> {
  const answer = await page.request.get(new URL('/api/v1/tasks', page.url()).href)
  return ((await answer.json()) as { items: Made[] }).items
}

test('what a maker does on Create', { timeout: 540_000 }, async (t) => {
  const { product, engine, browser } = await install(t)
  const { url } = product

  await t.test('a picture that is dropped or pasted anywhere is the first frame of a video', async (t) => {
    const page = await openAs(t, browser, url, 1000)
    const image_key = async (): Promise<string | undefined> => {
      const draft = await page.evaluate(() => localStorage.getItem('clipwright.draft') ?? '{}')
      return (JSON.parse(draft) as { image_url?: string }).image_url
    }
    await give(page, 'drop', { name: 'note.png', bytes: Buffer.from('this is a text') })
    await page.getByText('There is no picture in this file.').waitFor()
    await give(page, 'drop', { name: 'tiny.png', bytes: await picture(page, 'red', 32) })
    await page.getByText('This is no PNG, JPEG or WebP picture of 64 to 8192 pixels a side').waitFor()
    assert.equal(await image_key(), undefined)

    await give(page, 'drop', { name: 'first.png', bytes: await picture(page, 'red') })
    // An upright picture makes an upright video, unless one says otherwise.
    await page.getByText('Scaled to fill 9:16').waitFor()
    const dropped = await image_key()
    await page.getByRole('button', { name: 'Remove: First frame' }).click()
    assert.equal(await image_key(), undefined)
    await give(page, 'paste', { name: 'second.png', bytes: await picture(page, 'blue') })
    await page.getByText('Scaled to fill 9:16').waitFor()
    const pasted = await image_key()
    assert.ok(pasted !== undefined && dropped !== undefined && pasted !== dropped)

    await page.reload()
    await page.getByRole('img', { name: 'First frame' }).waitFor()
    await assertAccessible(page)
    await prompt(page).fill('a sail in the wind')
    await generate(page, /^Generate 0\.10/)
    await done(page, 'a sail in the wind').waitFor({ timeout: patience_ms })
    const [task] = await tasks(page)
    assert.deepEqual(
      [task!.params['mode'], task!.params['image_key'], task!.params['aspect_ratio']],
      ['image-to-video', pasted, '9:16'],
    )
    await page.context().close()
  })

  await t.test('a better prompt is shown word by word, taken, and taken back', async (t) => {
    const page = await openAs(t, browser, url, 1000)
    await prompt(page).fill('Alice feeds 3 swans')
    await page.getByRole('button', { name: 'Improve prompt' }).click()
    await page.getByText('Written by fixed rules').waitFor()
    await page.getByText('Kept: Alice · 3.').waitFor()
    assert.notEqual(await page.locator('ins').count(), 0)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Use it' }).click()
    const improved = await prompt(page).inputValue()
    assert.match(improved, /^Alice feeds 3 swans\. ./)
    await page.getByRole('button', { name: 'Undo' }).click()
    assert.equal(await prompt(page).inputValue(), 'Alice feeds 3 swans')
    await page.getByRole('button', { name: 'Improve prompt' }).click()
    await page.getByRole('button', { name: 'Use it' }).click()
    await generate(page, /^Generate 0\.10/)
    await cards(page).filter({ hasText: 'Alice feeds 3 swans.' }).first().waitFor()
    await done(page, 'Alice').waitFor({ timeout: patience_ms })
    const items = await tasks(page)
    assert.deepEqual([items[0]!.prompt, items[0]!.original_prompt], [improved.trim(), 'Alice feeds 3 swans'])

    await page.getByRole('button', { name: 'Star this prompt' }).click()
    await page.getByText('Kept among your starred prompts.').waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    const dialog = page.getByRole('dialog', { name: 'Prompts' })
    await dialog.getByRole('searchbox').fill('nowhere')
    await dialog.getByText('No prompt has these words.').waitFor()
    await dialog.getByRole('searchbox').fill('SWANS alice')
    await dialog.getByRole('button', { name: 'Alice feeds 3 swans.' }).waitFor()
    await assertAccessible(page)
    await dialog.getByText('Starred', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Alice feeds 3 swans.' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await prompt(page).inputValue(), improved.trim())
    await page.context().close()
  })

  await t.test('choices make a video of each, for the total that stood on the button', async (t) => {
    const page = await openAs(t, browser, url, 100)
    await prompt(page).fill('a {red|blue} sail over {where}')
    await page.getByLabel('where').fill('a lake')
    await generate(page, /^Generate 2 videos 0\.20/)
    for (const colour of ['red', 'blue'])
      await done(page, `a ${colour} sail over a lake`).waitFor({ timeout: patience_ms })
    await page.getByRole('link', { name: 'Balance: 0.80 credits' }).waitFor()
    await page.getByRole('button', { name: '8 variations 0.80' }).waitFor()
    await prompt(page).fill('{a|b|c|d|e}{a|b|c|d|e}')
    await page.getByText('more than 16 videos at once').waitFor()
    await prompt(page).fill('a { brace')
    await page.getByText('they are sent as they are').waitFor()
    await prompt(page).fill('one of four')
    await page.getByRole('button', { name: '4 variations 0.40' }).click()
    await page.getByRole('link', { name: 'Balance: 0.40 credits' }).waitFor()
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('article')].filter((card) => /one of four/.test(card.innerText))
          .length === 4,
    )
    const items = await tasks(page)
    assert.equal(new Set(items.slice(0, 4).map(({ params }) => params['seed'])).size, 4)

    // An answer that is lost: what did not get through is told, and sent again it is not paid twice.
    let isLost = false
    await page.route('**/video/generate', async (route) => {
      if (isLost || !/green/.test(route.request().postData() ?? '')) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await prompt(page).fill('a {white|green} sail')
    await generate(page, /^Generate 2 videos 0\.20/)
    await page.getByText('1 of 2 videos were not accepted.').waitFor()
    await page.getByRole('button', { name: 'Send these again' }).click()
    await page.getByText('1 of 2 videos were not accepted.').waitFor({ state: 'detached' })
    for (const colour of ['white', 'green'])
      await done(page, `a ${colour} sail`).waitFor({ timeout: patience_ms })
    await page.getByRole('link', { name: 'Balance: 0.20 credits' }).waitFor()

    // Of five there is money for two: the button says so, and leads to the top-up.
    await prompt(page).fill('{a|b|c|d|e} sail')
    await page.getByRole('link', { name: /0\.30 credits missing/ }).click()
    await page.getByRole('button', { name: 'Top up' }).click()
    await page.getByRole('link', { name: 'Balance: 10.20 credits' }).waitFor()
    await page.goBack()
    assert.equal(await prompt(page).inputValue(), '{a|b|c|d|e} sail')
    await page.getByRole('button', { name: /^Generate 5 videos 0\.50/ }).waitFor()
    await page.context().close()
  })

  await t.test('wrong input is told at its field, and the first video is a click away', async (t) => {
    const page = await openAs(t, browser, url, 1000)
    await page.getByRole('heading', { name: 'Your first video' }).waitFor()
    await assertAccessible(page)
    await page.getByLabel('Seed').fill('9999999999')
    await page.locator('label:text-is("Seed") ~ [role=alert]').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Generate/ }).isDisabled(), true)
    await page.getByLabel('Seed').fill('7')
    await page.getByRole('button', { name: 'a red balloon drifts over' }).click()
    await generate(page, /^Generate 0\.10/)
    await done(page, 'a red balloon').waitFor({ timeout: patience_ms })
    await page.context().close()
  })

  await t.test('a failed video says why and what became of the money, and is made by a retry', async (t) => {
    const page = await openAs(t, browser, url, 100)
    engine.fail_with = 'Scheduler did not respond in time.'
    await prompt(page).fill('a storm')
    await prompt(page).press('Control+Enter')
    const card = cards(page).filter({ hasText: 'a storm' }).last()
    await card.getByText('Failed').waitFor({ timeout: patience_ms })
    await card.getByText('0.10 credits returned').waitFor()
    await page.getByRole('link', { name: 'Balance: 1.00 credits' }).waitFor()
    await assertAccessible(page)
    engine.fail_with = null
    await card.getByRole('button', { name: 'Retry' }).click()
    await done(page, 'a storm').waitFor({ timeout: patience_ms })
    await page.getByRole('link', { name: 'Balance: 0.90 credits' }).waitFor()

    // It asks before it cancels what is being made, and deletes what can be undone.
    engine.stuck = true
    await prompt(page).fill('a calm')
    await generate(page, /^Generate 0\.10/)
    const running = cards(page).filter({ hasText: 'a calm' }).first()
    await running.getByRole('progressbar').waitFor({ timeout: patience_ms })
    await running.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Cancel this video?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel the video' }).click()
    await running.getByText('Canceled').waitFor()
    engine.stuck = false
    engine.restart()
    await running.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await running.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await running.getByText('Canceled').waitFor()
    await page.context().close()
  })

  await t.test('two tabs show the same over one stream; a lost connection is told, and heals', async (t) => {
    const page = await openAs(t, browser, url, 1000)
    const streams = new Set<string>()
    await page.context().route('**/api/v1/events*', (route, request) => {
      streams.add(request.url())
      return route.continue()
    })
    const other = await openIn(t, page.context(), url)
    await prompt(page).fill('a shared sea')
    await generate(page, /^Generate 0\.10/)
    for (const each of [page, other]) await done(each, 'a shared sea').waitFor({ timeout: patience_ms })
    assert.equal(await prompt(other).inputValue(), 'a shared sea')
    assert.equal(streams.size, 0, 'the second tab has opened a stream of its own')

    await other.close()
    await page.context().setOffline(true)
    await page.getByText('No connection.').waitFor({ timeout: patience_ms })
    await page.context().setOffline(false)
    await page.getByText('No connection.').waitFor({ state: 'detached', timeout: patience_ms })

    // The server goes away while a video is made, and comes back: the card goes on by itself.
    engine.job_ms = 2_000
    await prompt(page).fill('a longer sea')
    await generate(page, /^Generate 0\.10/)
    await cards(page)
      .filter({ hasText: 'a longer sea' })
      .getByRole('progressbar')
      .waitFor({ timeout: patience_ms })
    await product.stop()
    await page.getByText('No connection.').waitFor({ timeout: patience_ms })
    await product.start()
    await done(page, 'a longer sea').waitFor({ timeout: patience_ms })
    await page.getByText('No connection.').waitFor({ state: 'detached', timeout: patience_ms })
    await page.context().close()
  })
})
