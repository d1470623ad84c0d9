import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { createHttpApp } from '../platform/http/app.ts'
import { cleanUp } from '../testing/clean-up.ts'
import { publicRoutes } from './routes.ts'

/** The guide of a service at this address, built from two pages and one script. */
async function serveGuide(t: TestContext, public_base_url = 'https://video.example.org') {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-guide-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'engines'))
  await writeFile(join(folder, 'index.html'), 'Home')
  await writeFile(join(folder, 'index.html.br'), 'brotli')
  await writeFile(join(folder, 'engines/index.html'), 'Engines')
  await writeFile(join(folder, '404.html'), '<base href="/guide/">Missing')
  await writeFile(join(folder, 'assets/site-abc.js'), 'plain')
  await writeFile(join(folder, 'assets/site-abc.js.br'), 'brotli')
  const log = pino({ level: 'silent' })
  const app = createHttpApp({ log, trusted_proxies: [], body_limit_bytes: 1024, https: true })
  cleanUp(t, () => app.close())
  await publicRoutes(app, { public_base_url, folder })
  return app
}

test('pages of the guide come compressed, are asked for again, and run scripts and styles of ours alone', async (t) => {
  const app = await serveGuide(t)
  const page = await app.inject({ url: '/guide/', headers: { 'accept-encoding': 'gzip, br' } })
  assert.deepEqual([page.statusCode, page.body, page.headers['content-encoding']], [200, 'brotli', 'br'])
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.equal(page.headers['cache-control'], 'no-cache')
  assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe|https?:/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'; script-src 'self';/)
  const etag = String(page.headers['etag'])
  const again = await app.inject({
    url: '/guide/',
    headers: { 'accept-encoding': 'gzip, br', 'if-none-match': etag },
  })
  assert.equal(again.statusCode, 304)
  const plain = await app.inject('/guide/engines/index.html')
  assert.equal(plain.body, 'Engines')
})

test('its files with a hash in their name are kept for ever', async (t) => {
  const app = await serveGuide(t)
  const script = await app.inject({ url: '/guide/assets/site-abc.js', headers: { 'accept-encoding': 'br' } })
  assert.equal(script.body, 'brotli')
  assert.match(String(script.headers['content-type']), /javascript/)
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
})

test('the guide is found without its last slash, and a wrong address says so, below a path too', async (t) => {
  const app = await serveGuide(t, 'https://example.org/video')
  const short = await app.inject('/guide')
  assert.deepEqual([short.statusCode, short.headers['location']], [302, '/video/guide/'])
  for (const url of [
    '/guide/no-such.html',
    '/guide/no/such/',
    '/guide/..%2findex.html',
    '/guide/index.html.br',
  ]) {
    const { statusCode, body, headers } = await app.inject(url)
    assert.deepEqual([statusCode, body], [404, '<base href="/video/guide/">Missing'], url)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  }
})
