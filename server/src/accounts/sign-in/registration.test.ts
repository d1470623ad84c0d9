import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { fuzzParameters } from '../../testing/every-route/fuzz.ts'
import { linkTo, queuedMails, templatesTo } from '../../testing/mails.ts'
import { createWorld, type World, type WorldOptions } from '../../testing/world.ts'
import { parseEmail } from '../account/email.ts'

const register = '/api/v1/auth/register'
const login = '/api/v1/auth/login'
const resend = '/api/v1/auth/resend-verification'
const verify = (token: string) => `/api/v1/auth/verify-email?token=${token}`
const password = 'a long secret'
const hour_ms = 3_600_000

const verified = (options: WorldOptions = {}): WorldOptions => ({
  ...options,
  env: { EMAIL_VERIFICATION_REQUIRED: 'true', ...options.env },
})
const signUp = ({ post }: World, email: string, more: object = {}) =>
  post(register, undefined, { email, password, ...more })
const logIn = async ({ post }: World, email: string, secret = password) => {
  const response = await post(login, undefined, { email, password: secret })
  return [response.statusCode, response.json<{ code?: string }>().code ?? 'ok']
}
/** Registers and confirms. */
async function member(world: World, email: string): Promise<void> {
  assert.equal((await signUp(world, email)).statusCode, 201)
  const { token } = await linkTo(world, email, 'verify_email')
  assert.equal((await world.get(verify(token))).statusCode, 200)
}
/** Lets the silent limit per address forget. */
const forgetLimits = ({ db }: World) => db.deleteFrom('rate_limits' as never).execute()

