import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { createMaker, installProduct, makeVideo, until, waitForEnd } from './lib/product.ts'

const password = 'correct horse battery'

const frameOf = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-frame]').getAttribute('data-frame'))

/** The frame on the screen once it is that one. */
const untilFrame = (page: Page, frame: number): Promise<unknown> =>
  page.locator(`[data-frame="${frame}"]`).waitFor()

/** Every video of the page has a picture: from then on it can be stepped through. */
const untilLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const videos = [...document.querySelectorAll('video')]
    return videos.length > 0 && videos.every(({ readyState }) => readyState >= 2)
  })

test('a video is stepped through, goes on from a frame, is enhanced, compared in step, and made again by its code', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const task_id = await makeVideo(maker, 1)
  const context = await (
    await openBrowser(t)
  ).newContext({
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  })
  const { email } = await maker.GET('/api/v1/me')
  const signedIn = await context.request.post(`${product.url}/api/v1/auth/login`, {
    data: { email, password, session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  assert.equal(signedIn.status(), 200)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${product.url}/v/${task_id}`)

  await untilLoaded(page)
  await untilFrame(page, 0)
  for (const frame of [1, 2, 3]) {
    await page.keyboard.press('.')
    await untilFrame(page, frame)
  }
  await page.keyboard.press(',')
  await untilFrame(page, 2)
  await assertAccessible(page)

  await page.getByText('Code', { exact: true }).click()
  const command = (await page.locator('pre').textContent())!
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'code' } })
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`], {
    env: { ...process.env, CLIPWRIGHT_API_KEY: api_key },
  })
  const again = await waitForEnd(maker, (JSON.parse(stdout) as { task_id: string }).task_id)
  const original = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
  assert.deepEqual(
    [again.prompt, again.model, again.params],
    [original.prompt, original.model, original.params],
  )

  await page.getByRole('button', { name: 'Start a new video from this frame' }).click()
  await page.waitForURL('**/create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(original.prompt!.replace('sunset', 'night'))
  await page.getByRole('button', { name: /^Generate/ }).click()
  const next = await until(
    async () => (await maker.GET('/api/v1/tasks')).items[0]!,
    ({ parent_task_id }) => parent_task_id === task_id,
  )
  assert.equal(next.params.mode, 'image-to-video')
  await waitForEnd(maker, next.task_id)
  await page.goto(`${product.url}/v/${next.task_id}`)
  await page.getByText('Goes on from a frame').waitFor()
  await page.locator('del').getByText('sunset').waitFor()
  await page.locator('ins').getByText('night').waitFor()
  await page.getByRole('link', { name: /The first/ }).click()
  await page.waitForURL(`**/v/${task_id}`)

  await page.getByRole('button', { name: 'Enhance', exact: true }).click()
  await page.getByRole('dialog', { name: 'Enhance' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: /Enhance to 1080p/ }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/v/') && !url.pathname.includes(task_id))
  await page.getByRole('button', { name: 'Compare' }).click({ timeout: 180_000 })
  await page.getByText(/agrees with the original to/).waitFor()
  await untilLoaded(page)
  await page.keyboard.press('.')
  await untilFrame(page, 1)
  const inStep = (): Promise<number> =>
    page.evaluate(() => {
      const [first, second] = [...document.querySelectorAll('video')].map(({ currentTime }) => currentTime)
      return Math.abs(first! - second!)
    })
  const halfFrame_s = 1 / original.params.fps / 2
  await until(inStep, (apart) => apart <= halfFrame_s)
  await page.getByRole('button', { name: 'Play' }).click()
  await until(
    () => frameOf(page),
    (frame) => frame > 5,
  )
  await page.getByRole('button', { name: 'Pause' }).click()
  await until(inStep, (apart) => apart <= halfFrame_s)
  await assertAccessible(page)

  // 100 % is a pixel of the screen for each of the video. The picture is moved, and the line between the two as well.
  const touchAction = () =>
    page.locator('[data-divider]').evaluate((line) => getComputedStyle(line.parentElement!).touchAction)
  assert.equal(await touchAction(), 'pan-y', 'a finger still scrolls the page')
  await page.getByText('100 %').click()
  const [, larger] = await page.locator('video').all()
  const enhanced_id = new URL(page.url()).pathname.split('/').at(-1)!
  const enhanced = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id: enhanced_id } } })
  const place = async () => (await larger!.boundingBox())!
  assert.equal((await place()).width, enhanced.media!.width_px / 2)
  assert.equal(await touchAction(), 'none')
  const line = page.locator('[data-divider]')
  const drag = async (from_x: number, from_y: number, by_x: number) => {
    await page.mouse.move(from_x, from_y)
    await page.mouse.down()
    await page.mouse.move(from_x + by_x, from_y)
    await page.mouse.up()
  }
  const middle = async () => {
    const { x, y, width, height } = (await line.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const before = { line: await middle(), video: await place() }
  await drag(before.line.x, before.line.y, 100)
  assert.deepEqual([(await middle()).x, (await place()).x], [before.line.x + 100, before.video.x])
  await drag(before.line.x - 60, before.line.y, -40)
  assert.deepEqual([(await middle()).x, (await place()).x], [before.line.x + 100, before.video.x - 40])

  // Any two of a family, chosen on the page.
  await page.goto(`${product.url}/v/${task_id}`)
  const relative = page.getByRole('listitem').filter({ hasText: 'Goes on from a frame' })
  await relative.getByRole('link', { name: 'Compare with this one' }).click()
  await page.getByText('Earlier', { exact: true }).waitFor()
  await page.getByText('Later', { exact: true }).waitFor()
  await untilLoaded(page)
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('button', { name: 'Copy this frame' }).waitFor()

  // A video that does not arrive is said to, and comes when it can.
  await page.route('**/api/v1/result/*', (route) => route.abort())
  await page.reload()
  await page.getByText('The video cannot be loaded.').waitFor()
  await page.unroute('**/api/v1/result/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await untilLoaded(page)
  assert.equal(await page.getByText('The video cannot be loaded.').count(), 0)

  // How loud one wants it is remembered. The built-in engine draws silent videos, so that there is sound is said here.
  await page.route(`**/api/v1/tasks/${task_id}`, async (route) => {
    const task = { ...original, media: { ...original.media, has_audio: true } }
    await route.fulfill({ json: task })
  })
  await page.reload()
  const heard = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => [video.volume, video.muted] as const)
  await page.getByRole('slider', { name: 'Volume' }).fill('30')
  assert.deepEqual(await heard(), [0.3, false])
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Sound on' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sound on' }).click()
  assert.deepEqual(await heard(), [0.3, false])
  await assertAccessible(page)
  assert.deepEqual(errors, [])
})
