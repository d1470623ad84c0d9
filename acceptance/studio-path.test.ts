import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { openPage } from './lib/browser.ts'
import { freePort, installProduct } from './lib/product.ts'

/** A proxy as operators set one up: what lies under the path goes to the service, without the path. */
async function serveUnder(t: TestContext, path: string, port: number, target: () => string): Promise<void> {
  const proxy = createServer((incoming, answer) => {
    if (!incoming.url!.startsWith(`${path}/`)) return void answer.writeHead(404).end('Not ours.')
    const url = new URL(incoming.url!.slice(path.length), target())
    const { method, headers } = incoming
    const onward = request(url, { method, headers }, (from) => {
      answer.writeHead(from.statusCode!, from.headers)
      from.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => void proxy.listen(port, '127.0.0.1', resolve))
  cleanUp(t, () => {
    proxy.closeAllConnections()
    proxy.close()
  })
}

test('the studio lives under a path as well: pages, pictures, events and links', async (t) => {
  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}/video`
  const product = await installProduct(t, { PUBLIC_BASE_URL: base_url })
  await serveUnder(t, '/video', port, () => product.url)
  await product.start()
  const page = await openPage(t, `${base_url}/auth/register`)
  const outside: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400 && response.status() !== 401) outside.push(response.url())
  })
  await page.getByRole('heading', { name: 'Create account' }).waitFor()
  await page.getByLabel('E-mail address').fill('maker@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${base_url}/create`)
  await page.goto(`${base_url}/wallet`)
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByRole('link', { name: 'Balance: 10.00 credits' }).click()
  await page.getByRole('link', { name: 'Create', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a calm sea')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: 'Open', exact: true })
    .waitFor({ timeout: 120_000 })
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>('article img')?.naturalWidth ?? 0) > 0,
  )
  await page.getByRole('article').first().getByRole('link', { name: 'Open', exact: true }).click()
  await page.waitForURL(`${base_url}/v/*`)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await page.reload()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  assert.deepEqual(outside, [])
})
