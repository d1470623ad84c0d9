import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { studioPages } from '../server/src/studio/pages.ts'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { createAdministrator, createMaker, installProduct, makeVideo, type Product } from './lib/product.ts'
import { fillForm, watchForFaults } from './lib/studio-page.ts'

/** A page of a browser in which this person is signed in. */
async function signedIn(browser: Browser, product: Product, email: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  await context.request.post(`${product.url}/api/v1/auth/login`, {
    data: { email, password: 'correct horse battery', session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  return context.newPage()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const told = (page: Page, text: string) => page.getByText(text).first().waitFor()

test('an operator does on the pages all that the API can, each with its row in the audit log, and nobody else gets there', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const operator = await createAdministrator(product)
  const maker = await createMaker(product.url)
  const me = await maker.GET('/api/v1/me')
  await makeVideo(maker, 1)
  const second = await makeVideo(maker, 1)
  await maker.POST('/api/v1/me/api-keys', { body: { name: 'Render farm' } })
  const browser = await openBrowser(t)

  await t.test('who is no administrator sees none of it', async () => {
    const page = await signedIn(browser, product, me.email)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${product.url}/create`)
    await page.getByRole('link', { name: 'Library' }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'Admin' }).count(), 0)
    for (const path of ['/admin', '/admin/overview', `/admin/users/${me.user_id}`, '/admin/settings']) {
      await page.goto(product.url + path)
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    }
    assert.deepEqual(
      asked.filter((url) => url.includes('/api/v1/admin')),
      [],
    )
    await page.context().close()
  })

  const page = await signedIn(browser, product, 'operator@example.org')
  watchForFaults(t, page)

  await t.test('errand: a video of this morning was charged twice', async () => {
    await page.goto(`${product.url}/create`)
    await page.getByRole('link', { name: 'Admin' }).click()
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByLabel('Address, name or id').fill(me.email)
    await press(page, 'Search users')
    await page.getByRole('link', { name: me.email }).click()
    await page.getByRole('heading', { name: me.email }).waitFor()
    await assertAccessible(page)
    const videos = page.getByRole('region', { name: 'Tasks' })
    await videos.getByRole('row').nth(2).waitFor()
    assert.equal(await videos.getByText('a red balloon drifts').count(), 2)
    await videos
      .getByRole('link', { name: /red balloon/ })
      .first()
      .click()
    await page.waitForURL(`**/admin/tasks/${second}`)
    await assertAccessible(page)
    await press(page, 'Refund')
    await page.getByText('0.10 credits were charged; 0.10 of them can go back.').waitFor()
    await page.getByLabel('Reason').fill('Charged twice by mistake')
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await told(page, `${me.email} has 0.10 credits back.`)
    await page.getByRole('region', { name: 'What it moved in the ledger' }).getByText('+0.10').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Refund' }).count(), 0, 'all of it is back')
    assert.equal((await maker.GET('/api/v1/me')).balance, me.balance - 10)
  })

  await t.test('errand: the 720p price goes up from a later day on', async () => {
    await page.getByRole('link', { name: 'Prices' }).click()
    await press(page, 'New price: generate * 720p')
    await page.getByLabel('Price', { exact: true }).fill('0.25')
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
    await page.getByLabel('Counts from').fill(later)
    await press(page, 'What would the last 30 days have cost?')
    await page.getByText(/tasks? in 30 days: charged/).waitFor()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add price' }).click()
    await told(page, 'The price counts from')
    await page.getByRole('row', { name: /720p.*0\.25 a second.*Later/ }).waitFor()
    await page.getByRole('row', { name: /720p.*0\.20 a second.*In force/ }).waitFor()
  })

  await t.test('everything else that can be done to a user', async () => {
    await page.goto(`${product.url}/admin/users/${me.user_id}`)
    await press(page, 'Give or take credits')
    await fillForm(
      page,
      `Credits of ${me.email}`,
      { Amount: '2.50', Reason: 'For a fault that was found' },
      'Give or take credits',
    )
    await told(page, `${me.email}: 2.50 credits.`)
    await press(page, 'Set share')
    await fillForm(page, 'Set share', { 'Share of the queue': '2' })
    await told(page, 'The share is set.')
    await press(page, 'End lock')
    await told(page, 'The user may try to sign in again at once.')
    await press(page, 'Mail a reset link')
    await page.getByRole('dialog').getByRole('button', { name: 'Mail a reset link' }).click()
    await told(page, 'The link is on its way.')
    await press(page, 'Switch API keys off')
    await page.getByRole('dialog').getByRole('button', { name: 'Switch API keys off' }).click()
    await told(page, 'The API keys are off.')
    await press(page, 'Switch API keys on')
    await told(page, 'The API keys are on.')
    await press(page, 'Switch off: Render farm')
    await fillForm(page, 'Switch off the key “Render farm”?', { Reason: 'It leaked' }, 'Switch off')
    await told(page, '“Render farm” is switched off.')
    await press(page, 'Switch on: Render farm')
    await told(page, '“Render farm” works again.')
    await press(page, 'End sessions')
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
    await told(page, 'Every session has ended.')
    for (const [button, back] of [
      ['Make an administrator', 'Make a plain user'],
      ['Make a plain user', 'Make an administrator'],
    ] as const) {
      await press(page, button)
      const confirm = page.getByRole('dialog').getByRole('button', { name: button })
      assert.ok(await confirm.isDisabled(), 'its name has to be typed')
      await page.getByLabel(`Type “${me.email}” to go on`).fill(me.email)
      await confirm.click()
      await page.getByRole('button', { name: back }).waitFor()
    }
    await press(page, 'Shut out')
    const name = { [`Type “${me.email}” to go on`]: me.email, Reason: 'Sells videos of others' }
    await fillForm(page, `Shut ${me.email} out?`, name, 'Shut out')
    await told(page, `${me.email} is shut out.`)
    const refused = await fetch(`${product.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: me.email, password: 'correct horse battery' }),
    })
    assert.equal(refused.status, 403)
    await press(page, 'Let in again')
    await told(page, `${me.email} may sign in again.`)
  })

  await t.test('queues, engines and workers stop and go on, and a task that waits is ended', async () => {
    const other = await createMaker(product.url)
    await page.goto(`${product.url}/admin/queues`)
    await press(page, 'Pause: preview')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await told(page, 'The queue of preview is paused.')
    const { task_id } = await other.POST('/api/v1/video/generate', {
      body: { prompt: 'a lighthouse in a storm', duration_seconds: 1 },
    })
    await page.getByRole('link', { name: 'Tasks' }).click()
    await page.getByLabel('Status').selectOption('queued')
    await page.waitForURL('**/admin/tasks?status=queued')
    await page.getByRole('link', { name: 'a lighthouse in a storm' }).click()
    await press(page, 'End this task')
    await page.getByLabel('Reason').fill('Against the rules of this site')
    await page.getByRole('dialog').getByRole('button', { name: 'End this task' }).click()
    await told(page, 'The task has ended; its credits are back.')
    const ended = await other.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
    assert.equal(ended.error?.message, 'Against the rules of this site')
    await page.getByRole('link', { name: 'Queues' }).click()
    await press(page, 'Resume: preview')
    await told(page, 'The queue of preview is open.')
    await page.getByRole('link', { name: 'Engines' }).click()
    await press(page, 'Take out: preview')
    await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click()
    await page.getByText('Taken out', { exact: true }).waitFor()
    await assertAccessible(page)
    await press(page, 'Put back: preview')
    await told(page, 'preview gets tasks again.')
    await page.getByRole('button', { name: /^Drain: / }).click()
    await page.getByText('Drains', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Resume: / }).click()
    await page.getByText('Takes tasks', { exact: true }).waitFor()
    await makeVideo(other, 1)
  })

  await t.test('invites, settings and the ledger', async () => {
    await page.goto(`${product.url}/admin/invites`)
    await press(page, 'Create invite')
    await fillForm(page, 'Create invite', { Bonus: '5', Uses: '3', Note: 'Film school' })
    await page.getByRole('heading', { name: 'Your new invite' }).waitFor()
    await press(page, 'Done')
    await page.getByText('0 of 3').waitFor()
    await page.getByRole('button', { name: /^Stop: / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await told(page, 'The invite is stopped.')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Users may top up').click()
    await page.getByText('Changed by operator@example.org').waitFor()
    assert.equal((await maker.GET('/api/v1/config')).topup_enabled, false)
    await page.getByRole('button', { name: 'Reset: topup_enabled' }).click()
    await page.getByText('Changed by operator@example.org').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Limits' }).click()
    await press(page, 'Change: Registrations')
    await page.getByLabel('At most').fill('77')
    await page.getByLabel('In seconds').fill('61')
    await press(page, 'Save')
    await page.getByText('77 in 61 sec').waitFor()
    await press(page, 'Reset: Registrations')
    await page.getByText('77 in 61 sec').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Ledger' }).click()
    await press(page, 'Check the books now')
    await told(page, 'The books add up')
    await page.getByLabel('What').selectOption('refund')
    await page.waitForURL('**/admin/ledger?type=refund')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV' }).click()
    assert.equal((await download).suggestedFilename(), 'clipwright-ledger.csv')
  })

  await t.test('each of these is a row of the audit log, by the operator', async () => {
    const { items } = await operator.GET('/api/v1/admin/audit', { params: { query: { page_size: 100 } } })
    const done = new Set(
      items.filter(({ actor_email }) => actor_email === 'operator@example.org').map(({ event }) => event),
    )
    for (const event of [
      'refund',
      'price_changed',
      'adjustment',
      'queue_weight_changed',
      'user_unlocked',
      'mail_link_requested',
      'api_access_changed',
      'api_key_disabled',
      'api_key_enabled',
      'session_revoked',
      'role_changed',
      'user_disabled',
      'user_enabled',
      'queue_paused',
      'task_failed',
      'engine_paused',
      'worker_drained',
      'invite_code_created',
      'invite_code_disabled',
      'settings_changed',
    ])
      assert.ok(done.has(event), `${event} of ${[...done].join(', ')}`)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('link', { name: 'engine_paused' }).first().click()
    await page.waitForURL('**/admin/audit?event=engine_paused')
    await page.getByText('engine:preview').first().waitFor()
  })

  await t.test('on a phone the open page is in sight among the others', async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
    await context.addCookies(await page.context().cookies())
    const phone = await context.newPage()
    for (const name of ['Audit log', 'Overview', 'Ledger']) {
      await phone.goto(`${product.url}/admin/${name.split(' ')[0]!.toLowerCase()}`)
      await phone.getByRole('heading', { level: 2, name }).waitFor()
      const { x, width } = (await phone.getByRole('link', { name, exact: true }).first().boundingBox())!
      assert.ok(x >= 0 && x + width <= 390, `${name} from ${x} to ${x + width}`)
    }
    await context.close()
  })

  await t.test('every page can be used by everybody, in both themes and languages', async () => {
    for (const [locale, colorScheme] of [
      ['en', 'dark'],
      ['zh-CN', 'light'],
    ] as const) {
      const context = await browser.newContext({ locale, colorScheme, reducedMotion: 'reduce' })
      await context.addCookies(await page.context().cookies())
      const each = await context.newPage()
      for (const path of studioPages.filter((page) => page.startsWith('/admin/'))) {
        await each.goto(product.url + path.replace(':user_id', me.user_id).replace(':task_id', second))
        await each.getByRole('heading', { level: 2 }).first().waitFor()
        await each.waitForFunction(() => document.querySelector('[role="status"][aria-label]') === null)
        await assertAccessible(each)
      }
      await context.close()
    }
  })
})

test('an administrator without a second factor is told to set one up, where the installation wants it', async (t) => {
  const product = await installProduct(t, { ADMIN_MFA_REQUIRED: 'true' })
  await product.start()
  await createAdministrator(product)
  const page = await signedIn(await openBrowser(t), product, 'operator@example.org')
  watchForFaults(t, page)
  await page.goto(`${product.url}/admin/users`)
  await page.getByText('Administrators need a second factor').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await page.waitForURL('**/account/security')
})
