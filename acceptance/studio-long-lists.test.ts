import assert from 'node:assert/strict'
import { test } from 'node:test'
// Test tools, no part of the product.
import { createDb, createPool } from '../server/src/platform/db/database.ts'
import { addAccounts, fillAccounts } from '../server/src/testing/many-rows.ts'
import { openBrowser } from './lib/browser.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { createAdministrator, installProduct } from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'

test('an operator goes on behind the 10,000th task, movement and event, there and back, and finds them by their days', async (t) => {
  const postgres = await startOwnPostgres(t)
  const product = await installProduct(t, { DATABASE_URL: postgres.url() })
  await product.start()
  await createAdministrator(product)
  const db = createDb(
    createPool({ connection: { connectionString: postgres.url() }, pool_size: 1, onError: () => {} }),
  )
  const [user_id] = await addAccounts(db, 'maker', 1)
  await fillAccounts(db, [{ user_id: user_id!, tasks: 10_200 }])
  await db.destroy()
  await postgres.query(`
    insert into audit_events (event, actor, created_at)
    select 'login_ok', 'system', now() - i * interval '1 minute' from generate_series(1, 10200) as i`)
  const browser = await openBrowser(t)
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  await context.request.post(`${product.url}/api/v1/auth/login`, {
    data: { email: 'operator@example.org', password: 'correct horse battery', session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  const page = await context.newPage()
  watchForFaults(t, page)
  const rows = () => page.locator('tbody tr').allInnerTexts()
  for (const path of ['/admin/tasks', '/admin/ledger', '/admin/audit']) {
    await t.test(path, async () => {
      await page.goto(`${product.url}${path}?page=200`)
      await page.getByText('9,951–10,000 of more than 10,000').waitFor()
      const last = await rows()
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText('10,001–10,050', { exact: true }).waitFor()
      const beyond = await rows()
      assert.equal(beyond.length, 50)
      assert.notDeepEqual(beyond, last)
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText('10,051–10,100', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('10,051–10,100', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Previous page' }).click()
      await page.getByText('10,001–10,050', { exact: true }).waitFor()
      assert.deepEqual(await rows(), beyond)
      await page.getByRole('button', { name: 'Previous page' }).click()
      await page.getByText('9,951–10,000 of more than 10,000').waitFor()
      assert.equal(new URL(page.url()).search, '?page=200')
      // Another filter begins at the newest again.
      await page.goto(`${product.url}${path}?page=200`)
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText('10,001–10,050', { exact: true }).waitFor()
      const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel('From', { exact: true }).fill(day)
      await page.getByLabel('To', { exact: true }).fill(day)
      if (path === '/admin/audit') await page.getByRole('button', { name: 'Filter' }).click()
      await page.waitForURL((url) => url.search === `?from=${day}&to=${day}`)
      await page.getByText(/^1–50 of [12],\d{3}$/).waitFor()
    })
  }
})
