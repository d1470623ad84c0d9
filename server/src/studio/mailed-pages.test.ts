import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { cleanUp } from '../testing/clean-up.ts'
import { linkTo } from '../testing/mails.ts'
import { createWorld, type WorldOptions } from '../testing/world.ts'

const password = 'correct horse battery'

/** A world that serves a studio of one page. */
async function withStudio(t: TestContext, options: WorldOptions = {}) {
  const studio = await mkdtemp(join(tmpdir(), 'clipwright-studio-'))
  cleanUp(t, () => rm(studio, { recursive: true, force: true }))
  await writeFile(join(studio, 'index.html'), '<!doctype html><title>Studio</title>')
  return createWorld(t, { ...options, studio })
}

test('the studio is served at every page that a mail leads to, and where links of older mails led', async (t) => {
  const world = await withStudio(t, { env: { EMAIL_VERIFICATION_REQUIRED: 'true' } })
  const email = 'ann@example.org'
  await world.post('/api/v1/auth/register', undefined, { email, password })
  const { token } = await linkTo(world, email, 'verify_email')
  await world.get(`/api/v1/auth/verify-email?token=${token}`)
  const signedIn = await world.post('/api/v1/auth/login', undefined, { email, password })
  const { access_token } = signedIn.json<{ access_token: string }>()
  const change = { old_password: password, new_password: 'quite another secret' }
  await world.post('/api/v1/me/password', access_token, change)
  await world.post('/api/v1/me/email', access_token, { new_email: 'new@example.org', password })
  await world.post('/api/v1/auth/forgot-password', undefined, { email })
  await world.post('/api/v1/me/delete', access_token, { password })
  const mails = [
    [email, 'verify_email'],
    [email, 'confirm_password_change'],
    [email, 'email_change'],
    ['new@example.org', 'confirm_email_change'],
    [email, 'reset_password'],
    [email, 'account_deletion'],
  ] as const
  for (const [to, template] of mails) {
    const { page } = await linkTo(world, to, template)
    assert.match(page, /^\/auth\//, template)
    for (const url of [page, page.replace('/auth', '')]) {
      const { statusCode, headers, body } = await world.app.inject({ url })
      assert.deepEqual([statusCode, body.includes('Studio')], [200, true], url)
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(headers['referrer-policy'], 'no-referrer')
    }
  }
})
