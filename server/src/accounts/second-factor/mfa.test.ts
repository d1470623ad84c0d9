import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test, type TestContext } from 'node:test'
import { openKeyRing } from '../../deps.ts'
import { createKeyRing } from '../../platform/secrets/key-ring.ts'
import { type Enrolled, secondFactor } from '../../testing/second-factor.ts'
import { createWorld, type Person } from '../../testing/world.ts'
import { rotateSecrets } from './rotate-secrets.ts'

const login = '/api/v1/auth/login'
const pass = '/api/v1/auth/mfa'
const totp = (verb: string) => `/api/v1/me/mfa/totp/${verb}`

async function mfaWorld(t: TestContext) {
  const world = await createWorld(t)
  const { post, db } = world
  const firstStage = async (person: Person, session_mode?: string): Promise<string> => {
    const body = { email: person.email, password: person.password, ...(session_mode && { session_mode }) }
    const response = await post(login, undefined, body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().mfa_token
  }
  const mails = async (email: string) =>
    (await db.selectFrom('mail_outbox').select('template').where('recipient', '=', email).execute()).map(
      ({ template }) => template,
    )
  const events = async (user_id: string) => {
    const rows = await db.selectFrom('audit_events').select(['event', 'actor', 'subject']).execute()
    return rows.filter((row) => row.actor === user_id || row.subject === user_id).map(({ event }) => event)
  }
  return { ...world, ...secondFactor(world), firstStage, mails, events }
}

const code = (response: { statusCode: number; json(): { code?: string } }) => [
  response.statusCode,
  response.json().code,
]

suite('enrolment', () => {
  test('a second factor is off, set up, confirmed, and asked for from then on', async (t) => {
    const { person, post, get, codeOf, nextStep, mails, events, db } = await mfaWorld(t)
    const ann = await person()
    const off = { enabled: false, enrolled_at: null, recovery_codes_remaining: 0 }
    assert.deepEqual((await get('/api/v1/me/mfa', ann.token)).json(), off)
    nextStep()
    const setup = await post(totp('setup'), ann.token, { password: ann.password })
    const { secret, otpauth_url, expires_in } = setup.json()
    assert.match(secret, /^[A-Z2-7]{32}$/)
    assert.ok(otpauth_url.startsWith('otpauth://totp/Clipwright:') && otpauth_url.includes(secret))
    assert.equal(expires_in, 600)
    assert.deepEqual((await get('/api/v1/me/mfa', ann.token)).json(), off, 'not before it is confirmed')
    const row = await db.selectFrom('mfa_totp').selectAll().executeTakeFirstOrThrow()
    assert.ok(!row.secret_enc.includes(secret))

    const confirmed = await post(totp('confirm'), ann.token, { code: await codeOf(secret) })
    const { recovery_codes } = confirmed.json()
    assert.equal(new Set(recovery_codes).size, 10)
    for (const one of recovery_codes) assert.match(one, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    const on = (await get('/api/v1/me/mfa', ann.token)).json()
    assert.deepEqual([on.enabled, on.recovery_codes_remaining], [true, 10])
    assert.match(on.enrolled_at, /^\d{4}-.*Z$/)
    assert.equal((await get('/api/v1/me', ann.token)).json().mfa_enabled, true)
    const { mfa } = await db.selectFrom('sessions').select('mfa').executeTakeFirstOrThrow()
    assert.equal(mfa, true, 'this session has shown the second factor')
    assert.deepEqual(await mails(ann.email), ['mfa_enabled'])
    assert.ok((await events(ann.user_id)).includes('mfa_enabled'))
    const stored = JSON.stringify(await db.selectFrom('mfa_recovery_codes').selectAll().execute())
    assert.ok(!stored.includes(recovery_codes[0].replace('-', '')))
  })

  test('set-up takes the password, and a first code of the newest secret in ten minutes', async (t) => {
    const { person, post, codeOf, wrongCode, clock } = await mfaWorld(t)
    const ann = await person()
    const setup = (password: string) => post(totp('setup'), ann.token, { password })
    const confirm = async (value: string) => code(await post(totp('confirm'), ann.token, { code: value }))
    assert.deepEqual(await confirm('123456'), [409, 'mfa_setup_missing'])
    assert.deepEqual(code(await setup('not the password')), [400, 'invalid_password'])
    const first = (await setup(ann.password)).json().secret
    const { secret } = (await setup(ann.password)).json()
    assert.notEqual(first, secret)
    assert.deepEqual(await confirm(await wrongCode(secret)), [400, 'invalid_mfa_code'])
    assert.deepEqual(await confirm(await codeOf(first)), [400, 'invalid_mfa_code'])
    assert.deepEqual(await confirm('12345a'), [422, 'validation_failed'])
    clock.offset_ms += 600_000
    const late = await post('/api/v1/auth/refresh', undefined, { refresh_token: ann.refresh_token })
    const again = await post(totp('confirm'), late.json().access_token, { code: await codeOf(secret) })
    assert.deepEqual(code(again), [409, 'mfa_setup_missing'])
  })

  test('two confirmations at once give one set of recovery codes, and a factor is set up once', async (t) => {
    const { person, post, codeOf, db } = await mfaWorld(t)
    const ann = await person()
    const { secret } = (await post(totp('setup'), ann.token, { password: ann.password })).json()
    const body = { code: await codeOf(secret) }
    const both = await Promise.all([0, 1].map(() => post(totp('confirm'), ann.token, body)))
    assert.deepEqual(
      both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
      [200, 409],
    )
    assert.equal((await db.selectFrom('mfa_recovery_codes').select('salt').execute()).length, 10)
    for (const [verb, input] of [
      ['setup', { password: ann.password }],
      ['confirm', body],
    ] as const) {
      assert.deepEqual(code(await post(totp(verb), ann.token, input)), [409, 'mfa_already_enabled'])
    }
  })

  test('T-068 confirming and disabling change the cookie, end other sessions and keep this one', async (t) => {
    const { person, post, get, app, codeOf, nextStep } = await mfaWorld(t)
    const ann = await person()
    const signIn = async () => post(login, undefined, { email: ann.email, password: ann.password })
    const [mine, other] = [await signIn(), await signIn()]
    const cookieOf = (response: typeof mine) => response.cookies.find(({ name }) => name === 'svsid')?.value
    const byCookie = async (svsid: string) =>
      (await app.inject({ url: '/api/v1/me', cookies: { svsid } })).statusCode
    const token = mine.json().access_token
    nextStep()
    const { secret } = (await post(totp('setup'), token, { password: ann.password })).json()
    const confirmed = await post(totp('confirm'), token, { code: await codeOf(secret) })
    const renewed = cookieOf(confirmed)!
    assert.notEqual(renewed, cookieOf(mine))
    assert.deepEqual([await byCookie(cookieOf(mine)!), await byCookie(renewed)], [401, 200])
    assert.equal((await get('/api/v1/me', other.json().access_token)).json().code, 'invalid_token')
    assert.equal((await get('/api/v1/me', token)).statusCode, 200)

    nextStep()
    const body = { password: ann.password, code: await codeOf(secret) }
    const disabled = await post(totp('disable'), token, body)
    assert.deepEqual(disabled.json(), { enabled: false })
    assert.deepEqual([await byCookie(renewed), await byCookie(cookieOf(disabled)!)], [401, 200])
  })
})

suite('login in two stages', () => {
  test('T-049 the first stage gives no cookie and no token, and its token opens nothing else', async (t) => {
    const { enrolled, post, get } = await mfaWorld(t)
    const ann = await enrolled()
    const first = await post(login, undefined, { email: ann.email, password: ann.password })
    const { mfa_token, ...rest } = first.json()
    assert.match(mfa_token, /^svmf_[\w-]{43}$/)
    assert.deepEqual(rest, { mfa_required: true, mfa_methods: ['totp', 'recovery_code'], expires_in: 300 })
    assert.deepEqual(first.cookies, [])
    assert.equal((await get('/api/v1/me', mfa_token)).json().code, 'invalid_token')
    const refreshed = await post('/api/v1/auth/refresh', undefined, { refresh_token: mfa_token })
    assert.equal(refreshed.json().code, 'invalid_refresh_token')
    const wrong = await post(login, undefined, { email: ann.email, password: 'not the password' })
    assert.deepEqual(code(wrong), [401, 'invalid_credentials'])
  })

  test('the second stage opens a session of the mode that was asked for, marked as such', async (t) => {
    const { enrolled, post, get, db, firstStage, codeOf, nextStep, events } = await mfaWorld(t)
    const ann = await enrolled()
    const typed = (await codeOf(ann.secret)).replace(/^(...)/, '$1 ')
    const response = await post(pass, undefined, { mfa_token: await firstStage(ann, 'cookie'), code: typed })
    assert.equal(response.statusCode, 200, response.body)
    const { session_id, access_token, mfa_required } = response.json()
    assert.deepEqual([access_token, mfa_required], [null, false])
    assert.deepEqual(
      response.cookies.map(({ name }) => name),
      ['svsid', 'svdev'],
    )
    const session = await db
      .selectFrom('sessions')
      .select(['mfa', 'mode'])
      .where('session_id', '=', session_id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(session, { mfa: true, mode: 'cookie' })
    nextStep()
    const other = await post(pass, undefined, {
      mfa_token: await firstStage(ann, 'cookie'),
      code: await codeOf(ann.secret),
      session_mode: 'token',
    })
    assert.equal(other.cookies.length, 0)
    assert.equal((await get('/api/v1/me', other.json().access_token)).statusCode, 200)
    assert.ok((await events(ann.user_id)).includes('mfa_ok'))
  })

  test('T-047, T-050, T-055 each step works once and only upwards, the confirming one included', async (t) => {
    const { person, post, codeOf, nextStep, firstStage, clock } = await mfaWorld(t)
    const ann = await person()
    nextStep()
    const { secret } = (await post(totp('setup'), ann.token, { password: ann.password })).json()
    const confirming = await codeOf(secret)
    assert.equal((await post(totp('confirm'), ann.token, { code: confirming })).statusCode, 200)
    const attempt = async (value: string) =>
      (await post(pass, undefined, { mfa_token: await firstStage(ann), code: value })).statusCode
    assert.equal(await attempt(confirming), 401)
    clock.offset_ms += 300_000
    assert.equal(await attempt(await codeOf(secret, -2)), 401)
    assert.equal(await attempt(await codeOf(secret, 2)), 401)
    assert.equal(await attempt(await codeOf(secret, -1)), 200)
    assert.equal(await attempt(await codeOf(secret, 0)), 200)
    assert.equal(await attempt(await codeOf(secret, 0)), 401)
    assert.equal(await attempt(await codeOf(secret, -1)), 401, 'never downwards')
    assert.equal(await attempt(await codeOf(secret, 1)), 200)
  })

  test('T-048 of thirty calls at once with one right code exactly one opens a session', async (t) => {
    const { enrolled, post, codeOf, firstStage, db } = await mfaWorld(t)
    const ann = await enrolled()
    const body = { mfa_token: await firstStage(ann), code: await codeOf(ann.secret) }
    const all = await Promise.all(Array.from({ length: 30 }, () => post(pass, undefined, body)))
    assert.equal(all.filter(({ statusCode }) => statusCode === 200).length, 1)
    assert.ok(all.every(({ statusCode }) => [200, 401, 423].includes(statusCode)))
    const sessions = await db.selectFrom('sessions').select('session_id').where('mfa', '=', true).execute()
    assert.equal(sessions.length, 2, 'the one that enrolled, and the new one')
  })

  test('T-048 a token works once, also for two calls at once whose codes are both right', async (t) => {
    const { enrolled, post, codeOf, firstStage, get, deps } = await mfaWorld(t)
    const ann = await enrolled()
    const mfa_token = await firstStage(ann)
    const real = { ...deps.hasher }
    const [checking, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    deps.hasher.derive = async (secret, salt) => {
      checking.resolve()
      await go.promise
      return real.derive(secret, salt)
    }
    const slow = post(pass, undefined, { mfa_token, recovery_code: ann.recovery_codes[0]! })
    await checking.promise
    const fast = await post(pass, undefined, { mfa_token, code: await codeOf(ann.secret) })
    assert.equal(fast.statusCode, 200)
    go.resolve()
    assert.deepEqual(code(await slow), [401, 'invalid_mfa_token'])
    const left = (await get('/api/v1/me/mfa', ann.token)).json().recovery_codes_remaining
    assert.equal(left, 10, 'and its code is not spent')
  })

  test('T-051 of a hundred wrong codes at once five are tried, and then the token is dead', async (t) => {
    const { enrolled, post, codeOf, wrongCode, firstStage, clock } = await mfaWorld(t)
    const ann = await enrolled()
    const mfa_token = await firstStage(ann)
    const wrong = { mfa_token, code: await wrongCode(ann.secret) }
    const all = await Promise.all(Array.from({ length: 100 }, () => post(pass, undefined, wrong)))
    const tried = all.filter((response) => response.json().code === 'invalid_mfa_code')
    assert.equal(tried.length, 5)
    assert.deepEqual(
      tried.map((response) => response.json().attempts_remaining).toSorted((a, b) => a - b),
      [0, 1, 2, 3, 4],
    )
    clock.offset_ms += 61_000
    const right = await post(pass, undefined, { mfa_token, code: await codeOf(ann.secret) })
    assert.deepEqual(code(right), [401, 'invalid_mfa_token'])
  })

  test('T-052 ten wrong codes lock the account for a quarter of an hour, and its owner is told', async (t) => {
    const { enrolled, post, codeOf, wrongCode, firstStage, clock, mails, events, nextStep } =
      await mfaWorld(t)
    const ann = await enrolled()
    for (let i = 0; i < 10; i++) {
      const body = { mfa_token: await firstStage(ann), code: await wrongCode(ann.secret) }
      assert.deepEqual(code(await post(pass, undefined, body)), [401, 'invalid_mfa_code'], String(i))
    }
    const locked = await post(login, undefined, { email: ann.email, password: ann.password })
    assert.deepEqual(code(locked), [423, 'account_locked'])
    const retryAfter = Number(locked.headers['retry-after'])
    assert.ok(retryAfter > 850 && retryAfter <= 900, String(retryAfter))
    assert.deepEqual((await mails(ann.email)).filter((one) => one === 'account_locked').length, 1)
    assert.equal((await events(ann.user_id)).filter((event) => event === 'mfa_failed').length, 10)
    assert.ok((await events(ann.user_id)).includes('locked'))
    clock.offset_ms += 901_000
    nextStep()
    const body = { mfa_token: await firstStage(ann), code: await codeOf(ann.secret) }
    assert.equal((await post(pass, undefined, body)).statusCode, 200)
  })

  test('T-053 a token is dead after 300 s, after its use, and once password or epoch have changed', async (t) => {
    const { enrolled, post, codeOf, firstStage, clock, db, nextStep } = await mfaWorld(t)
    const ann = await enrolled()
    const attempt = async (mfa_token: string) =>
      code(await post(pass, undefined, { mfa_token, code: await codeOf(ann.secret) }))
    const dead = [401, 'invalid_mfa_token']
    const late = await firstStage(ann)
    clock.offset_ms += 301_000
    assert.deepEqual(await attempt(late), dead)
    const used = await firstStage(ann)
    assert.deepEqual(await attempt(used), [200, undefined])
    nextStep()
    assert.deepEqual(await attempt(used), dead)
    const before = await firstStage(ann)
    const set = (values: object) => db.updateTable('users').set(values).execute()
    const { password_hash } = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    await set({ password_hash: `${password_hash!.slice(0, -1)}x` })
    assert.deepEqual(await attempt(before), dead)
    await set({ password_hash })
    const old = await firstStage(ann)
    await db
      .updateTable('users')
      .set((eb) => ({ auth_epoch: eb('auth_epoch', '+', 1) }))
      .execute()
    assert.deepEqual(await attempt(old), dead)
    assert.deepEqual(await attempt(`svmf_${'a'.repeat(43)}`), dead)
  })

  test('T-058 a new password alone does not open an account with a second factor', async (t) => {
    const { enrolled, post, db } = await mfaWorld(t)
    const ann = await enrolled()
    const { hash } = await import('@node-rs/argon2')
    const password_hash = await hash('quite another secret', { memoryCost: 1024, timeCost: 1 })
    await db
      .updateTable('users')
      .set((eb) => ({ password_hash, auth_epoch: eb('auth_epoch', '+', 1) }))
      .execute()
    const response = await post(login, undefined, { email: ann.email, password: 'quite another secret' })
    assert.deepEqual([response.json().mfa_required, response.cookies], [true, []])
  })

  test('a login under way while the factor is switched on gets no session by password alone', async (t) => {
    const { person, enrol, deps, post } = await mfaWorld(t)
    const ann = await person()
    const working = { ...deps.hasher }
    const gate = Promise.withResolvers<void>()
    const waiting = Promise.withResolvers<void>()
    deps.hasher.verify = async (password, phc) => {
      Object.assign(deps.hasher, working)
      waiting.resolve()
      await gate.promise
      return working.verify(password, phc)
    }
    const slow = post(login, undefined, { email: ann.email, password: ann.password })
    await waiting.promise
    await enrol(ann)
    gate.resolve()
    assert.equal((await slow).json().mfa_required, true)
  })

  test('malformed codes are refused by field and cost no attempt', async (t) => {
    const { enrolled, post, codeOf, firstStage } = await mfaWorld(t)
    const ann = await enrolled()
    const mfa_token = await firstStage(ann)
    const cases: [object, string, string][] = [
      [{}, 'code', 'missing'],
      [{ code: '12345' }, 'code', 'string_pattern_mismatch'],
      [{ code: '１２３４５６' }, 'code', 'string_pattern_mismatch'],
      [{ code: 123456 }, 'code', 'string_type'],
      [{ recovery_code: 'UUUUU-UUUUU' }, 'recovery_code', 'string_pattern_mismatch'],
      [{ recovery_code: 'ABCDE' }, 'recovery_code', 'string_pattern_mismatch'],
      [{ code: '123456', recovery_code: 'ABCDE-FGHJK' }, 'recovery_code', 'value_error'],
    ]
    for (const [input, field, type] of cases) {
      const response = await post(pass, undefined, { mfa_token, ...input })
      assert.equal(response.statusCode, 422, JSON.stringify(input))
      const [problem] = response.json().detail
      assert.deepEqual([problem.loc, problem.type], [['body', field], type])
    }
    const right = await post(pass, undefined, { mfa_token, code: await codeOf(ann.secret) })
    assert.equal(right.statusCode, 200)
  })
})

suite('recovery codes', () => {
  test('T-054 one code in twenty calls at once signs in once; nine are left, and the owner is told', async (t) => {
    const { enrolled, post, firstStage, get, mails, events } = await mfaWorld(t)
    const ann = await enrolled()
    const tokens: string[] = []
    for (let i = 0; i < 20; i++) tokens.push(await firstStage(ann))
    const recovery_code = ann.recovery_codes[3]!
    const all = await Promise.all(
      tokens.map((mfa_token) => post(pass, undefined, { mfa_token, recovery_code })),
    )
    const won = all.filter(({ statusCode }) => statusCode === 200)
    assert.equal(won.length, 1)
    assert.equal(won[0]!.json().recovery_codes_remaining, 9)
    assert.equal((await get('/api/v1/me/mfa', ann.token)).json().recovery_codes_remaining, 9)
    assert.deepEqual(await mails(ann.email), ['mfa_enabled', 'recovery_code_used'])
    assert.equal((await events(ann.user_id)).filter((event) => event === 'recovery_code_used').length, 1)
  })

  test("hyphen, space and case do not matter, a check costs one hash, and a stranger's code is none", async (t) => {
    const { enrolled, post, firstStage, deps } = await mfaWorld(t)
    const [ann, eve] = [await enrolled(), await enrolled()]
    const real = { ...deps.hasher }
    let hashes = 0
    deps.hasher.derive = (secret, salt) => {
      hashes++
      return real.derive(secret, salt)
    }
    const attempt = async (recovery_code: string) =>
      post(pass, undefined, { mfa_token: await firstStage(ann), recovery_code })
    const typed = ` ${ann.recovery_codes[0]!.replace('-', ' ').toLowerCase()} `
    assert.equal((await attempt(typed)).statusCode, 200)
    assert.equal(hashes, 1)
    assert.deepEqual(code(await attempt(ann.recovery_codes[0]!)), [401, 'invalid_mfa_code'])
    assert.deepEqual(code(await attempt(eve.recovery_codes[0]!)), [401, 'invalid_mfa_code'])
    assert.equal(hashes, 3)
  })

  test('new codes take password and code, and void the old ones', async (t) => {
    const { enrolled, post, firstStage, codeOf, nextStep, wrongCode, mails, events } = await mfaWorld(t)
    const ann = await enrolled()
    const renew = (body: object) => post('/api/v1/me/mfa/recovery-codes', ann.token, { ...body })
    const { password } = ann
    assert.equal((await renew({ password })).statusCode, 422)
    const wrongPassword = { password: 'not the password', code: await codeOf(ann.secret) }
    assert.deepEqual(code(await renew(wrongPassword)), [400, 'invalid_password'])
    const bad = { password, code: await wrongCode(ann.secret) }
    assert.deepEqual(code(await renew(bad)), [400, 'invalid_mfa_code'])
    const renewed = await renew({ password, code: await codeOf(ann.secret) })
    assert.equal(renewed.statusCode, 200, renewed.body)
    nextStep()
    const [fresh] = renewed.json().recovery_codes
    const use = async (recovery_code: string) =>
      (await post(pass, undefined, { mfa_token: await firstStage(ann), recovery_code })).statusCode
    assert.deepEqual([await use(ann.recovery_codes[0]!), await use(fresh)], [401, 200])
    assert.ok((await mails(ann.email)).includes('recovery_codes_regenerated'))
    assert.ok((await events(ann.user_id)).includes('recovery_codes_regenerated'))
  })
})

suite('switching off', () => {
  test('T-056 it takes the password and a code', async (t) => {
    const { enrolled, person, post, get, codeOf, mails, events } = await mfaWorld(t)
    const ann = await enrolled()
    const { password } = ann
    const disable = (body: Record<string, unknown>) => post(totp('disable'), ann.token, body)
    assert.equal((await disable({ password })).statusCode, 422)
    assert.equal((await disable({ code: await codeOf(ann.secret) })).statusCode, 422)
    const wrong = await disable({ password: 'not the password', code: await codeOf(ann.secret) })
    assert.deepEqual(code(wrong), [400, 'invalid_password'])
    const strange = await disable({ password, recovery_code: '00000-00000' })
    assert.deepEqual(code(strange), [400, 'invalid_mfa_code'])
    assert.equal((await get('/api/v1/me', ann.token)).json().mfa_enabled, true)
    const done = await disable({ password, recovery_code: ann.recovery_codes[0] })
    assert.deepEqual([done.statusCode, done.json()], [200, { enabled: false }])
    assert.equal((await get('/api/v1/me', ann.token)).json().mfa_enabled, false)
    assert.deepEqual(await mails(ann.email), ['mfa_enabled', 'mfa_disabled'])
    assert.ok((await events(ann.user_id)).includes('mfa_disabled'))
    const signedIn = await post(login, undefined, { email: ann.email, password })
    assert.equal(signedIn.json().mfa_required, false)
    const eve = await person()
    const none = await post(totp('disable'), eve.token, { password: eve.password, code: '123456' })
    assert.deepEqual(code(none), [409, 'mfa_not_enabled'])
  })
})

suite('sealed secrets', () => {
  test("T-057 another account's secret does not open in its place, and nobody gets in", async (t) => {
    const { enrolled, post, codeOf, firstStage, db } = await mfaWorld(t)
    const [ann, eve] = [await enrolled(), await enrolled()]
    const { secret_enc } = await db
      .selectFrom('mfa_totp')
      .select('secret_enc')
      .where('user_id', '=', eve.user_id)
      .executeTakeFirstOrThrow()
    await db.updateTable('mfa_totp').set({ secret_enc }).where('user_id', '=', ann.user_id).execute()
    const body = { mfa_token: await firstStage(ann), code: await codeOf(eve.secret) }
    assert.deepEqual(code(await post(pass, undefined, body)), [500, 'internal_error'])
  })

  test('T-057 a missing key stops the start; a new one in front takes over by command and by use', async (t) => {
    const { enrolled, post, codeOf, firstStage, db, deps, nextStep } = await mfaWorld(t)
    const [ann, eve] = [await enrolled(), await enrolled()]
    const kids = async () =>
      (await db.selectFrom('mfa_totp').select('secret_enc').execute())
        .map(({ secret_enc }) => secret_enc.split('.')[1])
        .toSorted((a, b) => a!.localeCompare(b!))
    const started = { ...deps.config, secrets_keys: null }
    await assert.rejects(
      openKeyRing(started, db),
      /secrets-keys is missing, and this database is used with it/,
    )

    const [old, fresh] = [
      { kid: 'test', key: Buffer.alloc(32, 8) },
      { kid: 'new', key: randomBytes(32) },
    ]
    deps.secrets.ring = createKeyRing([fresh, old])
    const signIn = async (person: Enrolled) => {
      const body = { mfa_token: await firstStage(person), code: await codeOf(person.secret) }
      return (await post(pass, undefined, body)).statusCode
    }
    assert.equal(await signIn(ann), 200)
    assert.deepEqual(await kids(), ['new', 'test'])
    assert.equal(await rotateSecrets(db, deps.secrets.ring), 1)
    assert.deepEqual(await kids(), ['new', 'new'])
    deps.secrets.ring = createKeyRing([fresh])
    nextStep()
    assert.deepEqual([await signIn(ann), await signIn(eve)], [200, 200])
  })

  test('without SECRETS_KEYS a key is made once and kept for the server alone', async (t) => {
    const { deps, db, folder } = await mfaWorld(t)
    const { readFile, stat, readdir } = await import('node:fs/promises')
    const [one, two] = await Promise.all([openKeyRing(deps.config, db), openKeyRing(deps.config, db)])
    assert.equal(two.open('x', one.seal('x', 'kept')), 'kept')
    const file = `${folder}/secrets-keys`
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.match(await readFile(file, 'utf8'), /^own:[A-Za-z0-9+/]{43}=\n$/)
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('secrets-keys')),
      ['secrets-keys'],
    )
  })
})
