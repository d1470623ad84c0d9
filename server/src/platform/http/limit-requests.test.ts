import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../testing/until.ts'
import { createWorld } from '../../testing/world.ts'

const proxied = { env: { TRUSTED_PROXIES: '127.0.0.1', ADMIN_MFA_REQUIRED: 'false' } }
const from = (ip: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...more })

test('a network that sends too much is refused on every route, and nobody else is', async (t) => {
  const world = await createWorld(t, proxied)
  const root = await world.admin()
  const set = (rate_limits: object | null) =>
    world.post('/api/v1/admin/settings', root.token, { rate_limits })
  assert.equal((await set({ requests_of_network: { points: 3, per_s: 3600 } })).statusCode, 200)
  const ask = (ip: string, url = '/api/v1/config') => world.app.inject({ url, headers: from(ip) })
  await until(async () => (await ask('198.51.100.1')).statusCode === 429, 'a change that holds')
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await ask('203.0.113.7')).statusCode)
  assert.deepEqual(statuses, [200, 200, 200, 429, 429])
  const refused = await ask('203.0.113.7', '/nowhere')
  assert.equal(refused.json().code, 'rate_limited')
  assert.match(String(refused.headers['ratelimit-policy']), /^"requests_of_network";q=3;w=3600$/)
  assert.ok(Number(refused.headers['retry-after']) > 3000)
  assert.equal((await ask('203.0.113.8')).statusCode, 200, 'a neighbour')
  const six = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2::3', '2001:db8:1:2::4']
  const ofSix = []
  for (const ip of six) ofSix.push((await ask(ip)).statusCode)
  assert.deepEqual(ofSix, [200, 200, 200, 429], 'one network of 64 bits')
  for (let i = 0; i < 10; i++) assert.equal((await ask('127.0.0.1')).statusCode, 200, 'the machine itself')
  assert.equal((await set(null)).statusCode, 200)
  await until(async () => (await ask('203.0.113.7')).statusCode === 200, 'the table’s own value again')
})

test('a user is counted over all networks, sessions and keys', async (t) => {
  const world = await createWorld(t, proxied)
  const [root, ann, bob] = [await world.admin(), await world.person(), await world.person()]
  const { api_key } = await world.apiKey(ann)
  const ask = (ip: string, token: string) =>
    world.app.inject({ url: '/api/v1/me', headers: from(ip, { authorization: `Bearer ${token}` }) })
  const rate_limits = { requests_of_user: { points: 4, per_s: 3600 } }
  await world.post('/api/v1/admin/settings', root.token, { rate_limits })
  await until(async () => (await ask('203.0.113.1', bob.token)).statusCode === 429, 'a change that holds')
  const statuses = []
  for (const [i, token] of [ann.token, api_key, ann.token, api_key, ann.token, api_key].entries())
    statuses.push((await ask(`203.0.113.${i}`, token)).statusCode)
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429])
})

test('every limit can be seen and changed, and one that makes no sense is refused by name', async (t) => {
  const world = await createWorld(t, proxied)
  const root = await world.admin()
  const list = async () =>
    (await world.get('/api/v1/admin/limits', root.token)).json().items as Record<string, unknown>[]
  const before = await list()
  assert.ok(before.length >= 28)
  assert.ok(before.every(({ points, default_points }) => points === default_points))
  const change = (rate_limits: unknown) => world.post('/api/v1/admin/settings', root.token, { rate_limits })
  for (const [wrong, loc] of [
    [{ nothing: { points: 1, per_s: 1 } }, ['body', 'rate_limits', 'nothing']],
    [{ register: { points: -1, per_s: 1 } }, ['body', 'rate_limits', 'register', 'points']],
    [{ register: { points: 1 } }, ['body', 'rate_limits', 'register', 'per_s']],
    [{ register: { points: 1, per_s: 60, by: 'x' } }, ['body', 'rate_limits', 'register', 'by']],
    [{ constructor: { points: 1, per_s: 60 } }, ['body', 'rate_limits', 'constructor']],
    [[], ['body', 'rate_limits']],
  ] as const) {
    const response = await change(wrong)
    assert.equal(response.statusCode, 422, JSON.stringify(wrong))
    assert.deepEqual(response.json().detail[0].loc, loc)
  }
  await change({ register: { points: 1, per_s: 60 } })
  const register = (await list()).find(({ name }) => name === 'register')
  assert.deepEqual(
    [register!['points'], register!['per_s'], register!['default_points'], register!['default_per_s']],
    [1, 60, 100, 3600],
  )
  const signUp = () =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/register',
      headers: from('203.0.113.50'),
      payload: { email: `${crypto.randomUUID()}@example.org`, password: 'correct horse battery' },
    })
  await until(async () => (await signUp()).statusCode === 429, 'a change that holds')
})
