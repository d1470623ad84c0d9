import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createApp } from '../../app.ts'
import { createDb, createPool } from '../../platform/db/database.ts'
import { createWorld } from '../../testing/world.ts'
import { until } from '../../testing/until.ts'
import { deviceOf } from './device.ts'

const login = '/api/v1/auth/login'
const refresh = '/api/v1/auth/refresh'

suite('sessions', () => {
  test('a list names the devices, marks the one that asks, and leaves ended ones out', async (t) => {
    const { person, post, get, app } = await createWorld(t)
    const ann = await person()
    const agent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'
    const payload = { email: ann.email, password: ann.password, session_mode: 'cookie' }
    const other = await app.inject({ method: 'POST', url: login, payload, headers: { 'user-agent': agent } })
    const list = (await get('/api/v1/me/sessions', ann.token)).json()
    assert.deepEqual([list.total, list.page, list.page_size], [2, 1, 100])
    const found = list.items.find(
      (item: { session_id: string }) => item.session_id === other.json().session_id,
    )
    const { created_at, last_seen_at, expires_at, ...rest } = found
    assert.ok(created_at <= last_seen_at && last_seen_at < expires_at)
    assert.deepEqual(rest, {
      session_id: other.json().session_id,
      ip: '127.0.0.1',
      user_agent: agent,
      device: 'Chrome on Linux',
      mfa: false,
      session_mode: 'cookie',
      current: false,
    })
    assert.equal(
      list.items.filter((item: { current: boolean }) => item.current)[0].session_id,
      ann.session_id,
    )
    await post('/api/v1/auth/logout', undefined, { refresh_token: ann.refresh_token })
    assert.equal((await get('/api/v1/me/sessions', ann.token)).json().total, 1)
  })

  test('T-026 a device that is signed out is dead at once, and takes no other with it', async (t) => {
    const { person, post, get, app } = await createWorld(t)
    const ann = await person()
    const phone = await post(login, undefined, { email: ann.email, password: ann.password })
    const { session_id, access_token, refresh_token } = phone.json()
    assert.equal((await post(`/api/v1/me/sessions/${session_id}/revoke`, ann.token)).statusCode, 204)
    assert.equal((await get('/api/v1/me', access_token)).json().code, 'invalid_token')
    const cookies = { svsid: phone.cookies[0]!.value }
    assert.equal((await app.inject({ url: '/api/v1/me', cookies })).statusCode, 401)
    // The phone refreshes by itself: that must not sign out the laptop.
    assert.equal((await post(refresh, undefined, { refresh_token })).json().code, 'invalid_refresh_token')
    assert.equal((await get('/api/v1/me', ann.token)).statusCode, 200)
    const again = await post(`/api/v1/me/sessions/${session_id}/revoke`, ann.token)
    assert.deepEqual([again.statusCode, again.json().code], [404, 'session_not_found'])
  })

  test('of many callers at once each gets their own session, and ended ones get none', async (t) => {
    const { person, post, apiKey, app } = await createWorld(t)
    const [ann, bob, gone] = [await person(), await person(), await person()]
    const key = (await apiKey(bob)).api_key
    const { email, password } = ann
    const signedIn = await post(login, undefined, { email, password, session_mode: 'cookie' })
    const svsid = signedIn.cookies.find(({ name }) => name === 'svsid')!.value
    await post(`/api/v1/me/sessions/${gone.session_id}/revoke`, gone.token)
    const callers = [
      [{ authorization: `Bearer ${ann.token}` }, ann.user_id],
      [{ authorization: `Bearer ${bob.token}` }, bob.user_id],
      [{ authorization: `Bearer ${gone.token}` }, undefined],
      [{ authorization: `Bearer svat_${'x'.repeat(43)}` }, undefined],
      [{ cookie: `svsid=${svsid}` }, ann.user_id],
      [{ cookie: `svsid=svss_${'x'.repeat(43)}` }, undefined],
      [{ 'x-api-key': key }, bob.user_id],
    ] as const
    const all = Array.from({ length: 20 }, () => callers).flat()
    const answers = await Promise.all(all.map(([headers]) => app.inject({ url: '/api/v1/me', headers })))
    assert.deepEqual(
      answers.map((answer) => (answer.statusCode === 200 ? answer.json().user_id : undefined)),
      all.map(([, user_id]) => user_id),
    )
  })

  test('T-027 somebody else’s session is no session', async (t) => {
    const { person, post, get } = await createWorld(t)
    const [ann, eve] = [await person(), await person()]
    for (const id of [ann.session_id, crypto.randomUUID(), 'x', '%00']) {
      const response = await post(`/api/v1/me/sessions/${id}/revoke`, eve.token)
      assert.deepEqual([response.statusCode, response.json().code], [404, 'session_not_found'])
    }
    assert.equal((await get('/api/v1/me', ann.token)).statusCode, 200)
  })

  test('signing the others out leaves only the one that asked', async (t) => {
    const { person, post, get, db } = await createWorld(t)
    const ann = await person()
    const others = [1, 2].map(() => post(login, undefined, { email: ann.email, password: ann.password }))
    const tokens = (await Promise.all(others)).map((response) => response.json().access_token)
    assert.deepEqual((await post('/api/v1/me/sessions/revoke-others', ann.token)).json(), { revoked: 2 })
    for (const token of tokens) assert.equal((await get('/api/v1/me', token)).statusCode, 401)
    assert.equal((await get('/api/v1/me/sessions', ann.token)).json().total, 1)
    const events = await db
      .selectFrom('audit_events')
      .select('event')
      .where('event', '=', 'session_revoked')
      .execute()
    assert.equal(events.length, 2)
  })

  test('last_seen_at is updated once a minute', async (t) => {
    const { person, get, clock, db } = await createWorld(t)
    const ann = await person()
    const seen = async () =>
      (
        await db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()
      ).last_seen_at.getTime()
    const first = await seen()
    await get('/api/v1/me', ann.token)
    assert.equal(await seen(), first)
    clock.offset_ms = 61_000
    await get('/api/v1/me', ann.token)
    await until(async () => (await seen()) !== first)
    assert.ok((await seen()) >= first + 60_000)
  })

  test('T-018 of a hundred refreshes over two processes one wins, and there are never two successors', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const pool = createPool({ connection: world.connection, pool_size: 10, onError: () => {} })
    const db = createDb(pool)
    world.resources.defer(() => db.destroy())
    const second = await createApp({ ...world.deps, db })
    world.resources.defer(() => second.close())
    const apps = [world.app, second]
    await second.inject({ url: '/healthz' })
    const payload = { refresh_token: ann.refresh_token }
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, i) => apps[i % 2]!.inject({ method: 'POST', url: refresh, payload })),
    )
    const count = (status: number) => all.filter((response) => response.statusCode === status).length
    assert.deepEqual([count(200), count(409)], [1, 99])
    const live = await world.db
      .selectFrom('refresh_tokens')
      .select('token_hash')
      .where('state', '=', 'active')
      .execute()
    assert.equal(live.length, 1)
    const won = all.find((response) => response.statusCode === 200)!
    assert.equal((await world.get('/api/v1/me', won.json().access_token)).statusCode, 200)
  })
})

