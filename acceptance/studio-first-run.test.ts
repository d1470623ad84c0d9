import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createClient, type Client } from '@clipwright/client'
import type { Page } from 'playwright-core'
import { startFakeComfyui } from './fakes/comfyui.ts'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { installProduct, type Product } from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'

const password = 'correct horse battery'
const promised_ms = 120_000

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const linkOf = async (product: Product): Promise<string> => (await product.command('setup-link')).trim()

async function openPage(t: TestContext): Promise<Page> {
  const browser = await openBrowser(t)
  const page = await browser.newPage({ locale: 'en', reducedMotion: 'reduce' })
  watchForFaults(t, page)
  return page
}

async function fillAccount(page: Page, email = 'root@example.org'): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Name of this site').fill('Night Lab')
  await press(page, 'Create account')
}

/** Until the video has been made and can be played where one is. */
async function waitForVideo(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Your first video' }).waitFor({ timeout: promised_ms })
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
}

async function asAdministrator(product: Product): Promise<Client> {
  const guest = createClient({ base_url: product.url })
  const body = { email: 'root@example.org', password }
  const answer = await guest.POST('/api/v1/auth/login', { body })
  if (answer.mfa_required) throw new Error('There is no second factor')
  return createClient({ base_url: product.url, credential: { access_token: answer.access_token! } })
}

async function audited(root: Client): Promise<string[]> {
  const { items } = await root.GET('/api/v1/admin/audit', { params: { query: { page_size: 100 } } })
  return items.map(({ event }) => event)
}

test('an empty installation is led from its link to the first video of the preview, and the link works once', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const page = await openPage(t)

  await page.goto(product.url)
  await page.getByText('This installation is not set up yet').waitFor()
  await assertAccessible(page)
  await page.goto(`${product.url}/auth/sign-in`)
  await page.getByText('clipwright-server setup-link').waitFor()
  await page.goto(`${product.url}/setup`)
  await heading(page, 'Follow the link of the server')
  await assertAccessible(page)
  await page.goto(`${product.url}/setup?step=engine`)
  await heading(page, 'Sign in')
  const ended = await linkOf(product)
  const link = await linkOf(product)
  for (const bad of [ended, `${product.url}/setup#token=svsu_${'a'.repeat(43)}`]) {
    await page.goto('about:blank')
    await page.goto(bad)
    await heading(page, 'This link does not work any more')
    await page.getByText('clipwright-server setup-link', { exact: true }).waitFor()
  }
  await assertAccessible(page)

  const began_ms = performance.now()
  await page.goto('about:blank')
  await page.goto(link)
  await heading(page, 'Your account')
  await page.locator('input[name=email]:focus').waitFor()
  await page.getByLabel('E-mail address').fill('root@example.org')
  await page.getByLabel('Password', { exact: true }).fill('password1234')
  await press(page, 'Create account')
  await page.getByText('This password can’t be used').waitFor()
  await fillAccount(page)
  await heading(page, 'What makes the videos?')
  assert.ok(!page.url().includes('svsu_'), 'what is spent does not stay in the address')
  await page.reload()
  await page.goBack().catch(() => null)
  assert.ok(!page.url().includes('svsu_'))
  await page.goto(`${product.url}/setup?step=engine`)
  await press(page, 'Use the preview')
  await heading(page, 'Do mails arrive?')
  await page.reload()
  await press(page, 'Send a test mail to root@example.org')
  await page.getByText('Handed over for root@example.org.').waitFor()
  await press(page, 'Go on')
  await heading(page, 'The first video')
  assert.match(await page.title(), /Night Lab/)
  await page.getByText('This one is free').waitFor()
  await press(page, 'Make the first video')
  await waitForVideo(page)
  const took_ms = performance.now() - began_ms
  t.diagnostic(`from the link to the first video of the preview: ${(took_ms / 1000).toFixed(1)} s`)
  assert.ok(took_ms < promised_ms)
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Make more videos' }).click()
  await page.waitForURL('**/create')

  // Nobody becomes a second administrator by it.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  await heading(page, 'This installation is set up')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await heading(page, 'Sign in')
  assert.equal(await page.getByText('not set up yet').count(), 0)
  const root = await asAdministrator(product)
  const { total } = await root.GET('/api/v1/admin/users', { params: { query: { role: 'admin' } } })
  assert.equal(total, 1)
  assert.equal((await root.GET('/api/v1/me')).balance, 0, 'the first video was free')
  const events = await audited(root)
  for (const event of ['setup_link_made', 'register', 'role_changed', 'settings_changed'])
    assert.ok(events.includes(event), `${event} of ${events.join(', ')}`)
})

