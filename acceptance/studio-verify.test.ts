import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible } from './lib/axe.ts'
import { openPage } from './lib/browser.ts'
import { createMaker, installProduct, makeVideo } from './lib/product.ts'

test('anybody can see whether a file and its manifest were made here, and nothing of the file is sent', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const task_id = await makeVideo(maker, 1)
  const path = { task_id }
  const { download_url } = await maker.GET('/api/v1/tasks/{task_id}', { params: { path } })
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'verify' } })
  const answer = await fetch(new URL(download_url!, product.url), { headers: { 'x-api-key': api_key } })
  const video = Buffer.from(await answer.arrayBuffer())
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
