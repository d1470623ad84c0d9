import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createWorld } from '../testing/world.ts'

const login = '/api/v1/auth/login'
const refresh = '/api/v1/auth/refresh'
const logout = '/api/v1/auth/logout'
const register = '/api/v1/auth/register'

suite('register', () => {
  test('a new user is signed in by tokens and by cookie, with an empty wallet', async (t) => {
    const { get, post, app } = await createWorld(t)
    const response = await post(register, undefined, {
      email: ' Ann@Exämple.org ',
      password: 'a long secret',
      nickname: ' Ann ',
    })
    assert.equal(response.statusCode, 201)
    const pair = response.json()
    assert.match(pair.access_token, /^svat_[\w-]{43}$/)
    assert.match(pair.refresh_token, /^svrt_[\w-]{43}$/)
    assert.deepEqual([pair.token_type, pair.expires_in, pair.refresh_expires_in], ['bearer', 600, 1_209_600])

    const me = await get('/api/v1/me', pair.access_token)
    assert.equal(me.headers['cache-control'], 'no-store')
    const { user_id, created_at, updated_at, ...rest } = me.json()
    assert.match(user_id, /^[0-9a-f-]{36}$/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(rest, {
      email: 'Ann@Exämple.org',
      nickname: 'Ann',
      email_verified: false,
      mfa_enabled: false,
      api_access_enabled: true,
      avatar: null,
      avatar_url: null,
      role: 'user',
      balance: 0,
      balance_held: 0,
      currency: 'CREDIT',
      currency_scale: 2,
    })
    const [cookie] = response.cookies
    assert.deepEqual(
      { ...cookie, value: '' },
      { name: 'svsid', value: '', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 1_209_600 },
    )
    const byCookie = await app.inject({ url: '/api/v1/me', cookies: { svsid: cookie!.value } })
    assert.equal(byCookie.json().user_id, user_id)
  })

  test('over https the cookie is Secure and carries the __Host- prefix', async (t) => {
    const { post } = await createWorld(t, { env: { PUBLIC_BASE_URL: 'https://video.example.org' } })
    const response = await post(register, undefined, { email: 'ann@example.org', password: 'a long secret' })
    const [cookie] = response.cookies
    assert.deepEqual(
      [cookie?.name, cookie?.secure, cookie?.httpOnly, cookie?.path],
      ['__Host-svsid', true, true, '/'],
    )
    assert.equal(response.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
  })

  test('session_mode cookie shows no token to scripts, and token sets no cookie', async (t) => {
    const { post } = await createWorld(t)
    const make = async (email: string, session_mode: string) =>
      post(register, undefined, { email, password: 'a long secret', session_mode })
    const cookie = await make('a@example.org', 'cookie')
    const { access_token, refresh_token, expires_in, refresh_expires_in } = cookie.json()
    assert.deepEqual([access_token, refresh_token, expires_in, refresh_expires_in], [null, null, null, null])
    assert.equal(cookie.cookies.length, 1)
    const token = await make('b@example.org', 'token')
    assert.equal(token.cookies.length, 0)
    assert.notEqual(token.json().access_token, null)
  })

  test('one address is one account, however it is typed, also when two register at once', async (t) => {
    const { post, db } = await createWorld(t)
    const attempt = (email: string) => post(register, undefined, { email, password: 'a long secret' })
    const both = await Promise.all([attempt('ann@example.org'), attempt(' ANN@Example.ORG')])
    assert.deepEqual(
      both.map((response) => response.statusCode).toSorted((a, b) => a - b),
      [201, 409],
    )
    assert.equal(both.find((response) => response.statusCode === 409)?.json().code, 'email_taken')
    assert.equal((await db.selectFrom('users').select('user_id').execute()).length, 1)
  })

  test('invalid addresses, passwords and names are refused by field', async (t) => {
    const { post } = await createWorld(t)
    const cases: [object, string, string][] = [
      [{ email: 'ann' }, 'email', 'value_error'],
      [{ email: 'a@b' }, 'email', 'value_error'],
      [{ email: 'a,b@example.org' }, 'email', 'value_error'],
      [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email', 'value_error'],
      [{ email: 'änn@example.org' }, 'email', 'value_error'],
      [{ email: 'a@example.org@example.com' }, 'email', 'value_error'],
      [{ password: 'short' }, 'password', 'string_too_short'],
      [{ password: 'x'.repeat(129) }, 'password', 'string_too_long'],
      [{ password: 'ANN@example.org' }, 'password', 'value_error'],
      [
        { password: Array.from({ length: 128 }, (_, i) => String.fromCodePoint(0x1f400 + i)).join('') },
        'password',
        '',
      ],
      [{ nickname: ' ' }, 'nickname', 'string_too_short'],
      [{ nickname: 'a\u202Eb' }, 'nickname', 'value_error'],
      [{ nickname: 5 }, 'nickname', 'string_type'],
      [{ invite_code: 'UNKNOWN1' }, 'invite_code', 'value_error'],
      [{ session_mode: 'none' }, 'session_mode', 'literal_error'],
    ]
    for (const [change, field, type] of cases) {
      const response = await post(register, undefined, {
        email: 'ann@example.org',
        password: 'a long secret',
        ...change,
      })
      if (type === '') {
        assert.equal(response.statusCode, 201, 'exactly 512 bytes are allowed')
        continue
      }
      assert.equal(response.statusCode, 422, JSON.stringify(change))
      const [problem] = response.json().detail
      assert.deepEqual([problem.loc, problem.type], [['body', field], type], JSON.stringify(change))
    }
  })

  test('registration can be closed', async (t) => {
    const { post } = await createWorld(t, { env: { REGISTRATION_ENABLED: 'false' } })
    const response = await post(register, undefined, { email: 'ann@example.org', password: 'a long secret' })
    assert.deepEqual([response.statusCode, response.json().code], [403, 'registration_disabled'])
  })
})

suite('log in', () => {
  test('the right password opens a session of its own', async (t) => {
    const { person, post, get } = await createWorld(t)
    const ann = await person()
    const response = await post(login, undefined, { email: ann.email.toUpperCase(), password: ann.password })
    assert.equal(response.statusCode, 200)
    assert.equal(response.json().mfa_required, false)
    assert.notEqual(response.json().session_id, ann.session_id)
    assert.equal((await get('/api/v1/me', response.json().access_token)).statusCode, 200)
  })

  test('T-001 a wrong password and an unknown address get the same answer', async (t) => {
    const { person, post } = await createWorld(t)
    const ann = await person()
    const wrong = await post(login, undefined, { email: ann.email, password: 'not the password' })
    const unknown = await post(login, undefined, {
      email: 'nobody@example.org',
      password: 'not the password',
    })
    const without = (response: typeof wrong) => ({ ...response.json(), request_id: '' })
    assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'invalid_credentials'])
    assert.deepEqual(without(wrong), without(unknown))
  })

  test('a disabled account is told so only by its own password', async (t) => {
    const { person, post, get, db } = await createWorld(t)
    const ann = await person()
    await db.updateTable('users').set({ disabled_at: new Date() }).execute()
    const wrong = await post(login, undefined, { email: ann.email, password: 'not the password' })
    const right = await post(login, undefined, { email: ann.email, password: ann.password })
    assert.deepEqual([wrong.json().code, right.json().code], ['invalid_credentials', 'account_disabled'])
    assert.equal((await get('/api/v1/me', ann.token)).json().code, 'invalid_token')
  })

  test('T-029 the twenty-first session ends the longest unused one', async (t) => {
    const { person, post, db, get } = await createWorld(t)
    const ann = await person()
    for (let i = 0; i < 20; i++) await post(login, undefined, { email: ann.email, password: ann.password })
    const live = await db.selectFrom('sessions').select('session_id').where('ended_at', 'is', null).execute()
    assert.equal(live.length, 20)
    assert.equal((await get('/api/v1/me', ann.token)).statusCode, 401)
  })

  test('a hash made with less work is renewed at login', async (t) => {
    const { person, post, db } = await createWorld(t, { env: { ARGON2_PASSES: '2' } })
    const ann = await person()
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(ann.password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await db.updateTable('users').set({ password_hash: old }).execute()
    assert.equal((await post(login, undefined, { email: ann.email, password: ann.password })).statusCode, 200)
    const { password_hash } = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    assert.match(password_hash!, /m=1024,t=2,/)
  })
})

suite('refresh', () => {
  test('a refresh spends the token and keeps the session', async (t) => {
    const { person, post, get } = await createWorld(t)
    const ann = await person()
    const response = await post(refresh, undefined, { refresh_token: ann.refresh_token })
    assert.equal(response.statusCode, 200)
    assert.equal(response.json().session_id, ann.session_id)
    assert.notEqual(response.json().refresh_token, ann.refresh_token)
    assert.equal((await get('/api/v1/me', response.json().access_token)).statusCode, 200)
  })

  test('T-015 a spent refresh token ends every session of the account', async (t) => {
    const { person, post, get, app, db } = await createWorld(t)
    const ann = await person()
    const eve = await person()
    const other = await post(login, undefined, { email: ann.email, password: ann.password })
    const second = await post(refresh, undefined, { refresh_token: ann.refresh_token })
    const third = await post(refresh, undefined, { refresh_token: second.json().refresh_token })

    const replay = await post(refresh, undefined, { refresh_token: ann.refresh_token })
    assert.deepEqual([replay.statusCode, replay.json().code], [401, 'refresh_token_reused'])
    for (const dead of [
      ann.token,
      second.json().access_token,
      third.json().access_token,
      other.json().access_token,
    ]) {
      assert.equal((await get('/api/v1/me', dead)).json().code, 'invalid_token')
    }
    for (const dead of [third.json().refresh_token, other.json().refresh_token]) {
      assert.equal(
        (await post(refresh, undefined, { refresh_token: dead })).json().code,
        'invalid_refresh_token',
      )
    }
    const cookie = await app.inject({ url: '/api/v1/me', cookies: { svsid: other.cookies[0]!.value } })
    assert.equal(cookie.statusCode, 401)
    assert.equal((await get('/api/v1/me', eve.token)).statusCode, 200, 'others are not touched')
    const events = await db
      .selectFrom('audit_events')
      .select('actor')
      .where('event', '=', 'refresh_reuse')
      .execute()
    assert.deepEqual(events, [{ actor: ann.user_id }])
  })

  test('T-017 of twenty refreshes at once one wins, and nobody is logged out', async (t) => {
    const { person, post, get } = await createWorld(t)
    const ann = await person()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => post(refresh, undefined, { refresh_token: ann.refresh_token })),
    )
    const won = all.filter((response) => response.statusCode === 200)
    assert.equal(won.length, 1)
    const lost = all.filter((response) => response.statusCode === 409)
    assert.equal(lost.length, 19)
    assert.deepEqual(
      [lost[0]!.json().code, lost[0]!.headers['retry-after'], lost[0]!.json().access_token],
      ['refresh_in_progress', '1', undefined],
    )
    assert.equal((await get('/api/v1/me', won[0]!.json().access_token)).statusCode, 200)
    const again = await post(refresh, undefined, { refresh_token: won[0]!.json().refresh_token })
    assert.equal(again.statusCode, 200)
    // T-019: once the answer is there, the old token is a replay.
    const replay = await post(refresh, undefined, { refresh_token: ann.refresh_token })
    assert.equal(replay.json().code, 'refresh_token_reused')
  })

  test('T-022, T-023 tokens of another kind or of nobody change nothing', async (t) => {
    const { person, post, get } = await createWorld(t)
    const ann = await person()
    const random = `svrt_${'a'.repeat(43)}`
    for (const refresh_token of [random, ann.token, 'x']) {
      const response = await post(refresh, undefined, { refresh_token })
      assert.deepEqual([response.statusCode, response.json().code], [401, 'invalid_refresh_token'])
    }
    for (const bearer of [ann.refresh_token, `svmf_${'a'.repeat(43)}`, 'x.y.z']) {
      assert.equal((await get('/api/v1/me', bearer)).json().code, 'invalid_token')
    }
    assert.equal((await get('/api/v1/me', ann.token)).statusCode, 200)
  })

  test('T-025 no token reaches past the absolute end of its session', async (t) => {
    const { person, post, clock } = await createWorld(t, { env: { SESSION_ABSOLUTE_TTL_SECONDS: '1209660' } })
    const ann = await person()
    clock.offset_ms = 1_209_000_000
    const response = await post(refresh, undefined, { refresh_token: ann.refresh_token })
    assert.equal(response.statusCode, 200)
    assert.ok(response.json().refresh_expires_in <= 660)
    clock.offset_ms = 1_209_661_000
    const late = await post(refresh, undefined, { refresh_token: response.json().refresh_token })
    assert.equal(late.json().code, 'invalid_refresh_token')
  })
})

