import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../testing/world.ts'

test('the site has an icon, and lets crawlers index nothing but its first page', async (t) => {
  const { app } = await createWorld(t)
  const types = {
    '/favicon.svg': /^image\/svg/,
    '/favicon.ico': /^image\/x-icon/,
    '/robots.txt': /^text\/plain/,
  }
  for (const [url, type] of Object.entries(types)) {
    const { statusCode, headers, rawPayload } = await app.inject({ url })
    assert.equal(statusCode, 200, url)
    assert.match(String(headers['content-type']), type)
    assert.ok(rawPayload.length > 20)
  }
  assert.match((await app.inject({ url: '/robots.txt' })).body, /Disallow: \/\n/)
})