suite('registration with confirmed addresses', () => {
  test('an account works after its link was followed, and says before what is missing', async (t) => {
    const world = await createWorld(t, verified())
    const response = await signUp(world, 'ann@example.org', { nickname: 'Ann' })
    assert.equal(response.statusCode, 201)
    assert.deepEqual(response.json(), {
      verification_required: true,
      email: 'ann@example.org',
      resend_available_in: 60,
      message: 'We have sent you a mail. Follow its link to go on.',
    })
    assert.equal(response.cookies.length, 0)
    assert.deepEqual(await logIn(world, 'ann@example.org'), [403, 'email_not_verified'])
    assert.deepEqual(await logIn(world, 'ann@example.org', 'a wrong secret'), [401, 'invalid_credentials'])

    const { token, page } = await linkTo(world, 'ann@example.org', 'verify_email')
    assert.equal(page, '/auth/verify')
    assert.match(token, /^[\w-]{43}$/)
    const first = await world.get(verify(token))
    assert.deepEqual(first.json(), { status: 'ok', email_verified: true, already_verified: false })
    assert.equal(first.cookies.length, 0, 'verifying signs nobody in')
    assert.equal(first.headers['cache-control'], 'no-store')
    const second = await world.get(verify(token))
    assert.deepEqual(second.json(), { status: 'ok', email_verified: true, already_verified: true })
    assert.deepEqual(await logIn(world, 'ann@example.org'), [200, 'ok'])
    const session = await world.post(login, undefined, { email: 'ann@example.org', password })
    const me = await world.get('/api/v1/me', session.json<{ access_token: string }>().access_token)
    assert.deepEqual([me.json().nickname, me.json().email_verified], ['Ann', true])
    assert.ok(!world.logged().includes(token), 'the token is in no log line')
  })

  test('T-031 a taken, an unconfirmed and a new address get the same answer after one hash each', async (t) => {
    const world = await createWorld(t, verified())
    await member(world, 'taken@example.org')
    await signUp(world, 'unconfirmed@example.org')
    let hashes = 0
    const real = { ...world.deps.hasher }
    Object.assign(world.deps.hasher, {
      hash: (value: string) => (hashes++, real.hash(value)),
      verify: (value: string, phc: string | null) => (hashes++, real.verify(value, phc)),
    })
    const shapes = new Set<string>()
    for (const name of ['taken', 'unconfirmed', 'new']) {
      hashes = 0
      const email = `${name}@example.org`
      const response = await signUp(world, email)
      assert.equal(hashes, 1, name)
      const { 'x-request-id': _id, date: _date, 'content-length': _length, ...headers } = response.headers
      shapes.add(JSON.stringify([response.statusCode, headers, response.body.replace(email, '')]))
      assert.equal(response.json<{ email: string }>().email, email)
    }
    assert.equal(shapes.size, 1, [...shapes].join('\n'))
    assert.deepEqual(await templatesTo(world, 'taken@example.org'), ['verify_email', 'already_registered'])
    assert.deepEqual(await templatesTo(world, 'unconfirmed@example.org'), ['verify_email', 'verify_email'])
    assert.deepEqual(await templatesTo(world, 'new@example.org'), ['verify_email'])
    assert.deepEqual(await logIn(world, 'taken@example.org'), [200, 'ok'])
  })

  test('T-032 two registrations of one address at once make one user', async (t) => {
    const world = await createWorld(t, verified())
    const both = await Promise.all([signUp(world, 'ann@example.org'), signUp(world, 'Ann@Example.org')])
    assert.deepEqual(
      both.map(({ statusCode }) => statusCode),
      [201, 201],
    )
    assert.equal((await world.db.selectFrom('users').select('user_id').execute()).length, 1)
    assert.equal((await queuedMails(world)).length, 2)
  })

  test('T-033 who registers a foreign address first gains nothing when its owner registers too', async (t) => {
    const world = await createWorld(t, verified())
    await signUp(world, 'vic@example.org', { password: 'attackers secret', nickname: 'Mallory' })
    const attackers = await linkTo(world, 'vic@example.org', 'verify_email')
    await signUp(world, 'vic@example.org', { password: 'the owners secret', nickname: 'Vic' })
    const owners = await linkTo(world, 'vic@example.org', 'verify_email')
    assert.notEqual(owners.token, attackers.token)
    assert.equal((await world.get(verify(owners.token))).statusCode, 200)
    assert.deepEqual(await logIn(world, 'vic@example.org', 'attackers secret'), [401, 'invalid_credentials'])
    assert.deepEqual(await logIn(world, 'vic@example.org', 'the owners secret'), [200, 'ok'])
    await world.get(verify(attackers.token))
    assert.deepEqual(await logIn(world, 'vic@example.org', 'attackers secret'), [401, 'invalid_credentials'])
    const user = await world.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    assert.equal(user.nickname, 'Vic')
  })

  test('of many registrations of one address three links are good', async (t) => {
    const world = await createWorld(t, verified())
    const tokens: string[] = []
    for (let index = 0; index < 4; index++) {
      await signUp(world, 'ann@example.org', { password: `a long secret ${index}` })
      tokens.push((await linkTo(world, 'ann@example.org', 'verify_email')).token)
    }
    assert.equal((await world.get(verify(tokens[0]!))).json().code, 'invalid_or_expired_token')
    assert.equal((await world.get(verify(tokens[1]!))).statusCode, 200)
    assert.deepEqual(await logIn(world, 'ann@example.org', 'a long secret 1'), [200, 'ok'])
  })

  test("another mail for a contested address brings nobody's password, but lets its owner choose one", async (t) => {
    const world = await createWorld(t, verified())
    await signUp(world, 'vic@example.org', { password: 'the owners secret' })
    await signUp(world, 'vic@example.org', { password: 'attackers secret' })
    await world.post(resend, undefined, { email: 'vic@example.org' })
    assert.deepEqual(await templatesTo(world, 'vic@example.org'), [
      'verify_email',
      'verify_email',
      'reset_password',
    ])
    const { token } = await linkTo(world, 'vic@example.org', 'reset_password')
    const reset = await world.post('/api/v1/auth/reset-password', undefined, {
      token,
      new_password: 'the owners choice',
    })
    assert.equal(reset.statusCode, 200)
    assert.deepEqual(await logIn(world, 'vic@example.org', 'the owners choice'), [200, 'ok'])
    assert.deepEqual(await logIn(world, 'vic@example.org', 'attackers secret'), [401, 'invalid_credentials'])
  })

  test('T-034, T-035 another mail goes where one is due, at most one a minute and five a day', async (t) => {
    const world = await createWorld(t, verified())
    await member(world, 'member@example.org')
    await signUp(world, 'new@example.org')
    const answers = new Set<string>()
    const ask = async (email: string) => {
      const response = await world.post(resend, undefined, { email })
      answers.add(`${response.statusCode} ${response.body}`)
    }
    for (const email of ['member@example.org', 'new@example.org', 'nobody@example.org']) await ask(email)
    await ask('new@example.org')
    assert.equal(
      (await templatesTo(world, 'new@example.org')).length,
      2,
      'a second within the minute is not sent',
    )
    for (let index = 2; index <= 6; index++) {
      await world.db
        .deleteFrom('rate_limits' as never)
        .where('key' as never, 'like', 'mail-resend-minute%' as never)
        .execute()
      await ask('NEW@example.org')
    }
    assert.equal(
      (await templatesTo(world, 'new@example.org')).length,
      1 + 5,
      'the sixth of a day is not sent',
    )
    assert.deepEqual(await templatesTo(world, 'member@example.org'), ['verify_email'])
    assert.deepEqual(await templatesTo(world, 'nobody@example.org'), [])
    assert.equal(answers.size, 1, [...answers].join('\n'))
    const { token } = await linkTo(world, 'new@example.org', 'verify_email')
    assert.equal((await world.get(verify(token))).statusCode, 200)
    assert.deepEqual(await logIn(world, 'new@example.org'), [200, 'ok'])
  })

  test('T-036 fifty calls with one link at once are one confirmation, and none fails', async (t) => {
    const world = await createWorld(t, verified())
    await signUp(world, 'ann@example.org')
    const { token } = await linkTo(world, 'ann@example.org', 'verify_email')
    const responses = await Promise.all(Array.from({ length: 50 }, () => world.get(verify(token))))
    assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]))
    const first = responses.filter(
      (response) => !response.json<{ already_verified: boolean }>().already_verified,
    )
    assert.equal(first.length, 1)
    const events = await world.db
      .selectFrom('audit_events')
      .select('event')
      .where('event', '=', 'verify')
      .execute()
    assert.equal(events.length, 1)
  })

  test('T-037 after a day the link is dead, and a new one can be had', async (t) => {
    const world = await createWorld(t, verified())
    await signUp(world, 'ann@example.org')
    const { token } = await linkTo(world, 'ann@example.org', 'verify_email')
    world.clock.offset_ms += 24 * hour_ms + 1_000
    const late = await world.get(verify(token))
    assert.deepEqual([late.statusCode, late.json().code], [400, 'invalid_or_expired_token'])
    await world.post(resend, undefined, { email: 'ann@example.org' })
    const { token: fresh } = await linkTo(world, 'ann@example.org', 'verify_email')
    assert.equal((await world.get(verify(fresh))).json().already_verified, false)
    assert.deepEqual(await logIn(world, 'ann@example.org'), [200, 'ok'])
  })

  test('T-038 HEAD and OPTIONS spend no link', async (t) => {
    const world = await createWorld(t, verified())
    await signUp(world, 'ann@example.org')
    const { token } = await linkTo(world, 'ann@example.org', 'verify_email')
    for (const method of ['HEAD', 'OPTIONS'] as const) await world.app.inject({ method, url: verify(token) })
    assert.equal((await world.get(verify(token))).json().already_verified, false)
  })

  test('malformed tokens are refused like unknown ones', async (t) => {
    const world = await createWorld(t, verified())
    for (const token of ['x', 'A'.repeat(43), 'A'.repeat(256), '%F0%9F%90%9F']) {
      const response = await world.get(verify(token))
      assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_or_expired_token'], token)
    }
    for (const query of ['', '?token=', `?token=${'A'.repeat(257)}`, '?token=a&token=b']) {
      assert.equal((await world.get(`/api/v1/auth/verify-email${query}`)).statusCode, 422, query)
    }
  })

  test('T-044 no mail is more than one mail to one address, and none carries the name that was typed', async (t) => {
    const world = await createWorld(t, verified())
    const hostile = [
      'ann@example.org\r\nBcc: eve@example.org',
      'ann%0d%0aBcc:eve@example.org,',
      '"ann, eve"@example.org',
      'ann@example.org,eve@example.org',
      'ann@eve@example.org',
      '<ann@example.org>',
      'ann eve@example.org',
    ]
    for (const email of hostile) assert.equal((await signUp(world, email)).statusCode, 422, email)
    assert.deepEqual(await queuedMails(world), [])
    const nickname = '<b>Win</b> http://evil.example'
    await signUp(world, 'ann@example.org', { nickname })
    const [mail] = await queuedMails(world)
    for (const text of [mail!.subject, mail!.body_text, mail!.body_html]) {
      assert.ok(!text.includes('evil.example') && !text.includes('Win'))
    }
  })

  test('T-044 whatever passes as an address is one line with one @ and an ASCII local part', (t) => {
    const odd = fc.constantFrom(
      '@',
      '.',
      '\r\n',
      ',',
      '"',
      '<',
      ' ',
      'a',
      'é',
      'ｅ',
      '.org',
      '%0a',
      '/',
      '?',
      '#',
      '\\',
      '\u200B',
      '\0',
      ';',
      'x'.repeat(60),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, fc.string()), { maxLength: 8 }), (parts) => {
        const email = parseEmail(parts.join(''))
        if (!email) return
        assert.match(email.address, /^[!-~]{1,64}@(?:[A-Za-z0-9.-]|[^\p{ASCII}\s\p{C}])+$/u)
        assert.ok(email.address.length <= 254)
        assert.match(email.identity, /^[!-~]+@[a-z0-9.-]+$/)
      }),
      fuzzParameters(t, { runs: 5_000 }),
    )
  })

  test('T-044 a domain with a path, a query or an escape is refused', () => {
    for (const domain of ['a.org/x', 'a.org\\"', 'a.org?x', 'a.org#x', 'a%2eorg', 'a.o\trg', 'a.\u200Borg'])
      assert.equal(parseEmail(`ann@${domain}`), undefined, domain)
    assert.equal(parseEmail('ann@Bücher.example')?.identity, 'ann@xn--bcher-kva.example')
  })

  test('the mail speaks the language of the request', async (t) => {
    const { app, ...world } = await createWorld(t, verified())
    await app.inject({
      method: 'POST',
      url: register,
      headers: { 'content-type': 'application/json', 'accept-language': 'zh-CN,zh;q=0.9' },
      payload: JSON.stringify({ email: 'ann@example.org', password }),
    })
    assert.match((await queuedMails(world))[0]!.subject, /确认/)
  })

  test('an account from before addresses had to be confirmed keeps its password and confirms once', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await signUp(world, ann.email, { password: 'attackers secret' })
    await world.post(resend, undefined, { email: ann.email })
    const { token } = await linkTo(world, ann.email, 'verify_email')
    assert.equal((await world.get(verify(token))).statusCode, 200)
    assert.deepEqual(await logIn(world, ann.email, ann.password), [200, 'ok'])
    assert.equal((await world.get('/api/v1/me', ann.token)).json().email_verified, true)
  })
})