suite('log out', () => {
  test('T-021 logging out kills refresh token and cookie at once; the access token expires by itself', async (t) => {
    const { post, get, app, clock } = await createWorld(t)
    const opened = await post(register, undefined, { email: 'ann@example.org', password: 'a long secret' })
    const { access_token, refresh_token } = opened.json()
    const out = await post(logout, undefined, { refresh_token })
    assert.equal(out.statusCode, 204)
    assert.equal(out.cookies[0]?.maxAge, 0)
    assert.equal(out.headers['clear-site-data'], '"storage"')
    const cookie = await app.inject({ url: '/api/v1/me', cookies: { svsid: opened.cookies[0]!.value } })
    assert.equal(cookie.statusCode, 401)
    assert.equal((await get('/api/v1/me', access_token)).statusCode, 200)
    clock.offset_ms = 601_000
    const late = await get('/api/v1/me', access_token)
    assert.deepEqual([late.statusCode, late.json().code], [401, 'token_expired'])
    assert.equal(late.headers['www-authenticate'], 'Bearer realm="api", error="invalid_token"')
  })

  test('T-020 a logged-out refresh token that is shown again raises the alarm', async (t) => {
    const { person, post, get } = await createWorld(t)
    const ann = await person()
    const other = await post(login, undefined, { email: ann.email, password: ann.password })
    await post(logout, undefined, { refresh_token: ann.refresh_token })
    const response = await post(refresh, undefined, { refresh_token: ann.refresh_token })
    assert.equal(response.json().code, 'refresh_token_reused')
    assert.equal((await get('/api/v1/me', other.json().access_token)).statusCode, 401)
  })

  test('without a body the cookie says which session, and nothing to end is no error', async (t) => {
    const { post, app } = await createWorld(t)
    const opened = await post(register, undefined, { email: 'ann@example.org', password: 'a long secret' })
    const cookies = { svsid: opened.cookies[0]!.value }
    assert.equal((await app.inject({ method: 'POST', url: logout, cookies })).statusCode, 204)
    assert.equal((await app.inject({ url: '/api/v1/me', cookies })).statusCode, 401)
    assert.equal((await app.inject({ method: 'POST', url: logout, cookies })).statusCode, 204)
    assert.equal((await post(logout, undefined, null)).statusCode, 204)
    assert.equal((await post(logout, undefined, { refresh_token: `svrt_${'b'.repeat(43)}` })).statusCode, 204)
    assert.equal((await post(logout, undefined, { refresh_token: '' })).statusCode, 422)
  })
})

