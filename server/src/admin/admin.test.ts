import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite, test } from 'node:test'
import { createAdmin } from '../accounts/accounts.ts'
import { lockUser } from '../accounts/account/user-queries.ts'
import { openSession } from '../accounts/credentials/sessions.ts'
import { accountDeps } from '../app.ts'
import { failOverdueTasks } from '../tasks/run/reap.ts'
import { createWorld, type World } from '../testing/world.ts'
import { patience_ms } from '../testing/until.ts'

const users = '/api/v1/admin/users'
const login = '/api/v1/auth/login'
const me = '/api/v1/me'
const reason = 'because of a test'

/** Every route of the administration, with a body that would pass where one is needed. */
function adminRoutes({ app }: Pick<World, 'app'>, id: string): { method: 'GET' | 'POST'; url: string }[] {
  const { paths } = app.swagger() as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/admin/'))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({
        method: method.toUpperCase() as 'GET',
        url: path.replaceAll(/\{\w+\}/g, id),
      })),
    )
}

const codeOf = (response: { statusCode: number; json: () => { code?: string } }) => [
  response.statusCode,
  response.json().code,
]

suite('access', () => {
  test('T-149 the administration is closed to visitors, users, keys, and administrators without a second factor', async (t) => {
    const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'true' } })
    const { app, db, person, admin, apiKey } = world
    await app.ready()
    const [ann, root] = [await person(), await admin()]
    const { api_key } = await apiKey(root)
    const single = (await world.post(login, undefined, { email: root.email, password: root.password })).json()
    const routes = adminRoutes(world, ann.user_id)
    assert.ok(routes.length >= 16)
    for (const route of routes) {
      const send = (token?: string) =>
        app.inject({ ...route, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
      const name = `${route.method} ${route.url}`
      assert.deepEqual(codeOf(await send()), [401, 'not_authenticated'], name)
      assert.deepEqual(codeOf(await send(ann.token)), [403, 'forbidden'], name)
      assert.deepEqual(codeOf(await send(api_key)), [403, 'session_required'], name)
      assert.deepEqual(codeOf(await send(single.access_token)), [403, 'mfa_required'], name)
    }
    const { event } = await db
      .selectFrom('audit_events')
      .select((eb) => eb.fn.countAll<number>().as('event'))
      .where('event', 'not in', ['register', 'login_ok', 'api_key_created'])
      .executeTakeFirstOrThrow()
    assert.equal(event, 0)
    assert.equal((await world.get(users, root.token)).statusCode, 200)
  })

  test('where no second factor is asked for, an administrator does without', async (t) => {
    const { post, get, admin } = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false' } })
    const root = await admin()
    const single = (await post(login, undefined, { email: root.email, password: root.password })).json()
    const response = await get(users, single.access_token)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  test('T-150 a role cannot be asked for, and is gone at the next request after a demotion', async (t) => {
    const { post, get, person, admin } = await createWorld(t)
    const claims = { role: 'admin', is_admin: true, mfa: true }
    const response = await post('/api/v1/auth/register', undefined, {
      email: 'eve@example.org',
      password: 'a long secret',
      ...claims,
    })
    assert.equal((await get(me, response.json().access_token)).json().role, 'user')
    const [root, ann] = [await admin(), await person()]
    const promoted = await post(`${users}/${ann.user_id}/role`, root.token, { role: 'admin' })
    assert.deepEqual([promoted.statusCode, promoted.json().role], [200, 'admin'])
    assert.equal((await get(users, ann.token)).statusCode, 200)
    await post(`${users}/${ann.user_id}/role`, root.token, { role: 'user' })
    assert.deepEqual(codeOf(await get(users, ann.token)), [403, 'forbidden'])
    const refreshed = await post('/api/v1/auth/refresh', undefined, { refresh_token: ann.refresh_token })
    assert.equal(refreshed.statusCode, 200)
    assert.deepEqual(codeOf(await get(users, refreshed.json().access_token)), [403, 'forbidden'])
  })

  test('a login that is not recent changes no roles, even with a second factor', async (t) => {
    const { post, person, admin, clock } = await createWorld(t, {
      env: { ADMIN_MFA_REQUIRED: 'true', ACCESS_TOKEN_TTL_SECONDS: '1500' },
    })
    const [root, ann] = [await admin(), await person()]
    const role = `${users}/${ann.user_id}/role`
    clock.offset_ms = 16 * 60_000
    assert.deepEqual(codeOf(await post(role, root.token, { role: 'admin' })), [403, 'mfa_required'])
    clock.offset_ms = 14 * 60_000
    assert.equal((await post(role, root.token, { role: 'admin' })).statusCode, 200)
  })

  test('T-151 the last administrator can be neither demoted nor disabled, nor can two demote each other', async (t) => {
    const { post, admin, db } = await createWorld(t)
    const root = await admin()
    const of = (person: { user_id: string }, what: string) => `${users}/${person.user_id}/${what}`
    assert.deepEqual(codeOf(await post(of(root, 'role'), root.token, { role: 'user' })), [409, 'last_admin'])
    assert.deepEqual(codeOf(await post(of(root, 'disable'), root.token, { reason })), [409, 'last_admin'])
    for (let round = 0; round < 5; round++) {
      const other = await admin()
      const [one, two] = await Promise.all([
        post(of(other, 'role'), root.token, { role: 'user' }),
        round % 2 === 0
          ? post(of(root, 'role'), other.token, { role: 'user' })
          : post(of(root, 'disable'), other.token, { reason }),
      ])
      const codes = [one.statusCode, two.statusCode].toSorted((a, b) => a - b)
      // The loser is refused, or finds that it is no administrator any more.
      assert.ok(codes[0] === 200 && codes[1]! >= 400 && codes[1]! < 500, codes.join())
      const left = await db
        .selectFrom('users')
        .select('user_id')
        .where('role', '=', 'admin')
        .where('disabled_at', 'is', null)
        .execute()
      assert.equal(left.length, 1)
      await db
        .updateTable('users')
        .set({ role: 'admin', disabled_at: null })
        .where('user_id', '=', root.user_id)
        .execute()
      await db.updateTable('users').set({ role: 'user' }).where('user_id', '!=', root.user_id).execute()
      root.token = (
        await post(login, undefined, { email: root.email, password: root.password })
      ).json().access_token
    }
  })

  test('an administrator is signed out after half an hour without use, and after twelve hours in any case', async (t) => {
    const { post, person, admin, app, clock, db } = await createWorld(t)
    const root = await admin()
    const open = async () => post(login, undefined, { email: root.email, password: root.password })
    const first = await open()
    assert.equal(first.json().refresh_expires_in, 1800)
    const byCookie = async () =>
      (await app.inject({ url: me, cookies: { svsid: first.cookies[0]!.value } })).statusCode
    clock.offset_ms = 29 * 60_000
    assert.equal(await byCookie(), 200)
    // The note of its use is written beside the request.
    for (let i = 0; i < 200 && !(await isTouched(db, first.json().session_id)); i++)
      await new Promise(setImmediate)
    clock.offset_ms = 58 * 60_000
    assert.equal(await byCookie(), 200)
    clock.offset_ms = 12 * 3_600_000 + 1000
    assert.equal(await byCookie(), 401)
    const late = await post('/api/v1/auth/refresh', undefined, { refresh_token: first.json().refresh_token })
    assert.equal(late.statusCode, 401)

    clock.offset_ms = 0
    const ann = await person()
    await post(`${users}/${ann.user_id}/role`, root.token, { role: 'admin' })
    clock.offset_ms = 31 * 60_000
    const stale = await post('/api/v1/auth/refresh', undefined, { refresh_token: ann.refresh_token })
    assert.deepEqual(codeOf(stale), [401, 'invalid_refresh_token'])
  })
})

async function isTouched(db: World['db'], session_id: string): Promise<boolean> {
  const { last_seen_at, created_at } = await db
    .selectFrom('sessions')
    .select(['last_seen_at', 'created_at'])
    .where('session_id', '=', session_id)
    .executeTakeFirstOrThrow()
  return last_seen_at > created_at
}

suite('users', () => {
  test('T-152 users are found and inspected, and no answer holds a hash or a secret', async (t) => {
    const world = await createWorld(t)
    const { get, db, admin, person, apiKey, credits, post } = world
    const [root, ann, bob] = [await admin(), await person(), await person()]
    await apiKey(ann)
    await credits(ann, 700)
    await db.updateTable('users').set({ nickname: '100%_Ann' }).where('user_id', '=', ann.user_id).execute()
    const find = async (query: string) => {
      const { items, total } = (await get(`${users}?${query}`, root.token)).json()
      return [total, items.map((item: { user_id: string }) => item.user_id)]
    }
    assert.deepEqual(await find('query=100%25_a'), [1, [ann.user_id]])
    assert.deepEqual(await find('query=%25'), [1, [ann.user_id]], 'a wildcard is a character')
    assert.deepEqual(await find(`query=${bob.email.slice(0, -2).toUpperCase()}`), [1, [bob.user_id]])
    assert.deepEqual(await find(`query=${ann.user_id}`), [1, [ann.user_id]])
    assert.deepEqual(await find('role=admin'), [1, [root.user_id]])
    assert.deepEqual(await find('page_size=1&page=3'), [3, [root.user_id]])
    assert.deepEqual(await find('status=disabled'), [0, []])
    await post(`${users}/${bob.user_id}/disable`, root.token, { reason })
    assert.deepEqual(await find('status=disabled'), [1, [bob.user_id]])
    assert.deepEqual(await find('status=active&role=user'), [1, [ann.user_id]])
    assert.equal((await get(`${users}?status=gone`, root.token)).statusCode, 422)

    const one = await get(`${users}/${ann.user_id}`, root.token)
    const { created_at, updated_at, last_seen_at, ...rest } = one.json()
    assert.match(created_at + updated_at + last_seen_at, /Z/)
    assert.deepEqual(rest, {
      user_id: ann.user_id,
      email: ann.email,
      nickname: '100%_Ann',
      email_verified: false,
      mfa_enabled: false,
      api_access_enabled: true,
      role: 'user',
      status: 'active',
      disabled_at: null,
      deletion_at: null,
      active_sessions: 1,
      queue_weight: 1,
      balance: 700,
      balance_held: 0,
      currency: 'CREDIT',
      currency_scale: 2,
    })
    for (const id of [crypto.randomUUID(), 'x', '%00']) {
      assert.deepEqual(codeOf(await get(`${users}/${id}`, root.token)), [404, 'user_not_found'])
    }
    const rows = await db.selectFrom('users').select('password_hash').execute()
    const hashes = await db.selectFrom('api_keys').select('key_hash').execute()
    const secrets = [
      ...rows.map((row) => row.password_hash!),
      ...hashes.map((row) => row.key_hash.toString('hex')),
    ]
    await world.app.ready()
    for (const { method, url } of adminRoutes(world, ann.user_id)) {
      if (method !== 'GET') {
        assert.ok(!/password(?!-reset$)|hash|secret/.test(url), `${url} sets or shows a secret`)
        continue
      }
      const { body } = await get(url, root.token)
      for (const secret of secrets) assert.ok(!body.includes(secret), url)
      assert.ok(!/argon2|_hash|cookie_hash|token_hash/.test(body), url)
    }
    const set = await post(`${users}/${ann.user_id}/password`, root.token, { password: 'chosen by an admin' })
    assert.equal(set.statusCode, 404)
  })

  test('T-028 disabling a user kills every credential at once, and enabling revives only the keys', async (t) => {
    const { get, post, app, admin, person, apiKey, deps } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    const { api_key } = await apiKey(ann)
    const opened = await post(login, undefined, { email: ann.email, password: ann.password })
    const cookies = { svsid: opened.cookies[0]!.value }
    const disable = `${users}/${ann.user_id}/disable`
    const disabled = await post(disable, root.token, { reason })
    assert.deepEqual([disabled.statusCode, disabled.json().status], [200, 'disabled'])
    assert.equal(disabled.json().active_sessions, 0)
    const again = await post(disable, root.token, { reason })
    assert.deepEqual([again.statusCode, again.json().disabled_at], [200, disabled.json().disabled_at])

    for (const token of [ann.token, opened.json().access_token]) {
      assert.deepEqual(codeOf(await get(me, token)), [401, 'invalid_token'])
    }
    assert.equal((await app.inject({ url: me, cookies })).statusCode, 401)
    assert.deepEqual(codeOf(await get(me, api_key)), [401, 'api_access_disabled'])
    const signIn = () => post(login, undefined, { email: ann.email, password: ann.password })
    assert.deepEqual(codeOf(await signIn()), [403, 'account_disabled'])
    const useRefresh = (refresh_token: string) => post('/api/v1/auth/refresh', undefined, { refresh_token })
    assert.deepEqual(codeOf(await useRefresh(ann.refresh_token)), [401, 'invalid_refresh_token'])

    // What a login leaves that had checked the password before the user was disabled.
    const { lifetimes } = accountDeps(deps)
    const client = { ip: '127.0.0.1', user_agent: null, request_id: 'req_x', language: 'en' } as const
    const late = await deps.db.transaction().execute(async (trx) => {
      const { auth_epoch } = (await lockUser(trx, ann.user_id))!
      const user = { user_id: ann.user_id, auth_epoch, role: 'user' } as const
      return openSession(trx, user, { mode: 'token', client, lifetimes, now: new Date() })
    })
    assert.equal((await get(me, late.access_token)).statusCode, 401)

    const enabled = await post(`${users}/${ann.user_id}/enable`, root.token)
    assert.equal((await get(me, late.access_token)).statusCode, 401)
    assert.equal(enabled.json().status, 'active')
    assert.equal((await get(me, ann.token)).statusCode, 401)
    assert.equal((await get(me, api_key)).statusCode, 200)
    const anew = await signIn()
    assert.equal(anew.statusCode, 200)
    assert.deepEqual(codeOf(await useRefresh(ann.refresh_token)), [401, 'invalid_refresh_token'])
    assert.equal((await get(me, anew.json().access_token)).statusCode, 200, 'the new session lives')
  })

  test("ending a user's sessions ends them all, and nobody else's", async (t) => {
    const { get, post, admin, person } = await createWorld(t)
    const [root, ann, bob] = [await admin(), await person(), await person()]
    await post(login, undefined, { email: ann.email, password: ann.password })
    const response = await post(`${users}/${ann.user_id}/sessions/revoke`, root.token)
    assert.deepEqual([response.statusCode, response.json()], [200, { revoked: 2 }])
    assert.equal((await get(me, ann.token)).statusCode, 401)
    assert.equal((await get(me, bob.token)).statusCode, 200)
  })

  test('a password reset reaches the user by mail, and the administrator sees nothing of it', async (t) => {
    const { post, admin, person, db } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    const response = await post(`${users}/${ann.user_id}/password-reset`, root.token)
    assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ok' }])
    const mail = await db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([mail.recipient, mail.template], [ann.email, 'reset_password'])
    assert.match(mail.body_text, /http:\/\/127\.0\.0\.1:8080\/auth\/reset-password#t=[\w-]{43}/)
    const token = await db.selectFrom('mail_tokens').select(['user_id', 'purpose']).executeTakeFirstOrThrow()
    assert.deepEqual(token, { user_id: ann.user_id, purpose: 'reset' })
  })

  test('unlocking and taking off a second factor go through the accounts, and are recorded', async (t) => {
    const { deps, admin, person, db } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    const { unlockUser, resetMfa } = await import('./users/change-user.ts')
    const called: unknown[] = []
    const adminDeps = {
      ...deps,
      lifetimes: accountDeps(deps).lifetimes,
      public_base_url: '',
      sender: async () => ({ from: '', name: null }),
      setting_defaults: await accountDeps(deps).settings(),
      admin_mfa_required: false,
      kinds: {},
      tryModel: () => Promise.reject(new Error('not called')),
      forgetFailures: async (_trx: unknown, identity: string) => void called.push(identity),
      removeSecondFactor: async (_trx: unknown, user_id: string) => called.push(user_id) < 3,
    }
    const actor = {
      ...root,
      kind: 'session',
      role: 'admin',
      mfa: true,
      signed_in_at: new Date(),
      origin: { ip: '127.0.0.1', request_id: 'req_x' },
      language: 'en',
    } as const
    await unlockUser(adminDeps, actor, ann.user_id)
    const after = await resetMfa(adminDeps, actor, ann.user_id, reason)
    assert.equal(after.active_sessions, 0)
    await resetMfa(adminDeps, actor, ann.user_id, reason)
    assert.deepEqual(called, [ann.email, ann.user_id, ann.user_id])
    const mails = await db.selectFrom('mail_outbox').select(['recipient', 'template']).execute()
    assert.deepEqual(mails, [{ recipient: ann.email, template: 'mfa_disabled' }])
    const events = await db
      .selectFrom('audit_events')
      .select('event')
      .where('actor', '=', root.user_id)
      .where('event', '!=', 'register')
      .execute()
    assert.deepEqual(
      events.map(({ event }) => event),
      ['user_unlocked', 'mfa_disabled'],
    )
  })
})

suite('keys of others', () => {
  test('T-071 a disabled key, disabled access and the global switch stop keys and nothing else', async (t) => {
    const { app, get, post, admin, person, apiKey } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    const { key_id, api_key } = await apiKey(ann)
    const opened = await post(login, undefined, { email: ann.email, password: ann.password })
    const cookies = { svsid: opened.cookies[0]!.value }
    const expect = async (code: string | undefined) => {
      const status = code === undefined ? 200 : 401
      for (const headers of [{ 'x-api-key': api_key }, { authorization: `Bearer ${api_key}` }]) {
        assert.deepEqual(codeOf(await app.inject({ url: me, headers })), [status, code])
        assert.deepEqual(codeOf(await app.inject({ url: me, headers, cookies })), [status, code])
      }
      assert.equal((await get(me, ann.token)).statusCode, 200)
      assert.equal((await app.inject({ url: me, cookies })).statusCode, 200)
    }
    const key = `/api/v1/admin/api-keys/${key_id}`
    const change = async (url: string, body?: Record<string, unknown>) =>
      assert.equal((await post(url, root.token, body)).statusCode, 200, url)

    await expect(undefined)
    await change(`${key}/disable`, { reason })
    await expect('api_key_disabled')
    const revoke = `/api/v1/me/api-keys/${key_id}/enable`
    assert.equal((await post(revoke, ann.token)).statusCode, 404, 'the owner cannot enable it')
    const listed = (await get('/api/v1/me/api-keys', ann.token)).json().items[0]
    assert.deepEqual(
      [listed.status, listed.is_active, listed.disabled_at !== null],
      ['disabled', false, true],
    )
    await change(`${key}/enable`)
    await expect(undefined)
    await change(`${users}/${ann.user_id}/api-access`, { enabled: false })
    await expect('api_access_disabled')
    assert.equal((await get(me, ann.token)).json().api_access_enabled, false)
    await change(`${users}/${ann.user_id}/api-access`, { enabled: true })
    await expect(undefined)
    await change('/api/v1/admin/settings', { api_key_auth_enabled: false })
    await expect('api_key_auth_disabled')
    assert.equal((await post('/api/v1/me/api-keys', ann.token, { name: 'x' })).statusCode, 201)
    await change('/api/v1/admin/settings', { api_key_auth_enabled: null })
    await expect(undefined)
    await post(`/api/v1/me/api-keys/${key_id}/revoke`, ann.token)
    await change(`${key}/enable`)
    await expect('api_key_revoked')
  })

  test('the environment switches keys off too, and the online setting wins over it', async (t) => {
    const { get, post, admin, apiKey } = await createWorld(t, { env: { API_KEY_AUTH_ENABLED: 'false' } })
    const root = await admin()
    const { api_key } = await apiKey(root)
    assert.deepEqual(codeOf(await get(me, api_key)), [401, 'api_key_auth_disabled'])
    await post('/api/v1/admin/settings', root.token, { api_key_auth_enabled: true })
    assert.equal((await get(me, api_key)).statusCode, 200)
  })

  test("an administrator sees a user's keys, but not the keys themselves", async (t) => {
    const { get, post, admin, person, apiKey } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    const { key_id, api_key } = await apiKey(ann)
    const list = await get(`${users}/${ann.user_id}/api-keys`, root.token)
    assert.deepEqual([list.json().total, list.json().items[0].key_id], [1, key_id])
    assert.ok(!list.body.includes(api_key))
    const none = `${users}/${crypto.randomUUID()}/api-keys`
    assert.deepEqual(codeOf(await get(none, root.token)), [404, 'user_not_found'])
    const unknown = `/api/v1/admin/api-keys/${crypto.randomUUID()}/disable`
    assert.deepEqual(codeOf(await post(unknown, root.token, { reason })), [404, 'api_key_not_found'])
  })
})

suite('the log', () => {
  test('T-153 each action of an administrator is one row that says who, to whom, from where; repeating it is none', async (t) => {
    const { get, post, admin, person, apiKey } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    const { key_id } = await apiKey(ann)
    const of = `${users}/${ann.user_id}`
    const actions: [string, object, string, string, boolean][] = [
      [`${of}/disable`, { reason }, 'user_disabled', ann.user_id, true],
      [`${of}/enable`, {}, 'user_enabled', ann.user_id, true],
      [`${of}/api-access`, { enabled: false }, 'api_access_changed', ann.user_id, true],
      [`${of}/role`, { role: 'admin' }, 'role_changed', ann.user_id, true],
      [`/api/v1/admin/api-keys/${key_id}/disable`, { reason }, 'api_key_disabled', key_id, true],
      [`/api/v1/admin/api-keys/${key_id}/enable`, {}, 'api_key_enabled', key_id, true],
      [`${of}/unlock`, {}, 'user_unlocked', ann.user_id, false],
      [`${of}/sessions/revoke`, {}, 'session_revoked', ann.user_id, false],
      [`${of}/password-reset`, {}, 'mail_link_requested', ann.user_id, false],
      ['/api/v1/admin/settings', { topup_enabled: false }, 'settings_changed', '', false],
    ]
    for (const [url, body, event, subject, isOnce] of actions) {
      const response = await post(url, root.token, body as Record<string, unknown>)
      assert.equal(response.statusCode, 200, url)
      if (isOnce) assert.equal((await post(url, root.token, body as Record<string, unknown>)).statusCode, 200)
      const query = `actor=${root.user_id}&event=${event}`
      const { items, total } = (await get(`/api/v1/admin/audit?${query}`, root.token)).json()
      assert.equal(total, 1, event)
      const [row] = items
      assert.deepEqual([row.subject ?? '', row.ip, row.actor], [subject, '127.0.0.1', root.user_id])
      assert.equal(row.request_id, response.headers['x-request-id'])
    }
  })

  test('the log is filtered by actor, subject, event and time, and read in pages', async (t) => {
    const { get, post, admin, person } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    for (const enabled of [false, true, false])
      await post(`${users}/${ann.user_id}/api-access`, root.token, { enabled })
    const log = async (query: string) => (await get(`/api/v1/admin/audit?${query}`, root.token)).json()
    const changes = await log('event=api_access_changed&page_size=2')
    assert.deepEqual([changes.total, changes.items.length, changes.page_size], [3, 2, 2])
    assert.deepEqual(changes.items[0].details, { enabled: false })
    assert.equal((await log('event=api_access_changed&page_size=2&page=2')).items.length, 1)
    assert.equal((await log(`subject=${ann.user_id}`)).total, 3)
    assert.equal((await log(`actor=${ann.user_id}`)).total, 1)
    const middle = changes.items[1].created_at
    assert.equal((await log(`subject=${ann.user_id}&from=${middle}`)).total, 2)
    assert.equal((await log(`subject=${ann.user_id}&to=${middle}`)).total, 1)
    assert.equal((await log('event=nothing')).total, 0)
    const wrong = await get('/api/v1/admin/audit?from=yesterday', root.token)
    assert.deepEqual([wrong.statusCode, wrong.json().detail[0].loc], [422, ['query', 'from']])
  })
})

test("everybody's tasks are listed and filtered, without deleted ones", async (t) => {
  const { get, remove, admin, person, credits, task, db, deps } = await createWorld(t)
  const [root, ann, bob] = [await admin(), await person(), await person()]
  for (const who of [ann, bob]) await credits(who, 10_000)
  const [first, second, third] = [await task(ann), await task(bob), await task(bob)]
  const list = async (query: string) => {
    const { items, total } = (await get(`/api/v1/admin/tasks?${query}`, root.token)).json()
    return [total, items.map((item: { task_id: string; user_id: string }) => [item.task_id, item.user_id])]
  }
  assert.deepEqual(await list(''), [
    3,
    [
      [third, bob.user_id],
      [second, bob.user_id],
      [first, ann.user_id],
    ],
  ])
  assert.deepEqual(await list(`user_id=${ann.user_id}`), [1, [[first, ann.user_id]]])
  assert.deepEqual(await list('status=queued&page=2&page_size=2'), [3, [[first, ann.user_id]]])
  assert.deepEqual(await list('status=nonsense'), [0, []])
  assert.deepEqual(await list('model=none'), [0, []])
  await db
    .updateTable('tasks')
    .set({ deadline_at: new Date(0) })
    .where('task_id', '=', second)
    .execute()
  await failOverdueTasks(db, deps.log)
  assert.deepEqual(await list('status=failed'), [1, [[second, bob.user_id]]])
  assert.equal((await remove(`/api/v1/tasks/${second}`, bob.token)).statusCode, 204)
  assert.equal((await list(''))[0], 2)
  assert.equal((await get('/api/v1/admin/tasks?user_id=x', root.token)).statusCode, 422)
})

test('the command makes an administrator of an address, new or known, and hands out a link', async (t) => {
  const { deps, db, person, get } = await createWorld(t)
  const make = (email: string) => createAdmin(accountDeps(deps), email, 'https://video.example.org')
  const made = await make(' Root@Example.org ')
  assert.match(made.link, /^https:\/\/video\.example\.org\/auth\/reset-password#t=[\w-]{43}$/)
  assert.deepEqual([made.expires_in_s, made.is_new], [1800, true])
  const ann = await person()
  assert.equal((await make(ann.email)).is_new, false)
  assert.equal((await get(me, ann.token)).json().role, 'admin')
  await make(ann.email)
  const live = await db
    .selectFrom('mail_tokens')
    .select('user_id')
    .where('consumed_at', 'is', null)
    .where('user_id', '=', ann.user_id)
    .execute()
  assert.equal(live.length, 1, 'the first link is void')
  const rows = await db
    .selectFrom('users')
    .select(['email', 'password_hash', 'role'])
    .orderBy('created_at')
    .execute()
  assert.deepEqual(
    rows.map(({ email, role }) => [email, role]),
    [
      ['Root@Example.org', 'admin'],
      [ann.email, 'admin'],
    ],
  )
  assert.equal(rows.find(({ email }) => email.startsWith('Root'))!.password_hash, null)
  const events = await db
    .selectFrom('audit_events')
    .select(['event', 'actor', 'ip'])
    .where('event', '=', 'role_changed')
    .execute()
  const made_by_command = { event: 'role_changed', actor: 'system', ip: null }
  assert.deepEqual(events, [made_by_command, made_by_command])
  await assert.rejects(make('nonsense'), /is not an e-mail address/)
})

test('as a process the command prints the link and nothing else, or says what is wrong', async (t) => {
  const { connection, folder, db } = await createWorld(t)
  const { host, port, user, database } = connection
  const query = new URLSearchParams({ host, port: String(port), user })
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: `postgresql:///${database}?${query.toString()}`,
  }
  const main = join(import.meta.dirname, '../main.ts')
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, 'create-admin', ...args], { env, timeout: patience_ms })
  const { stdout } = await run('--email', 'root@example.org')
  assert.match(stdout, /^http:\/\/127\.0\.0\.1:8080\/auth\/reset-password#t=[\w-]{43}\n$/)
  const users = await db.selectFrom('users').select(['email', 'role']).execute()
  assert.deepEqual(users, [{ email: 'root@example.org', role: 'admin' }])
  await assert.rejects(run('--email', 'nonsense'), { code: 1, stdout: '' })
  await assert.rejects(run(), { code: 2, stdout: '' })
})
