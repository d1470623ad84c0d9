import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { linkTo, templatesTo } from '../../testing/mails.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

const login = '/api/v1/auth/login'
const refresh = '/api/v1/auth/refresh'
const next = 'quite another secret'

interface Ending {
  name: string
  env?: Record<string, string>
  /** Ends everything of the account. */
  end: (world: World, ann: Person, root: Person) => Promise<unknown>
  /** The error code that its API key gets afterwards; undefined where the key still works. */
  key: string | undefined
  /** Lets the account in again, with this password. */
  again: (world: World, ann: Person, root: Person) => Promise<string>
}

const byLink = async (world: World, ann: Person, path: string, template: string, more: object = {}) => {
  const { token } = await linkTo(world, ann.email, template)
  return world.post(`/api/v1/auth/${path}`, undefined, { token, ...more })
}
const reset = (more: object) => async (world: World, ann: Person) => {
  await world.post('/api/v1/auth/forgot-password', undefined, { email: ann.email })
  return byLink(world, ann, 'reset-password', 'reset_password', { new_password: next, ...more })
}
const user = (ann: Person, action: string) => `/api/v1/admin/users/${ann.user_id}/${action}`

const endings: Ending[] = [
  { name: 'a reset', end: reset({}), key: undefined, again: async () => next },
  {
    name: 'a reset that also revokes the keys',
    end: reset({ revoke_api_keys: true }),
    key: 'api_key_revoked',
    again: async () => next,
  },
  {
    name: 'a confirmed change of the password',
    end: async (world, ann, root) => {
      await world.post('/api/v1/admin/settings', root.token, { email_verification_required: true })
      const body = { old_password: ann.password, new_password: next }
      await world.post('/api/v1/me/password', ann.token, body)
      const done = await byLink(world, ann, 'confirm-change-password', 'confirm_password_change')
      await world.post('/api/v1/admin/settings', root.token, { email_verification_required: null })
      return done
    },
    key: undefined,
    again: async () => next,
  },
  {
    name: 'an administrator who disables it',
    end: (world, ann, root) => world.post(user(ann, 'disable'), root.token, { reason: 'a test' }),
    key: 'api_access_disabled',
    again: async (world, ann, root) => {
      await world.post(user(ann, 'enable'), root.token)
      return ann.password
    },
  },
  {
    name: 'its closing',
    end: (world, ann) => world.post('/api/v1/me/delete', ann.token, { password: ann.password }),
    key: 'api_access_disabled',
    again: async (world, ann) => {
      await byLink(world, ann, 'undo-delete', 'account_deletion')
      return ann.password
    },
  },
]

suite('T-028 everything that an account had open is dead at once', () => {
  for (const { name, end, key, again } of endings) {
    test(`after ${name}, and old refresh tokens raise no alarm`, async (t) => {
      const world = await createWorld(t)
      const [root, ann] = [await world.admin(), await world.person()]
      const { api_key } = await world.apiKey(ann)
      const other = await world.post(login, undefined, { email: ann.email, password: ann.password })
      const svsid = other.cookies.find((cookie) => cookie.name === 'svsid')!.value
      await end(world, ann, root)
      const me = '/api/v1/me'
      for (const token of [ann.token, other.json().access_token]) {
        assert.equal((await world.get(me, token)).json().code, 'invalid_token')
      }
      assert.equal((await world.app.inject({ url: me, cookies: { svsid } })).json().code, 'invalid_token')
      const byKey = await world.get(me, api_key)
      assert.deepEqual([byKey.statusCode, byKey.json().code], [key === undefined ? 200 : 401, key])
      const old = [ann.refresh_token, other.json().refresh_token]
      const refuse = async () => {
        for (const refresh_token of old) {
          const answer = await world.post(refresh, undefined, { refresh_token })
          assert.deepEqual([answer.statusCode, answer.json().code], [401, 'invalid_refresh_token'])
        }
      }
      await refuse()
      const password = await again(world, ann, root)
      const fresh = await world.post(login, undefined, { email: ann.email, password })
      assert.equal(fresh.statusCode, 200, fresh.body)
      await refuse()
      assert.equal((await world.get(me, fresh.json().access_token)).statusCode, 200)
      assert.equal((await world.app.inject({ url: me, cookies: { svsid } })).statusCode, 401)
      assert.ok(!(await templatesTo(world, ann.email)).includes('reuse_alarm'))
    })
  }
})

test('T-016 a thief who refreshes first is out as soon as the owner tries, and the owner is told', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  const exchange = (refresh_token: string, remoteAddress: string) =>
    world.app.inject({ method: 'POST', url: refresh, payload: { refresh_token }, remoteAddress })
  const stolen = await exchange(ann.refresh_token, '203.0.113.66')
  assert.equal(stolen.statusCode, 200)
  const second = await exchange(stolen.json().refresh_token, '203.0.113.66')
  assert.equal((await world.get('/api/v1/me', second.json().access_token)).statusCode, 200)
  const owner = await exchange(ann.refresh_token, '198.51.100.7')
  assert.deepEqual([owner.statusCode, owner.json().code], [401, 'refresh_token_reused'])
  for (const { access_token, refresh_token } of [stolen.json(), second.json()]) {
    assert.equal((await world.get('/api/v1/me', access_token)).statusCode, 401)
    assert.equal((await exchange(refresh_token, '203.0.113.66')).json().code, 'invalid_refresh_token')
  }
  assert.deepEqual(await templatesTo(world, ann.email), ['reuse_alarm'])
})
