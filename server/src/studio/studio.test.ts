import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { createHttpApp } from '../platform/http/app.ts'
import { cleanUp } from '../testing/clean-up.ts'
import { publicRoutes } from './routes.ts'

/** The studio of a service at this address, built from one page and one script. */
async function serveStudio(t: TestContext, public_base_url = 'https://video.example.org') {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-studio-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<head><base href="/" /></head>')
  await writeFile(join(folder, 'assets/main-abc.js'), 'plain')
  await writeFile(join(folder, 'assets/main-abc.js.br'), 'brotli')
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  const log = pino({ level: 'silent' })
  const app = createHttpApp({ log, trusted_proxies: [], body_limit_bytes: 1024, https: true })
  cleanUp(t, () => app.close())
  await publicRoutes(app, { public_base_url, folder, media_origins: ['https://bucket.example.org'] })
  return app
}

const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('each page is the studio, never from a cache, and its scripts are ours alone', async (t) => {
  const app = await serveStudio(t)
  for (const path of ['/', '/create', '/v/0190a8b2-0000-7000-8000-000000000000', '/auth/sign-in']) {
    const { statusCode, headers } = await app.inject({ url: path, headers: asPerson })
    assert.equal(statusCode, 200, path)
    assert.equal(headers['cache-control'], 'no-cache')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /connect-src 'self' https:\/\/bucket\.example\.org;/)
  }
})

test('files with a hash in their name are kept for ever and come compressed; others are asked for again', async (t) => {
  const app = await serveStudio(t)
  const script = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'br' } })
  assert.equal(script.body, 'brotli')
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  const manifest = await app.inject('/manifest.webmanifest')
  assert.equal(manifest.headers['cache-control'], 'public, max-age=86400')
})

test('a service under a path tells the studio so', async (t) => {
  const app = await serveStudio(t, 'https://example.org/video')
  assert.match((await app.inject('/create')).body, /<base href="\/video\/"/)
})

test('a person at a wrong address sees the studio say so; a program gets JSON', async (t) => {
  const app = await serveStudio(t)
  const page = await app.inject({ url: '/no/such/page', headers: asPerson })
  assert.equal(page.statusCode, 404)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  for (const request of [
    { url: '/no/such/page' },
    { url: '/api/v1/no-such', headers: asPerson },
    { url: '/no/such/page', headers: asPerson, method: 'POST' as const },
  ]) {
    const answer = await app.inject(request)
    assert.equal(answer.statusCode, 404)
    assert.equal(answer.json<{ code: string }>().code, 'not_found')
  }
})
