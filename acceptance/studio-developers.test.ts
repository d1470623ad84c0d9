import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@clipwright/client'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { assertAccessible } from './lib/axe.ts'
import { openPage } from './lib/browser.ts'
import { installProduct, waitForEnd } from './lib/product.ts'
import { fillForm, watchForFaults } from './lib/studio-page.ts'

/** A service that takes webhooks, once it is told to; the ids of what it was sent. */
async function receive(t: TestContext) {
  const received: unknown[] = []
  const state = { isWorking: false, received }
  const server = createServer((request, response) => {
    request.resume()
    received.push(request.headers['webhook-id'])
    response.writeHead(state.isWorking ? 204 : 500).end(state.isWorking ? undefined : 'not yet')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  cleanUp(t, () => void server.close())
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` })
}

test('a developer makes a key that works, mends a webhook, watches events, and finds what was spent', async (t) => {
  const product = await installProduct(t, {
    OUTBOUND_ALLOW_HTTP: 'true',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  await product.start()
  const receiver = await receive(t)
  const page = await openPage(t, `${product.url}/auth/register`)
  watchForFaults(t, page)
  await fillForm(page, 'Create account', {
    'E-mail address': 'dev@example.org',
    Password: 'correct horse battery',
  })
  await page.waitForURL('**/create')
  await page.goto(`${product.url}/wallet`)
  await page.getByText('Nothing has happened yet.').waitFor()
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByRole('link', { name: 'Balance: 10.00 credits' }).waitFor()

  // A key, and the call that is shown with it
  await page.goto(`${product.url}/developers`)
  await page.getByText('No keys yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  await fillForm(page, 'Create key', { Name: 'Renderer', 'Spends at most': '5' })
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  await assertAccessible(page)
  const shown = await page.locator('[role=dialog] pre').innerText()
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `${shown} --silent --output /dev/null --write-out '%{http_code}'`,
  ])
  assert.equal(stdout, '200')
  const api_key = await page.getByLabel('Your new key', { exact: true }).locator('code').first().innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('0.00 of 5.00 credits this month').waitFor()
  await assertAccessible(page)

  // A webhook of a service that is down
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await fillForm(page, 'Add webhook', { Address: 'http://[::1]:1/' }, 'Add')
  await page.locator('input[name=url][aria-invalid=true]').waitFor()
  await fillForm(page, 'Add webhook', { Address: receiver.url }, 'Add')
  await page.getByRole('heading', { name: 'Signing secret' }).waitFor()
  assert.match(
    await page.getByLabel('Signing secret', { exact: true }).locator('code').first().innerText(),
    /^whsec_/,
  )
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('button', { name: 'Send ping' }).click()
  await page.getByText('The ping failed: The answer was not 2xx.').waitFor()

  // Events, live
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByText('Nothing has happened since this page was opened').waitFor()
  await assertAccessible(page)
  const program = createClient({ base_url: product.url, credential: { api_key } })
  const { task_id } = await program.POST('/api/v1/video/generate', {
    body: { prompt: 'a red balloon drifts over a calm sea', duration_seconds: 1 },
  })
  await page.getByRole('list', { name: 'Events' }).getByText('task.completed').waitFor({ timeout: 120_000 })
  await page.getByRole('list', { name: 'Events' }).getByText(task_id).first().waitFor({ state: 'attached' })
  await assertAccessible(page)
  assert.equal((await waitForEnd(program, task_id)).status, 'completed')

  // What failed is delivered again
  await page.goBack()
  const delivery = page.locator('summary').filter({ hasText: 'task.completed' })
  await delivery.click()
  await page.getByText(/^HTTP 500/).waitFor()
  await assertAccessible(page)
  receiver.isWorking = true
  await page.getByRole('button', { name: 'Deliver again' }).click()
  await delivery.filter({ hasText: 'Delivered' }).waitFor()
  const [, ...tries] = receiver.received
  assert.equal(new Set(tries).size, 1, 'the same message each time')

  await page.getByRole('link', { name: 'Quickstart' }).click()
  await page.getByRole('heading', { name: 'Fetch it' }).waitFor()
  await page.getByText(`${product.url}/api/v1/video/generate`).waitFor()
  await assertAccessible(page)

  // Spent today, at first sight
  await page.getByRole('link', { name: 'Balance: 9.90 credits' }).click()
  const today = page.locator('dl > div').filter({ hasText: 'Spent today' }).getByRole('definition')
  await today.getByText('0.10').waitFor()
  await page.getByRole('img', { name: /^Credits spent by day/ }).waitFor()
  await page.getByText('As a table').click()
  await page.getByRole('cell', { name: 'preview', exact: true }).waitFor()
  await page.getByLabel('Kind').selectOption('topup')
  await page.getByRole('cell', { name: '+10.00' }).waitFor()
  await page.getByRole('link', { name: 'Video · preview' }).waitFor({ state: 'detached' })
  assert.match(page.url(), /\/wallet\?type=topup$/)
  await assertAccessible(page)

  // Revoked, and in Chinese
  await page.evaluate(() => localStorage.setItem('clipwright.language', 'zh-CN'))
  await page.goto(`${product.url}/developers/keys`)
  await page.getByRole('button', { name: '吊销: Renderer' }).click()
  await page.getByRole('heading', { name: '吊销“Renderer”？' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: '吊销', exact: true }).last().click()
  await page.getByText('1 个已失效').waitFor()
  await assert.rejects(program.GET('/api/v1/me'), { status: 401, code: 'api_key_revoked' })
})
