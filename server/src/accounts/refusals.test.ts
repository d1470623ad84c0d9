import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createWorld } from '../testing/world.ts'

// Refusals that belong to no story of their own; docs/errors-by-route.md lists them all.

suite('refusals', () => {
  test('what is no login is told by field', async (t) => {
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

  test('an administrator is told when a user does not exist', async (t) => {
    const { person, post, db } = await createWorld(t)
    const root = await person()
    await db.updateTable('users').set({ role: 'admin' }).where('user_id', '=', root.user_id).execute()
    const url = `/api/v1/admin/users/${crypto.randomUUID()}/disable`
    const response = await post(url, root.token, { reason: 'no such user' })
    assert.deepEqual([response.statusCode, response.json().code], [404, 'user_not_found'])
  })
})