suite('credentials', () => {
  test('T-072 the first credential present decides alone', async (t) => {
    const { person, app } = await createWorld(t)
    const ann = await person()
    const call = async (headers: Record<string, string>) => {
      const response = await app.inject({ url: '/api/v1/me', headers })
      return [response.statusCode, response.json().code]
    }
    const bearer = `Bearer ${ann.token}`
    assert.deepEqual(await call({}), [401, 'not_authenticated'])
    assert.deepEqual(await call({ 'x-api-key': '', authorization: bearer }), [200, undefined])
    assert.deepEqual(await call({ authorization: `bEARER ${ann.token}` }), [200, undefined])
    assert.deepEqual(await call({ 'x-api-key': 'rubbish', authorization: bearer }), [401, 'invalid_api_key'])
    assert.deepEqual(await call({ authorization: `Bearer svck_${'0'.repeat(38)}` }), [401, 'invalid_api_key'])
    assert.deepEqual(await call({ authorization: `Basic ${ann.token}` }), [401, 'invalid_token'])
    assert.deepEqual(await call({ authorization: `${bearer}, ${bearer}` }), [401, 'invalid_token'])
  })

  test('T-059, T-060, T-063 a foreign page can neither use the cookie nor sign anybody in', async (t) => {
    const { app, post } = await createWorld(t)
    const opened = await post(register, undefined, { email: 'ann@example.org', password: 'a long secret' })
    const cookies = { svsid: opened.cookies[0]!.value }
    const topup = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/v1/me/topup', cookies, headers, payload: { amount: 5 } })
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) {
      const response = await topup(headers)
      assert.deepEqual(
        [response.statusCode, response.json().code],
        [403, 'csrf_failed'],
        JSON.stringify(headers),
      )
      const payload = { email: 'ann@example.org', password: 'a long secret' }
      for (const url of [login, register]) {
        const signIn = await app.inject({ method: 'POST', url, headers, payload })
        assert.deepEqual([signIn.statusCode, signIn.cookies.length], [403, 0])
      }
    }
    const own: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://127.0.0.1:8080' },
    ]
    for (const headers of own) {
      assert.equal((await topup(headers)).statusCode, 200, JSON.stringify(headers))
    }
    // T-061: no ambient credential, no check.
    const bearer = { authorization: `Bearer ${opened.json().access_token}`, origin: 'https://evil.example' }
    assert.equal(
      (await app.inject({ method: 'POST', url: '/api/v1/me/topup', headers: bearer, payload: { amount: 5 } }))
        .statusCode,
      200,
    )
    // T-069: embedding is refused, following a link is not.
    const embed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    assert.equal((await app.inject({ url: '/api/v1/me', cookies, headers: embed })).statusCode, 403)
    const follow = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    assert.equal((await app.inject({ url: '/api/v1/me', cookies, headers: follow })).statusCode, 200)
  })
})