test('the hundred-and-first registration of an hour from one address is refused', async (t) => {
  const world = await createWorld(t)
  await world.deps.limiter.tryTake({ name: 'register', points: 100, per_s: 3600 }, '127.0.0.1')
  await world.db
    .updateTable('rate_limits' as never)
    .set({ points: 100 } as never)
    .execute()
  const response = await signUp(world, 'ann@example.org')
  assert.deepEqual([response.statusCode, response.json().code], [429, 'rate_limited'])
  assert.ok(Number(response.headers['retry-after']) > 0)
  await forgetLimits(world)
  assert.equal((await signUp(world, 'ann@example.org')).statusCode, 201)
})

test('the public configuration tells what a client needs before sign-in', async (t) => {
  const { get } = await createWorld(t, {
    env: { EMAIL_VERIFICATION_REQUIRED: 'true', TOPUP_ENABLED: 'false' },
  })
  const response = await get('/api/v1/config')
  assert.equal(response.statusCode, 200)
  const { api_key_auth_enabled, ...rest } = response.json<Record<string, unknown>>()
  assert.equal(typeof api_key_auth_enabled, 'boolean')
  assert.deepEqual(rest, {
    email_verification_required: true,
    topup_enabled: false,
    currency: 'CREDIT',
    currency_scale: 2,
    password_min_length: 8,
    site_name: 'Clipwright',
  })
})
