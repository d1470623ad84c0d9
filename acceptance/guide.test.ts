import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { installProduct } from './lib/product.ts'

test('the guide is found from the API page, searched, read in one’s own language and at night, and asks nobody else', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const browser = await openBrowser(t)
  const context = await browser.newContext({ colorScheme: 'light' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => request.url().startsWith(product.url) || faults.push(request.url()))

  await page.goto(`${product.url}/docs/`)
  const link = page.getByRole('link', { name: 'The guide' })
  assert.equal(
    await link.evaluate((element: HTMLAnchorElement) => element.href),
    `${product.url}/guide/api.html`,
  )
  faults.length = 0

  await page.goto(`${product.url}/guide/api.html`)
  await page.getByRole('heading', { level: 1, name: 'The API, step by step' }).waitFor()
  await page.getByRole('button', { name: 'Python' }).first().click()
  assert.ok(await page.getByText('client = Client()').isVisible())
  assert.ok(!(await page.getByText('const quote = await').isVisible()))
  await assertAccessible(page)

  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('idempotency')
  const found = page.getByRole('dialog').getByRole('link')
  await found.first().waitFor()
  await assertAccessible(page)
  await page.getByRole('searchbox').fill('lost its lease xyzzy')
  await page.getByText('Nothing about “lost its lease xyzzy”.').waitFor()
  await page.getByRole('searchbox').fill('pgbouncer')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/guide/database.html#behind-pgbouncer')

  await page.getByRole('button', { name: 'Dark or light' }).click()
  await page.goto(`${product.url}/guide/engines/index.html`)
  const dark = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  assert.equal(dark, 'dark')
  await assertAccessible(page)
  assert.deepEqual(faults, [])

  await page.goto(`${product.url}/guide/growing.html`)
  await page.locator('#menu [aria-current]').waitFor()
  assert.equal(
    await page.evaluate(() => scrollY),
    0,
    'the menu is moved to the page’s name, and not the page',
  )

  const answer = await page.goto(`${product.url}/guide/no/such/page.html`)
  assert.equal(answer!.status(), 404)
  await page.getByRole('link', { name: 'Studio' }).click()
  await page.waitForURL(`${product.url}/`)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.url}/guide/`)
  await page.getByText('Start', { exact: true }).first().click()
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Recipes', { exact: true }).click()
  await page.getByRole('link', { name: 'Receive webhooks' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Receive webhooks' }).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, 'nothing is wider than a phone')
})