test('a ComfyUI is found by its address alone, taken up by one click, and makes the first video', async (t) => {
  await using comfyui = await startFakeComfyui({ wants_authorization: 'Bearer sesame' })
  const product = await installProduct(t)
  await product.start()
  const page = await openPage(t)
  const link = await linkOf(product)
  const began_ms = performance.now()
  await page.goto(link)
  await fillAccount(page)
  await page.getByLabel('Address of the server').fill('http://127.0.0.1:1')
  await press(page, 'See what it offers')
  await page
    .getByText(/cannot be reached|refuse|connect/i)
    .first()
    .waitFor()
  await page.getByLabel('Address of the server').fill(comfyui.url)
  await press(page, 'See what it offers')
  await page.getByText('The server needs a key').waitFor()
  await assertAccessible(page)
  await press(page, 'It asks for a key')
  await page.getByLabel('Key', { exact: true }).fill('sesame')
  await press(page, 'See what it offers')
  await page.getByText('ComfyUI 0.26.0 is there').waitFor()
  await page.getByText('Wan 2.2 5B').first().waitFor()
  await assertAccessible(page)
  await press(page, 'Use it')
  await heading(page, 'Do mails arrive?')
  await press(page, 'Skip')
  await heading(page, 'The first video')
  await page.getByText('Made by Wan 2.2').waitFor()
  comfyui.hangs = true
  await press(page, 'Make the first video')
  await page.waitForURL(/[?&]task=/)
  // It goes on being shown after a reload, and where the page was left before it could note which one it is.
  const left = new URL(page.url())
  left.searchParams.delete('task')
  for (const again of [page.url(), left.href]) {
    await page.goto('about:blank')
    await page.goto(again)
    await page.waitForURL(/[?&]task=/)
    await page.getByRole('figure').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Make the first video' }).count(), 0)
  }
  comfyui.hangs = false
  await waitForVideo(page)
  const took_ms = performance.now() - began_ms
  t.diagnostic(`from the link to the first video of a ComfyUI: ${(took_ms / 1000).toFixed(1)} s`)
  assert.ok(took_ms < promised_ms)
  assert.equal(comfyui.submitted.length, 1)
  await page.reload()
  await waitForVideo(page)
  const events = await audited(await asAdministrator(product))
  assert.ok(events.filter((event) => event === 'inventory_changed').length >= 2, events.join(', '))
})

test('where administrators need a second factor, the preview makes the first video all the same', async (t) => {
  const product = await installProduct(t, { ADMIN_MFA_REQUIRED: 'true' })
  await product.start()
  const page = await openPage(t)
  await page.goto(await linkOf(product))
  await fillAccount(page)
  await page
    .getByText('Administrators of this installation need a second factor before they connect')
    .waitFor()
  await assertAccessible(page)
  await press(page, 'Use the preview')
  await page.getByRole('button', { name: /^Send a test mail/ }).click()
  await page.getByRole('link', { name: 'Set up a second factor' }).waitFor()
  await press(page, 'Go on')
  await page.getByText(/It costs [\d.]+ credits/).waitFor()
  await press(page, 'Make the first video')
  await waitForVideo(page)
})
