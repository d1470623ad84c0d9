import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { everyOperation, exampleBody } from '../testing/every-route/every-route.ts'
import { secondFactor } from '../testing/second-factor.ts'
import { createWorld } from '../testing/world.ts'

// Refusals that no other test covers; docs/errors-by-route.md lists them all.

suite('refusals', () => {
  test('an invalid login request is refused by field', async (t) => {
    const { post } = await createWorld(t)
    for (const body of [
      {},
      { email: 'ann@example.org' },
      { email: '', password: 'x' },
      { email: 5, password: 'x' },
    ]) {
      assert.equal((await post('/api/v1/auth/login', undefined, body)).statusCode, 422)
    }
  })

  test('mails can be asked for thirty times an hour from one address', async (t) => {
    const { post } = await createWorld(t)
    const url = '/api/v1/auth/resend-verification'
    assert.equal((await post(url, undefined, {})).statusCode, 422)
    const ask = (i: number) => post(url, undefined, { email: `nobody${i}@example.org` })
    const all = await Promise.all(Array.from({ length: 31 }, (_, i) => ask(i)))
    assert.equal(all.filter((response) => response.statusCode === 200).length, 30)
    const refused = all.find((response) => response.statusCode === 429)!
    assert.equal(refused.json().code, 'rate_limited')
    assert.ok(Number(refused.headers['retry-after']) > 0)
  })

  test('T-010 guessing the old password locks the account like guessing at the login', async (t) => {
    const { person, post } = await createWorld(t)
    const ann = await person()
    const guess = () =>
      post('/api/v1/me/password', ann.token, {
        old_password: 'a wrong guess',
        new_password: 'another good one',
      })
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await guess()).statusCode)
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 423])
    const login = await post('/api/v1/auth/login', undefined, { email: ann.email, password: ann.password })
    assert.deepEqual([login.statusCode, login.json().code], [423, 'account_locked'])
  })

  test('an account with a second factor makes keys only in a session that passed it', async (t) => {
    const { person, post, db } = await createWorld(t)
    const ann = await person()
    await db
      .insertInto('mfa_totp')
      .values({ user_id: ann.user_id, secret_enc: 'v1.test', confirmed_at: new Date(), expires_at: null })
      .execute()
    const response = await post('/api/v1/me/api-keys', ann.token, { name: 'robot' })
    assert.deepEqual([response.statusCode, response.json().code], [403, 'mfa_required'])
  })

  test('an administrator is told when a user or a key does not exist, by every route', async (t) => {
    const { app, admin } = await createWorld(t)
    const root = await admin()
    const routes = (await everyOperation(app)).filter(({ route }) => /^\/api\/v1\/admin\/.*:/.test(route))
    const known = { user_id: 'user_not_found', key_id: 'api_key_not_found' } as Record<string, string>
    for (const { method, url, route, body } of routes) {
      const headers = { authorization: `Bearer ${root.token}` }
      const response = await app.inject({ method, url, headers, ...(body && { payload: exampleBody(body) }) })
      const code = known[/:(\w+)/.exec(route)![1]!]
      if (code === undefined) continue // a slice's own test says what it answers
      assert.deepEqual([response.statusCode, response.json().code], [404, code], route)
    }
    assert.ok(routes.length >= 12)
  })

  test('every route that asks for the password locks the account after five wrong ones', async (t) => {
    const world = await createWorld(t)
    const { post, person } = world
    const { enrolled, codeOf, wrongCode } = secondFactor(world)
    const wrong = 'not the password'
    const actions: Record<string, object> = {
      email: { new_email: 'new@example.org', password: wrong },
      'mfa/totp/setup': { password: wrong },
      'mfa/totp/disable': { password: wrong, code: '000000' },
      'mfa/recovery-codes': { password: wrong, code: '000000' },
      delete: { password: wrong },
    }
    for (const [path, body] of Object.entries(actions)) {
      const ann = await person()
      const codes: string[] = []
      for (let i = 0; i < 6; i++)
        codes.push((await post(`/api/v1/me/${path}`, ann.token, { ...body })).json().code)
      const five = Array.from({ length: 5 }, () => 'invalid_password')
      assert.deepEqual(codes, [...five, 'account_locked'], path)
    }
    const bob = await enrolled()
    for (const path of ['mfa/totp/disable', 'mfa/recovery-codes', 'delete']) {
      const body = { password: bob.password, code: await wrongCode(bob.secret) }
      const response = await post(`/api/v1/me/${path}`, bob.token, body)
      assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_mfa_code'], path)
    }
    const eve = await person()
    const plain = { password: eve.password, code: await codeOf(bob.secret) }
    for (const path of ['mfa/totp/disable', 'mfa/recovery-codes']) {
      const response = await post(`/api/v1/me/${path}`, eve.token, plain)
      assert.deepEqual([response.statusCode, response.json().code], [409, 'mfa_not_enabled'], path)
    }
    const again = await post('/api/v1/me/mfa/totp/confirm', bob.token, { code: await codeOf(bob.secret) })
    assert.deepEqual([again.statusCode, again.json().code], [409, 'mfa_already_enabled'])
  })
})
