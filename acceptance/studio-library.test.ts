import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createClient } from '@clipwright/client'
import { assertAccessible } from './lib/axe.ts'
import { openPage } from './lib/browser.ts'
import { installProduct, waitForEnd } from './lib/product.ts'
import { unzip } from './lib/unzip.ts'

test('a maker finds videos by what they are and say, chooses some by keys, packs, deletes and gets them back', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const account = { email: 'maker@example.org', password: 'correct horse battery' }
  const guest = createClient({ base_url: product.url })
  const answer = await guest.POST('/api/v1/auth/register', { body: account })
  assert.ok('access_token' in answer)
  const maker = createClient({
    base_url: product.url,
    credential: { access_token: answer.access_token! },
  })
  await maker.POST('/api/v1/me/topup', { body: { amount: 1_000 } })
  const make = async (prompt: string, aspect_ratio: string) =>
    (await maker.POST('/api/v1/video/generate', { body: { prompt, aspect_ratio, duration_seconds: 1 } }))
      .task_id
  const balloon = await make('a red balloon drifts over a calm sea', '16:9')
  const fox = await make('a fox in the snow', '9:16')
  const city = await make('夜晚的城市，霓虹灯', '16:9')
  const videos = await Promise.all([balloon, fox, city].map((task_id) => waitForEnd(maker, task_id)))
  assert.deepEqual(
    videos.map(({ status }) => status),
    ['completed', 'completed', 'completed'],
  )

  const page = await openPage(t, `${product.url}/auth/sign-in`)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) errors.push(message.text())
  })
  // A browser without it saves through memory, which a test can catch.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await page.request.post(`${product.url}/api/v1/auth/login`, {
    data: { ...account, session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  await page.goto(`${product.url}/library`)
  await page.getByRole('heading', { name: 'Library' }).waitFor()
  await page.getByText('3 videos').waitFor()
  const tiles = page.getByRole('gridcell')
  const tile = (words: string) => page.getByRole('gridcell', { name: new RegExp(words) })
  await tile('balloon').waitFor()
  await assertAccessible(page)

  // What one looks for is in the address, and survives a reload.
  await page.getByRole('searchbox', { name: 'Words of the prompt' }).fill('ball sea')
  await page.getByText('1 video', { exact: true }).waitFor()
  await page.waitForURL(/\?q=ball/)
  await page.reload()
  await page.getByText('1 video', { exact: true }).waitFor()
  await tile('balloon').waitFor()
  await page.getByRole('searchbox', { name: 'Words of the prompt' }).fill('霓虹')
  await tile('霓虹灯').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('3 videos').waitFor()
  await page.getByLabel('Shape').selectOption('9:16')
  await page.getByText('1 video', { exact: true }).waitFor()
  await tile('fox').waitFor()
  await page.getByLabel('Status').selectOption('failed')
  await page.getByText('No video is like that').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.getByText('3 videos').waitFor()

  // By keys alone: the newest is first. Space plays, x chooses, Shift takes what lies between.
  await page.mouse.move(0, 0) // a clip plays under the pointer as well
  await tiles.first().focus()
  await page.keyboard.press('Space')
  await tiles.first().locator('video').waitFor()
  await page.keyboard.press('Space')
  await tiles.first().locator('video').waitFor({ state: 'detached' })
  await page.keyboard.press('x')
  await page.getByText('1 chosen').waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('2 chosen').waitFor()
  await assertAccessible(page)

  const waiting = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Chosen videos' }).getByRole('button', { name: 'Download' }).click()
  const download = await waiting
  assert.match(download.suggestedFilename(), /^clipwright-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(await readFile(await download.path()))
  assert.deepEqual(
    files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).toSorted(),
    [videos[1]!, videos[2]!].map(({ media }) => media!.sha256).toSorted(),
  )
  assert.deepEqual(
    files.map(({ name }) => name),
    [`夜晚的城市-霓虹灯-${city.slice(0, 8)}.mp4`, `a-fox-in-the-snow-${fox.slice(0, 8)}.mp4`],
  )

  // Enhancing says its price before anything is done.
  await page.getByRole('button', { name: 'Enhance' }).click()
  await page.getByText(/^2 videos for \d+\.\d\d credits together$/).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await tiles.first().focus()
  await page.keyboard.press('Delete')
  await page.getByText('2 videos deleted.').waitFor()
  await page.getByText('1 video', { exact: true }).waitFor()
  assert.equal((await maker.GET('/api/v1/tasks')).total, 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 videos').waitFor()
  assert.equal((await maker.GET('/api/v1/tasks')).total, 3)

  // What another tab, or a program, does is seen at once.
  await maker.DELETE('/api/v1/tasks/{task_id}', { params: { path: { task_id: fox } } })
  await page.getByText('2 videos', { exact: true }).waitFor()
  await maker.POST('/api/v1/tasks/{task_id}/restore', { params: { path: { task_id: fox } } })
  await page.getByText('3 videos').waitFor()

  await tiles.first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/v/${city}`)
  assert.deepEqual(errors, [])
})
