import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installProduct } from './lib/product.ts'
import { openPage } from './lib/browser.ts'

test('a maker registers, tops up, and sees a video being made and done, without a reload', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const page = await openPage(t, `${product.url}/create`)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) errors.push(message.text())
  })

  await page.waitForURL('**/auth/sign-in?next=*')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create account' }).waitFor()
  await page.getByLabel('E-mail address').fill('maker@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/create')

  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red balloon drifts over a calm sea')
  await page.getByRole('link', { name: /credits missing/ }).click()
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByRole('link', { name: 'Balance: 10.00 credits' }).waitFor()

  await page.goBack()
  assert.equal(
    await page.getByRole('textbox', { name: 'Prompt' }).inputValue(),
    'a red balloon drifts over a calm sea',
  )
  await page.getByRole('button', { name: /^Generate 0\.50/ }).click()
  const card = page.getByRole('article').first()
  await card.getByText(/Waiting|Being made|Being stored/).waitFor()
  await card.getByRole('link', { name: 'Open' }).click({ timeout: 120_000 })
  await page.waitForURL('**/v/*')
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await page.getByRole('link', { name: 'Balance: 9.50 credits' }).waitFor()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
  await page.getByText('价格').waitFor()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  // Signing out clears what the browser keeps, the language too.
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.deepEqual(errors, [])
})