suite('profile', () => {
  test('a nickname is changed, and nothing else', async (t) => {
    const { person, post, db } = await createWorld(t)
    const ann = await person()
    const before = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const input = {
      nickname: ' Bé\u0301a 🐟 ',
      role: 'admin',
      email_verified_at: '2020-01-01',
      auth_epoch: 7,
    }
    const response = await post('/api/v1/me/profile', ann.token, input)
    assert.deepEqual([response.statusCode, response.json().nickname], [200, 'Bé\u0301a 🐟'.normalize('NFC')])
    const { nickname, updated_at, ...after } = await db
      .selectFrom('users')
      .selectAll()
      .executeTakeFirstOrThrow()
    const { nickname: old, updated_at: earlier, ...rest } = before
    assert.deepEqual(after, rest)
    assert.ok(nickname !== old && updated_at > earlier)
    for (const bad of ['', '  ', 'x'.repeat(51), 'a\u0000', 'a\nb', 'a\u202eb', 5, null]) {
      const refused = await post('/api/v1/me/profile', ann.token, { nickname: bad })
      assert.deepEqual(
        [refused.statusCode, refused.json().detail[0].loc],
        [422, ['body', 'nickname']],
        String(bad),
      )
    }
  })

  test('a device label is short and tolerant', () => {
    assert.equal(deviceOf(null), 'Unknown device')
    assert.equal(deviceOf('curl/8.5'), 'curl')
    assert.equal(
      deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'),
      'Safari on iOS',
    )
    assert.equal(
      deviceOf('Mozilla/5.0 (Windows NT 10.0) Chrome/156 Safari/537.36 Edg/156.0'),
      'Edge on Windows',
    )
  })
})
