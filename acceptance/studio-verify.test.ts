import assert from 'node:assert/strict'
import { appendFile, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Client } from '@clipwright/client'
import type { Route, Worker } from 'playwright-core'
import { assertAccessible } from './lib/axe.ts'
import { openPage } from './lib/browser.ts'
import { createMaker, installProduct, makeVideo, until } from './lib/product.ts'

async function downloadVideo(url: string, maker: Client, task_id: string): Promise<Buffer> {
  const { download_url } = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'verify' } })
  const answer = await fetch(new URL(download_url!, url), { headers: { 'x-api-key': api_key } })
  return Buffer.from(await answer.arrayBuffer())
}

test('anybody can see whether a file and its manifest were made here, and nothing of the file is sent', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const task_id = await makeVideo(maker, 1)
  const path = { task_id }
  const video = await downloadVideo(product.url, maker, task_id)
  const manifest = await maker.GET('/api/v1/tasks/{task_id}/provenance', { params: { path } })
  const file = (name: string): string => join(product.data_dir, name)
  await writeFile(file('ours.mp4'), video)
  await writeFile(file('other.mp4'), Buffer.concat([video, Buffer.of(0)]))
  await writeFile(file('manifest.json'), JSON.stringify(manifest))
  const payload = Buffer.from(
    Buffer.from(manifest.payload, 'base64').toString().replace('preview', 'another'),
  )
  await writeFile(file('forged.json'), JSON.stringify({ ...manifest, payload: payload.toString('base64') }))

  const page = await openPage(t, `${product.url}/verify`)
  let sent = 0
  page.on('request', (request) => (sent += request.postDataBuffer()?.length ?? 0))
  const drop = (...names: string[]) => page.locator('input[type=file]').setInputFiles(names.map(file))
  await drop('ours.mp4')
  await page.getByText('This server made this file.').waitFor()
  await assertAccessible(page)
  await drop('manifest.json')
  await page.getByText('This server signed it, and it is about this file.').waitFor()
  await drop('other.mp4')
  await page.getByText('This server does not know this file.').waitFor()
  await page.getByText('It is genuine, but about another file.').waitFor()
  await drop('forged.json')
  await page.getByText('The manifest or its signature was changed.').waitFor()
  await page.getByRole('button', { name: 'Check another' }).click()
  await drop('ours.mp4', 'manifest.json')
  await page.getByText('This server signed it, and it is about this file.').waitFor()
  const { length } = await readFile(file('ours.mp4'))
  assert.ok(sent < length, `${sent} bytes were sent of ${length}`)
})

test('a check can be canceled and tried again, and an earlier one never speaks over a later one', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const task_id = await makeVideo(maker, 1)
  const file = (name: string): string => join(product.data_dir, name)
  await writeFile(file('ours.mp4'), await downloadVideo(product.url, maker, task_id))
  await writeFile(file('small.mp4'), 'no video')
  await writeFile(file('large.mp4'), '')
  const large_bytes = 1.5e9
  await truncate(file('large.mp4'), large_bytes) // a hole: it takes no space
  await writeFile(file('cut.json'), '{"payloadType":')
  await writeFile(file('workflow.json'), '{"nodes":[]}')

  const page = await openPage(t, `${product.url}/verify`)
  const drop = (...names: string[]) => page.locator('input[type=file]').setInputFiles(names.map(file))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const workers = new Set<Worker>()
  page.on('worker', (worker) => {
    workers.add(worker)
    worker.on('close', () => workers.delete(worker))
  })
  const untilNoWorker = () =>
    until(
      () => Promise.resolve(workers.size),
      (count) => count === 0,
    )

  // Said once, and no percentage after it.
  await drop('large.mp4')
  await page.getByText('Reading the file').waitFor()
  const progress = page.getByRole('progressbar')
  assert.equal(await progress.evaluate((bar) => bar.closest('[aria-live]')?.getAttribute('aria-live')), 'off')
  await assertAccessible(page)
  assert.equal(workers.size, 1)
  await button('Cancel').click()
  await page.getByText('Canceled. Nothing was found out about the file.').waitFor()
  await untilNoWorker()

  // Changed since it was chosen: the browser does not give it out. As it was, it does again.
  const chosen = new Date()
  await utimes(file('large.mp4'), chosen, chosen)
  await drop('large.mp4')
  await button('Cancel').click()
  await appendFile(file('large.mp4'), 'more')
  await button('Try again').click()
  await page.getByText('The file cannot be read.').waitFor()
  await truncate(file('large.mp4'), large_bytes)
  await utimes(file('large.mp4'), chosen, chosen)
  await button('Try again').click()
  await page.getByText('Reading the file').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await untilNoWorker()
  await page.goBack()

  // The server cannot be reached, and can again.
  const asked = '**/api/v1/provenance/*'
  await page.route(asked, (route) => route.abort())
  await drop('small.mp4')
  await page.getByRole('alert').waitFor()
  await page.unroute(asked)
  await button('Try again').click()
  await page.getByText('This server does not know this file.').waitFor()

  // The first answer is held back until the second file has its own, and then comes, or breaks.
  for (const late of ['comes', 'breaks'] as const) {
    await button('Check another').click()
    const held: Route[] = []
    await page.route(asked, (route) => {
      if (held.length === 0) held.push(route)
      else void route.continue()
    })
    await drop('small.mp4')
    await until(
      () => Promise.resolve(held.length),
      (count) => count === 1,
    )
    await drop('ours.mp4')
    await page.getByText('This server made this file.').waitFor()
    // The page has taken it back by then.
    await (late === 'comes' ? held[0]!.fulfill({ status: 404 }) : held[0]!.abort()).catch(() => {})
    await drop('cut.json')
    await page.getByText('The manifest is damaged.').waitFor()
    assert.equal(await page.getByText('This server made this file.').count(), 1)
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.unroute(asked)
  }
  await drop('workflow.json')
  await page.getByText('This is no manifest.').waitFor()
  await assertAccessible(page)
})
