import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { mailedLink } from './lib/mails.ts'
import { installProduct } from './lib/product.ts'
import { fillForm, watchForFaults } from './lib/studio-page.ts'
import { totp } from './lib/totp.ts'

const email = 'ann@example.org'
const password = 'correct horse battery'
const next = 'quite another secret'

test('an account lives: confirmed, secured, signed out elsewhere, reset, deleted and kept', async (t) => {
  const product = await installProduct(t, { EMAIL_VERIFICATION_REQUIRED: 'true' })
  await product.start()
  const browser = await openBrowser(t)
  const open = async (path: string, locale = 'en'): Promise<Page> => {
    const page = await (await browser.newContext({ locale, reducedMotion: 'reduce' })).newPage()
    watchForFaults(t, page)
    await page.goto(`${product.url}${path}`)
    return page
  }
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, exact: true }).first().waitFor()

  // Registered, and confirmed by the mail
  const page = await open('/auth/register')
  await fillForm(page, 'Create account', { 'E-mail address': email, Password: password, Name: 'Ann' })
  await heading(page, 'Look into your mail')
  await assertAccessible(page)
  await page.goto(`${product.url}/auth/sign-in`)
  await fillForm(page, 'Sign in', { 'E-mail address': email, Password: password })
  await page.getByText('This address is not confirmed yet.').waitFor()
  await page.getByRole('button', { name: 'Send again' }).waitFor()
  const verify = await mailedLink(product, 'verify_email')
  await page.goto(verify.replace('/auth', '')) // as older mails have it
  await heading(page, 'Confirm your address')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await heading(page, 'Your address is confirmed')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillForm(page, 'Sign in', { 'E-mail address': email, Password: password })
  await page.waitForURL('**/create')

  // The second factor
  await page.goto(`${product.url}/account`)
  await heading(page, 'Picture')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await fillForm(page, 'Second factor', { 'Current password': password }, 'Next')
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  await assertAccessible(page)
  const secret = (await page.locator('[role=dialog] code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await heading(page, 'Your recovery codes')
  const codes = await page.locator('[role=dialog] ol li').allInnerTexts()
  assert.equal(codes.length, 10)
  assert.ok(await page.getByRole('button', { name: 'Done' }).isDisabled())
  await page.getByLabel('I have stored them').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 left').waitFor()
  await assertAccessible(page)

  // Out, and in by the app and by a recovery code
  const signIn = async (on: Page, secretWord: string, code: string): Promise<void> => {
    await fillForm(on, 'Sign in', { 'E-mail address': email, Password: secretWord })
    await heading(on, 'Your second factor')
    if (code.length > 6) await on.getByRole('button', { name: 'Use a recovery code' }).click()
    await on.getByRole('textbox', { name: code.length > 6 ? 'Recovery code' : 'Code' }).fill(code)
    await on.getByRole('button', { name: 'Continue' }).click()
  }
  await page.getByRole('button', { name: 'Account' }).click()
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${product.url}/`)
  assert.deepEqual([...new Set(visited)], ['/'], 'who signs out is not told that the session has ended')
  await page.goto(`${product.url}/account/sessions`)
  await page.getByText('Sign in, and you are where you wanted to go.').waitFor()
  await signIn(page, password, totp(secret, 1))
  await page.getByText('You are signed in nowhere else.').waitFor()
  await assertAccessible(page)
  const other = await open('/library?status=completed')
  await signIn(other, password, codes[0]!)
  await heading(other, 'Library')

  // Ended from elsewhere: back to where one was
  await page.reload()
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: /^Sign out: Chrome/ }).click()
  await other.getByText('Your session has ended.').waitFor()
  await signIn(other, password, codes[1]!)
  await heading(other, 'Library')
  assert.match(other.url(), /\/library\?status=completed$/)

  // A changed password waits for its mail
  await page.goto(`${product.url}/account/security`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await fillForm(page, 'Change password', { 'Current password': 'not this one', 'New password': next })
  await page.getByText('This password is not right.').waitFor()
  await fillForm(page, 'Change password', { 'Current password': password })
  await page.getByText(/^A new password waits for you to confirm it/).waitFor()

  // Forgotten and reset: everybody is signed out
  const lost = await open('/auth/forgot-password')
  await fillForm(lost, 'Forgot your password?', { 'E-mail address': email }, 'Send link')
  await heading(lost, 'Look into your mail')
  const reset = await mailedLink(product, 'reset_password')
  await lost.goto(reset)
  await fillForm(lost, 'Choose a new password', { 'New password': 'password123' }, 'Set password')
  await lost.getByText(/^This password can’t be used/).waitFor()
  await assertAccessible(lost)
  await fillForm(lost, 'Choose a new password', { 'New password': next }, 'Set password')
  await lost.getByText('You will be asked for your second factor.').waitFor()
  await lost.goto('about:blank') // or it would be the same document
  await lost.goto(reset)
  await fillForm(lost, 'Choose a new password', { 'New password': password }, 'Set password')
  await heading(lost, 'This link does not work any more')
  await assertAccessible(lost)
  await page.getByText('Your session has ended.').waitFor()
  await signIn(page, next, codes[2]!)
  await heading(page, 'Account')

  // Deleted, and kept by the mail
  await page.getByRole('link', { name: 'Your data' }).click()
  await heading(page, 'Download your data')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const order = {
    [`Type ${email} to confirm`]: email,
    'Current password': next,
    'Code of your second factor': codes[3]!,
  }
  await fillForm(page, 'Delete account', order, 'Delete my account')
  await heading(page, 'Your account is closed')
  await assertAccessible(page)
  await page.goto(await mailedLink(product, 'account_deletion'))
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await heading(page, 'Your account is kept')

  // In Chinese
  const chinese = await open('/account/security', 'zh-CN')
  await fillForm(chinese, '登录', { 邮箱: email, 密码: next })
  await heading(chinese, '两步验证')
  await chinese.getByRole('button', { name: '使用恢复码' }).click()
  await chinese.getByRole('textbox', { name: '恢复码' }).fill(codes[4]!)
  await chinese.getByRole('button', { name: '继续' }).click()
  await chinese.getByText('剩余 5 个').waitFor()
  await assertAccessible(chinese)
})
