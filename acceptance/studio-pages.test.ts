import assert from 'node:assert/strict'
import { test } from 'node:test'
import { studioPages } from '../server/src/studio/pages.ts'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { createMaker, installProduct, makeVideo } from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'
import { languages } from './lib/words.ts'

// The operator's pages have a test of their own.
const pages = studioPages.filter((path) => !path.startsWith('/admin'))

test('every page of the studio can be used by everybody: signed in and out, in both themes and languages', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const { email } = await maker.GET('/api/v1/me')
  const task_id = await makeVideo(maker, 1)
  await maker.POST('/api/v1/me/api-keys', { body: { name: 'Render farm' } })
  const browser = await openBrowser(t)
  for (const language of languages)
    for (const isSignedIn of [false, true]) {
      const context = await browser.newContext({ locale: language, reducedMotion: 'reduce' })
      if (isSignedIn)
        await context.request.post(`${product.url}/api/v1/auth/login`, {
          data: { email, password: 'correct horse battery', session_mode: 'cookie' },
          headers: { origin: product.url },
        })
      const page = await context.newPage()
      watchForFaults(t, page)
      const seen = new Set<string>()
      for (const path of [...pages, '/no/such/page']) {
        await page.goto(product.url + path.replace(':task_id', task_id))
        await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
        const { pathname } = new URL(page.url())
        if (seen.has(pathname)) continue // where whoever is nobody, or an older address, is sent
        seen.add(pathname)
        const title = await page.getByRole('heading', { level: 1 }).first().textContent()
        if (language === 'zh-CN' && !pathname.startsWith('/v/'))
          assert.match(title ?? '', /\p{Script=Han}/u, `${pathname} is in another language`)
        await assertAccessible(page)
      }
      await context.close()
    }
})
