import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { openBrowser } from './lib/browser.ts'
import { openBucket } from './lib/bucket.ts'
import { createMaker, installProduct, makeVideo, until, waitForEnd } from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'
import { unzip } from './lib/unzip.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const untilLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const videos = [...document.querySelectorAll('video')]
    return videos.length > 0 && videos.every(({ readyState }) => readyState >= 2)
  })

const png = Buffer.of(0x89, 0x50, 0x4e, 0x47)

test('the studio does with videos in a bucket what it does with those in a folder, also where the bucket lets no page read', async (t) => {
  const bucket = await openBucket()
  cleanUp(t, () => bucket[Symbol.asyncDispose]())
  const product = await installProduct(t, bucket.settings(`http://127.0.0.1:${bucket.port}`))
  await product.start()
  const maker = await createMaker(product.url)
  const task_id = await makeVideo(maker, 1)
  const made = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
  const context = await (await openBrowser(t)).newContext({ reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { email } = await maker.GET('/api/v1/me')
  await context.request.post(`${product.url}/api/v1/auth/login`, {
    data: { email, password: 'correct horse battery', session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  const page = await context.newPage()
  watchForFaults(t, page)
  // A browser without it saves through memory, which a test can catch.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  cleanUp(t, async () => {
    if (!(t as { passed?: boolean }).passed)
      t.diagnostic(`The page was at ${page.url()}: ${await page.innerText('body')}`)
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const downloaded = async (click: () => Promise<void>): Promise<Download> => {
    const waiting = page.waitForEvent('download')
    await click()
    return waiting
  }
  const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())
  const newest = async () => (await maker.GET('/api/v1/tasks')).items[0]!
  const generate = async () => {
    const before = await newest()
    await page.getByRole('button', { name: /^Generate/ }).click()
    const task = await until(newest, (now) => now.task_id !== before.task_id)
    const ended = await waitForEnd(maker, task.task_id)
    assert.deepEqual([ended.status, ended.params.mode], ['completed', 'image-to-video'])
    return ended
  }

  for (const rules of ['with', 'without'] as const) {
    await t.test(`${rules} CORS rules`, async () => {
      await bucket.allow(rules === 'with' ? product.url : undefined)
      await page.goto(`${product.url}/v/${task_id}`)
      await untilLoaded(page)
      await page.keyboard.press('.')
      await page.locator('[data-frame="1"]').waitFor()

      const frame = await bytesOf(await downloaded(() => button('Save this frame').click()))
      assert.deepEqual(frame.subarray(0, 4), png)
      await button('Copy this frame').click()
      await page.getByText('Frame copied.').waitFor()
      const copied = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read()
        const picture = await createImageBitmap(await item!.getType('image/png'))
        return [picture.width, picture.height]
      })
      assert.deepEqual(copied, [made.media!.width_px, made.media!.height_px])

      await button('Start a new video from this frame').click()
      await page.waitForURL('**/create')
      await page.getByRole('img', { name: 'First frame' }).waitFor()
      assert.equal((await generate()).parent_task_id, task_id)

      // A picture of one's own begins a video.
      await page.goto(`${product.url}/create`)
      await button('Remove: First frame').click()
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'first.png', mimeType: 'image/png', buffer: frame })
      await page.getByRole('img', { name: 'First frame' }).waitFor()
      assert.equal((await generate()).parent_task_id, null)

      await page.goto(`${product.url}/v/${task_id}`)
      await button('Download').click()
      const video = await downloaded(() => page.getByRole('menuitem', { name: /^Video/ }).click())
      assert.equal(sha256(await bytesOf(video)), made.media!.sha256)

      await page.goto(`${product.url}/library`)
      await page.getByRole('gridcell').first().focus()
      await page.keyboard.press('x')
      await page.keyboard.press('Shift+ArrowRight')
      await page.getByText('2 chosen').waitFor()
      const chosen = page.getByRole('region', { name: 'Chosen videos' })
      const zip = await downloaded(() => chosen.getByRole('button', { name: 'Download' }).click())
      const ended = await maker.GET('/api/v1/tasks')
      assert.deepEqual(
        unzip(await bytesOf(zip)).map(({ bytes }) => sha256(bytes)),
        ended.items.slice(0, 2).map(({ media }) => media!.sha256),
      )

      await page.goto(`${product.url}/verify`)
      await page.locator('input[type=file]').setInputFiles(await video.path())
      await page.getByText('This server made this file.').waitFor()

      const sub = await maker.POST('/api/v1/tasks/{task_id}/enhance', { params: { path: { task_id } } })
      await waitForEnd(maker, sub.task_id)
      await page.goto(`${product.url}/v/${sub.task_id}`)
      await button('Compare').click()
      await page.getByText(/agrees with the original to/).waitFor()
      await untilLoaded(page)
      await page.keyboard.press('.')
      await page.locator('[data-frame="1"]').waitFor()
    })
  }
})
