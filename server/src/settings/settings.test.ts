import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../testing/world.ts'

const settings = '/api/v1/admin/settings'
const register = '/api/v1/auth/register'

test('a changed setting takes effect at the next request, and null restores the value of the environment', async (t) => {
  const { admin, get, post } = await createWorld(t, { env: { TOPUP_ENABLED: 'false' } })
  const root = await admin()
  const before = await get(settings, root.token)
  assert.deepEqual(before.json(), {
    site_name: 'Clipwright',
    api_key_auth_enabled: true,
    registration_enabled: true,
    topup_enabled: false,
    email_verification_required: false,
    price_overrides: {},
    rate_limits: {},
    storage_quota_bytes: 0,
    longest_wait_s: 600,
    stored: [],
  })
  const topUp = () => post('/api/v1/me/topup', root.token, { amount: 5 })
  assert.equal((await topUp()).json().code, 'topup_disabled')
  const changed = await post(settings, root.token, { topup_enabled: true, registration_enabled: false })
  assert.equal(changed.statusCode, 200)
  assert.deepEqual((await get(settings, root.token)).json(), changed.json())
  const { stored } = changed.json()
  assert.deepEqual(
    stored.map(({ key, updated_by }: { key: string; updated_by: string }) => [key, updated_by]),
    [
      ['registration_enabled', root.user_id],
      ['topup_enabled', root.user_id],
    ],
  )
  assert.equal((await topUp()).statusCode, 200)
  const closed = await post(register, undefined, { email: 'ann@example.org', password: 'a long secret' })
  assert.equal(closed.json().code, 'registration_disabled')
  await post(settings, root.token, { topup_enabled: null, registration_enabled: null })
  assert.deepEqual((await get(settings, root.token)).json(), before.json())
  assert.equal((await topUp()).json().code, 'topup_disabled')
})

test('T-155 unknown settings and invalid values are refused, and nothing changes', async (t) => {
  const { admin, get, post, app } = await createWorld(t)
  const root = await admin()
  const before = (await get(settings, root.token)).body
  const price = (unit_price: unknown, key = 'enhance.1080p', unit: unknown = 'second') => ({
    price_overrides: { [key]: { unit, unit_price } },
  })
  const wrong: [string, object, (string | number)[], string][] = [
    ['an unknown key', { nonsense: true }, ['body', 'nonsense'], 'value_error'],
    ['an unknown key beside a known one', { topup_enabled: false, x: 1 }, ['body', 'x'], 'value_error'],
    ['a word for a flag', { topup_enabled: 'false' }, ['body', 'topup_enabled'], 'bool_type'],
    ['a number for a flag', { registration_enabled: 0 }, ['body', 'registration_enabled'], 'bool_type'],
    ['constructor', { constructor: true }, ['body', 'constructor'], 'value_error'],
    ['toString', { toString: true }, ['body', 'toString'], 'value_error'],
    ['hasOwnProperty', { hasOwnProperty: true }, ['body', 'hasOwnProperty'], 'value_error'],
    ['nothing', {}, ['body'], 'value_error'],
    ['a list', [true], ['body'], 'json_type'],
    ['a number for a name', { site_name: 5 }, ['body', 'site_name'], 'string_type'],
    ['an empty name', { site_name: '  ' }, ['body', 'site_name'], 'value_error'],
    ['a name of 61', { site_name: '夜'.repeat(61) }, ['body', 'site_name'], 'value_error'],
    ['a name with a line break', { site_name: 'a\r\nBcc: b' }, ['body', 'site_name'], 'value_error'],
    ['a name that turns the text', { site_name: 'a\u202Eb' }, ['body', 'site_name'], 'value_error'],
    ['a wait of nothing', { longest_wait_s: 0 }, ['body', 'longest_wait_s'], 'value_error'],
    ['a wait as text', { longest_wait_s: '60' }, ['body', 'longest_wait_s'], 'value_error'],
    ['prices as a list', { price_overrides: [] }, ['body', 'price_overrides'], 'json_type'],
  ]
  const overrides: [string, object, string | undefined, string][] = [
    ['T-146 a negative price', price('-1'), 'unit_price', 'value_error'],
    ['T-146 seven decimals', price('0.1234567'), 'unit_price', 'value_error'],
    ['T-146 text', price('cheap'), 'unit_price', 'value_error'],
    ['floating point', price(0.5), 'unit_price', 'string_type'],
    ['an exponent', price('1e3'), 'unit_price', 'value_error'],
    ['over 10^9', price('1000000000.000001'), 'unit_price', 'value_error'],
    ['another unit', price('1', 'enhance.1080p', 'frame'), 'unit', 'literal_error'],
  ]
  for (const [what, body, field, type] of overrides) {
    wrong.push([what, body, ['body', 'price_overrides', 'enhance.1080p', field!], type])
  }
  for (const key of [
    'paint.1080p',
    'enhance',
    'enhance.',
    'enhance..1080p',
    'generate.a b.480p',
    'toString',
  ]) {
    wrong.push([`T-146 ${key}`, price('1', key), ['body', 'price_overrides', key], 'value_error'])
  }
  wrong.push([
    'a field of its own',
    { price_overrides: { 'enhance.2k': { unit: 'second', unit_price: '1', discount: '5' } } },
    ['body', 'price_overrides', 'enhance.2k', 'discount'],
    'value_error',
  ])
  for (const [what, body, loc, type] of wrong) {
    const response = await post(settings, root.token, body as Record<string, unknown>)
    assert.equal(response.statusCode, 422, what)
    const [problem] = response.json().detail
    assert.deepEqual([problem.loc, problem.type], [loc, type], what)
  }
  for (const payload of ['{"__proto__": {"topup_enabled": false}}', '{"constructor": {"prototype": {}}}']) {
    const response = await app.inject({
      method: 'POST',
      url: settings,
      headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' },
      payload,
    })
    assert.equal(response.statusCode, 422, payload)
  }
  assert.equal((await get(settings, root.token)).body, before)
  const events = (await get('/api/v1/admin/audit?event=settings_changed', root.token)).json()
  assert.equal(events.total, 0)
})

test('prices are kept as they were written', async (t) => {
  const { admin, get, post } = await createWorld(t)
  const root = await admin()
  const price_overrides = {
    'enhance.1080p': { unit: 'second', unit_price: '0.8' },
    'generate.wan2.2-ti2v.720p': { unit: 'task', unit_price: '1000000000.000000' },
    'agent.preview.480p': { unit: 'task', unit_price: '0' },
  }
  const response = await post(settings, root.token, { price_overrides })
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual((await get(settings, root.token)).json().price_overrides, price_overrides)
})

test('the name of the site is public, and may have sixty characters of any script', async (t) => {
  const { admin, get, post } = await createWorld(t)
  const root = await admin()
  const named = async () => (await get('/api/v1/config')).json().site_name
  assert.equal(await named(), 'Clipwright')
  for (const [site_name, kept] of [
    [' Night Lab\u00a0', 'Night Lab'],
    ['夜'.repeat(60), '夜'.repeat(60)],
    ['🌙'.repeat(60), '🌙'.repeat(60)],
    ['<b>"&', '<b>"&'],
    [null, 'Clipwright'],
  ]) {
    const response = await post(settings, root.token, { site_name })
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual([response.json().site_name, await named()], [kept, kept])
  }
})
