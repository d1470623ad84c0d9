import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queuedMails, sendAll } from '../testing/mails.ts'
import { dumpRows } from '../testing/row-diff.ts'
import { secondFactor } from '../testing/second-factor.ts'
import { createWorld } from '../testing/world.ts'

const next = 'quite another secret'

/** The bytes that an authenticator app reads from a secret. */
function fromBase32(text: string): Buffer {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(text, (digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

test('T-030 nothing that was handed out stands in any column of any table in the clear', async (t) => {
  const world = await createWorld(t)
  const { post, clock } = world
  const { enrolled, codeOf, nextStep } = secondFactor(world)
  const issued = new Map<string, string>()
  /** Notes every token, key, cookie and secret of an answer. */
  const note = (answer: { body: string; cookies: { name: string; value: string }[] }, name: string) => {
    for (const [token] of answer.body.matchAll(/sv(?:at|rt|ss|ck|mf)_[\w-]{38,}/g))
      issued.set(token, `${name} token`)
    for (const cookie of answer.cookies) issued.set(cookie.value, `${name} ${cookie.name}`)
  }
  const ann = await enrolled()
  for (const code of ann.recovery_codes)
    issued.set(code, 'recovery code').set(code.replace('-', ''), 'recovery code')
  issued.set(ann.password, 'password').set(next, 'new password').set(ann.secret, 'TOTP secret')
  issued.set(ann.token, 'access token').set(ann.refresh_token, 'refresh token')

  const first = await post('/api/v1/auth/login', undefined, { email: ann.email, password: ann.password })
  note(first, 'first stage')
  const { mfa_token } = first.json()
  const code = await codeOf(ann.secret)
  const second = await post('/api/v1/auth/mfa', undefined, { mfa_token, code })
  note(second, 'second stage')
  nextStep()
  const { access_token, refresh_token } = second.json()
  note(await post('/api/v1/auth/refresh', undefined, { refresh_token }), 'refresh')
  note(await post('/api/v1/me/api-keys', access_token, { name: 'robot' }), 'key')
  const setup = await post('/api/v1/me/mfa/totp/setup', (await world.person()).token, {
    password: ann.password,
  })
  issued.set(setup.json().secret, 'TOTP secret that is being set up')
  await post('/api/v1/me/email', access_token, { new_email: 'new@example.org', password: ann.password })
  await post('/api/v1/auth/forgot-password', undefined, { email: ann.email })
  const root = await world.admin()
  await post('/api/v1/admin/settings', root.token, { email_verification_required: true })
  await post('/api/v1/auth/register', undefined, { email: 'late@example.org', password: next })
  await post('/api/v1/me/password', access_token, { old_password: ann.password, new_password: next })
  const wanted = [
    'verify_email',
    'confirm_email_change',
    'email_change',
    'reset_password',
    'confirm_password_change',
  ]
  for (const mail of await queuedMails(world)) {
    const [link] = /#t=[\w-]{43}/.exec(mail.body_text) ?? []
    if (link) issued.set(link.slice(3), `link of ${mail.template}`)
  }
  assert.deepEqual(
    wanted.filter((template) => ![...issued.values()].includes(`link of ${template}`)),
    [],
  )
  assert.ok(issued.size >= 35, String(issued.size))
  await sendAll(world)
  clock.offset_ms += 1

  const rows = await dumpRows(world.db)
  const dump = JSON.stringify([...rows.values()])
  assert.ok(dump.includes(ann.user_id) && dump.includes('$argon2id$'), 'or the scan sees nothing')
  const tables = new Set([...rows.keys()].map((key) => key.split('/')[0]))
  for (const table of [
    'access_tokens',
    'api_keys',
    'mail_outbox',
    'mail_tokens',
    'mfa_challenges',
    'mfa_totp',
  ]) {
    assert.ok(tables.has(table), table)
  }
  for (const [secret, what] of issued) {
    const bytes = Buffer.from(secret)
    const forms = [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
    if (what.startsWith('TOTP')) forms.push(fromBase32(secret).toString('hex'))
    for (const form of forms) assert.ok(!dump.includes(form), what)
  }
})
