import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { createSmtpMailer } from '../../mail/mail.ts'
import { startSendLoop } from '../../outbox/outbox.ts'
import { linkTo, queuedMails, templatesTo } from '../../testing/mails.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const login = '/api/v1/auth/login'
const forgot = '/api/v1/auth/forgot-password'
const reset = '/api/v1/auth/reset-password'
const confirmPassword = '/api/v1/auth/confirm-change-password'
const confirmEmail = '/api/v1/auth/confirm-email-change'
const undoEmail = '/api/v1/auth/undo-email-change'
const verification = { env: { EMAIL_VERIFICATION_REQUIRED: 'true' } }
const next = 'quite another secret'

const logIn = async ({ post }: World, email: string, password: string, more: object = {}) => {
  const response = await post(login, undefined, { email, password, ...more })
  return {
    status: response.statusCode,
    ...response.json<{ access_token: string; refresh_token: string }>(),
    response,
  }
}
const status = async (promise: Promise<{ statusCode: number }>) => (await promise).statusCode
/** Asks for a reset and returns the token; the silent limit of one a minute does not count. */
async function resetToken(world: World, email: string): Promise<string> {
  await world.db
    .deleteFrom('rate_limits' as never)
    .where('key' as never, 'like', 'mail-forgot%' as never)
    .execute()
  assert.equal(await status(world.post(forgot, undefined, { email })), 200)
  return (await linkTo(world, email, 'reset_password')).token
}
/** A person in a world where addresses must be confirmed. */
async function confirmedPerson(world: World): Promise<Person> {
  const email = 'ann@example.org'
  const password = 'correct horse battery'
  await world.post('/api/v1/auth/register', undefined, { email, password })
  const { token } = await linkTo(world, email, 'verify_email')
  await world.get(`/api/v1/auth/verify-email?token=${token}`)
  const session = (await logIn(world, email, password)).response.json<Person & { access_token: string }>()
  const user_id = (await world.get('/api/v1/me', session.access_token)).json<Person>().user_id
  return { ...session, email, password, token: session.access_token, user_id }
}
suite('forgotten passwords', () => {
  test('T-034 every address gets the same answer, and a mail only where there is an account', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const gone = await world.person()
    await world.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('user_id', '=', gone.user_id)
      .execute()
    const answers = new Set<string>()
    for (const email of [ann.email, ann.email.toUpperCase(), gone.email, 'nobody@example.org']) {
      const response = await world.post(forgot, undefined, { email })
      answers.add(`${response.statusCode} ${response.body}`)
    }
    assert.equal(answers.size, 1)
    assert.deepEqual(
      (await queuedMails(world)).map(({ recipient, template }) => [recipient, template]),
      [[ann.email, 'reset_password']],
    )
  })

  test('T-028 a reset ends everything but the way back in, and old refresh tokens raise no alarm', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const other = await logIn(world, ann.email, ann.password)
    const cookie = other.response.cookies[0]!.value
    const token = await resetToken(world, ann.email)
    const response = await world.post(reset, undefined, { token, new_password: next, revoke_api_keys: true })
    assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ok', mfa_required: false }])
    assert.equal(response.cookies.length, 0)
    for (const access of [ann.token, other.access_token]) {
      assert.equal(await status(world.get('/api/v1/me', access)), 401)
    }
    assert.equal((await world.app.inject({ url: '/api/v1/me', cookies: { svsid: cookie } })).statusCode, 401)
    assert.equal((await logIn(world, ann.email, ann.password)).status, 401)
    const fresh = await logIn(world, ann.email, next)
    assert.equal(fresh.status, 200)
    for (const refresh_token of [ann.refresh_token, other.refresh_token]) {
      const again = await world.post('/api/v1/auth/refresh', undefined, { refresh_token })
      assert.deepEqual([again.statusCode, again.json().code], [401, 'invalid_refresh_token'])
    }
    assert.equal(await status(world.get('/api/v1/me', fresh.access_token)), 200)
    assert.equal((await world.get('/api/v1/me', fresh.access_token)).json().email_verified, true)
    assert.deepEqual(await templatesTo(world, ann.email), ['reset_password', 'password_reset'])
    const again = await world.post(reset, undefined, { token, new_password: next })
    assert.deepEqual([again.statusCode, again.json().code], [400, 'invalid_or_expired_token'])
  })

  test('T-039 of fifty resets with one link at once one wins, with its password', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const token = await resetToken(world, ann.email)
    const tries = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const new_password = `another secret ${index}`
        return { new_password, code: await status(world.post(reset, undefined, { token, new_password })) }
      }),
    )
    const won = tries.filter(({ code }) => code === 200)
    assert.equal(won.length, 1)
    assert.equal(tries.filter(({ code }) => code === 400).length, 49)
    assert.equal((await logIn(world, ann.email, won[0]!.new_password)).status, 200)
  })

  test('T-040 a link opens only what it was made for, and only for its own account', async (t) => {
    const world = await createWorld(t, verification)
    const ann = await confirmedPerson(world)
    await world.post('/api/v1/auth/register', undefined, { email: 'bob@example.org', password: next })
    const verify = (await linkTo(world, 'bob@example.org', 'verify_email')).token
    const resets = await resetToken(world, ann.email)
    assert.equal(await status(world.post(reset, undefined, { token: verify, new_password: next })), 400)
    for (const path of [confirmPassword, confirmEmail, undoEmail]) {
      for (const token of [verify, resets]) {
        const response = await world.post(path, undefined, { token })
        assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_or_expired_token'], path)
      }
    }
    assert.equal(await status(world.get(`/api/v1/auth/verify-email?token=${resets}`)), 400)
    assert.equal(await status(world.post(reset, undefined, { token: resets, new_password: next })), 200)
    assert.equal((await logIn(world, 'bob@example.org', next)).status, 403, 'another account is untouched')
    assert.equal((await logIn(world, ann.email, next)).status, 200)
  })

  test('T-041 a mail server that hangs holds up no request, and the time tells nobody who has an account', async (t) => {
    const resources = new AsyncDisposableStack()
    cleanUp(t, () => resources.disposeAsync())
    const server = createServer((socket) => {
      socket.on('error', () => {})
      resources.defer(() => void socket.destroy())
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    resources.defer(() => void server.close())
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    const mailer = resources.use(createSmtpMailer(url, { step_ms: 20_000, whole_ms: 20_000 }))
    const world = await createWorld(t, { mailer })
    const loop = startSendLoop({ ...world.deps, sender: async () => ({ from: 'a@example.com', name: null }) })
    resources.defer(() => loop.stop(0))
    const people = []
    for (let index = 0; index < 12; index++) people.push(await world.person())
    const time = async (email: string) => {
      const started = performance.now()
      assert.equal(await status(world.post(forgot, undefined, { email })), 200)
      return performance.now() - started
    }
    const known: number[] = []
    const unknown: number[] = []
    for (const [index, { email }] of people.entries()) {
      known.push(await time(email))
      unknown.push(await time(`nobody${index}@example.org`))
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
    assert.ok(Math.max(...known, ...unknown) < 15_000)
    // A slow machine's times lie further apart.
    const alike_ms = Math.max(25, median(unknown))
    assert.ok(
      Math.abs(median(known) - median(unknown)) < alike_ms,
      `${median(known)} ms, ${median(unknown)} ms`,
    )
    assert.equal((await queuedMails(world)).length, 12)
  })

  test('T-042 a weak password leaves the link good', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const token = await resetToken(world, ann.email)
    for (const new_password of ['short', ann.email, 'x'.repeat(129)]) {
      const response = await world.post(reset, undefined, { token, new_password })
      assert.equal(response.statusCode, 422)
      assert.deepEqual(response.json().detail[0].loc, ['body', 'new_password'])
    }
    assert.equal(await status(world.post(reset, undefined, { token, new_password: next })), 200)
  })

  test('T-043 mail goes to the stored address only, whatever look-alike is typed', async (t) => {
    const world = await createWorld(t)
    const stored = 'mike@example.org'
    await world.post('/api/v1/auth/register', undefined, { email: stored, password: next })
    const alikes = [
      'mıke@example.org',
      'MİKE@example.org',
      'miKe@example.org',
      'mike@exаmple.org',
      'mike@example．org',
      'mike@ⓔxample.org',
      'ｍike@example.org',
      'mike@example.org.',
      'mike@EXAMPLE.ORG',
      'mike+a@example.org',
    ]
    for (const email of alikes) {
      await world.db.deleteFrom('rate_limits' as never).execute()
      assert.ok([200, 422].includes(await status(world.post(forgot, undefined, { email }))), email)
    }
    assert.deepEqual(new Set((await queuedMails(world)).map(({ recipient }) => recipient)), new Set([stored]))
  })

  test('T-045 links lead to our own address, whatever host the request names', async (t) => {
    const world = await createWorld(t, { env: { PUBLIC_BASE_URL: 'https://video.example.org' } })
    const ann = await world.person()
    await world.app.inject({
      method: 'POST',
      url: forgot,
      headers: {
        'content-type': 'application/json',
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      },
      payload: JSON.stringify({ email: ann.email }),
    })
    const { link } = await linkTo(world, ann.email, 'reset_password')
    assert.match(link, /^https:\/\/video\.example\.org\/auth\/reset-password#t=[\w-]{43}$/)
    const [mail] = await queuedMails(world)
    assert.ok(!`${mail!.body_text}${mail!.body_html}`.includes('evil'))
  })

  test('only the newest link works, for half an hour, and one address is mailed once a minute', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const first = await resetToken(world, ann.email)
    await world.post(forgot, undefined, { email: ann.email })
    assert.equal((await queuedMails(world)).length, 1)
    const second = await resetToken(world, ann.email)
    assert.equal(await status(world.post(reset, undefined, { token: first, new_password: next })), 400)
    world.clock.offset_ms += 1_801_000
    assert.equal(await status(world.post(reset, undefined, { token: second, new_password: next })), 400)
  })

  test('the thirty-first request of an hour from one address is refused, for forgot and resend together', async (t) => {
    const world = await createWorld(t)
    for (let index = 0; index < 30; index++) {
      const url = index % 2 ? forgot : '/api/v1/auth/resend-verification'
      assert.equal(await status(world.post(url, undefined, { email: `a${index}@example.org` })), 200)
    }
    const response = await world.post(forgot, undefined, { email: 'b@example.org' })
    assert.deepEqual([response.statusCode, response.json().code], [429, 'rate_limited'])
    assert.ok(Number(response.headers['retry-after']) > 0)
  })
})

suite('changing the password', () => {
  const change = (world: World, token: string, old_password: string, new_password: string = next) =>
    world.post('/api/v1/me/password', token, { old_password, new_password })

  test('it changes at once: other sessions end, this one goes on with a new cookie and without refresh', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const other = await logIn(world, ann.email, ann.password)
    const mine = await logIn(world, ann.email, ann.password, { session_mode: 'cookie' })
    const cookie = mine.response.cookies[0]!.value
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/v1/me/password',
      cookies: { svsid: cookie },
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ old_password: ann.password, new_password: next }),
    })
    assert.deepEqual([response.statusCode, response.json()], [200, { status: 'changed' }])
    const renewed = response.cookies[0]!
    assert.notEqual(renewed.value, cookie)
    assert.deepEqual([renewed.name, renewed.httpOnly, renewed.maxAge], ['svsid', true, 1_209_600])
    const byCookie = (value: string) =>
      status(world.app.inject({ url: '/api/v1/me', cookies: { svsid: value } }))
    assert.deepEqual([await byCookie(cookie), await byCookie(renewed.value)], [401, 200])
    for (const token of [ann.token, other.access_token]) {
      assert.equal(await status(world.get('/api/v1/me', token)), 401)
    }
    assert.equal((await logIn(world, ann.email, ann.password)).status, 401)
    assert.equal((await logIn(world, ann.email, next)).status, 200)
    assert.deepEqual(await templatesTo(world, ann.email), ['password_changed'])
  })

  test('with tokens the access token lives on, and the refresh token is void without an alarm', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    assert.equal(await status(change(world, ann.token, ann.password)), 200)
    assert.equal(await status(world.get('/api/v1/me', ann.token)), 200)
    const refresh = await world.post('/api/v1/auth/refresh', undefined, { refresh_token: ann.refresh_token })
    assert.deepEqual([refresh.statusCode, refresh.json().code], [401, 'invalid_refresh_token'])
    assert.equal(await status(world.get('/api/v1/me', ann.token)), 200)
  })

  test('a wrong old password and a weak new one change nothing', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const wrong = await change(world, ann.token, 'not my password')
    assert.deepEqual([wrong.statusCode, wrong.json().code], [400, 'invalid_password'])
    const weak = await change(world, ann.token, ann.password, ann.email)
    assert.deepEqual([weak.statusCode, weak.json().detail[0].loc], [422, ['body', 'new_password']])
    assert.equal(await status(world.post('/api/v1/me/password', undefined, {})), 401)
    assert.equal((await logIn(world, ann.email, ann.password)).status, 200)
    assert.deepEqual(await queuedMails(world), [])
  })

  test('of two changes at once one wins', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const both = await Promise.all(
      ['secret number one', 'secret number two'].map((one) => change(world, ann.token, ann.password, one)),
    )
    assert.deepEqual(
      both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
      [200, 400],
    )
  })

  test('T-046, T-028 with confirmed addresses a change waits for its link, and the newest link only', async (t) => {
    const world = await createWorld(t, verification)
    const ann = await confirmedPerson(world)
    const first = await change(world, ann.token, ann.password, 'first new secret')
    assert.deepEqual(first.json(), {
      status: 'confirmation_sent',
      email: 'a***@example.org',
      expires_in: 1800,
    })
    const old = (await linkTo(world, ann.email, 'confirm_password_change')).token
    await change(world, ann.token, ann.password, 'second new secret')
    const newest = (await linkTo(world, ann.email, 'confirm_password_change')).token
    assert.equal((await logIn(world, ann.email, ann.password)).status, 200, 'nothing has changed yet')
    const pending = (await world.get('/api/v1/me/pending-changes', ann.token)).json()
    assert.deepEqual(Object.keys(pending.password), ['expires_at'], 'and no hash is told')
    assert.equal((await logIn(world, ann.email, 'second new secret')).status, 401)
    assert.equal(await status(world.post(confirmPassword, undefined, { token: old })), 400)
    const done = await world.post(confirmPassword, undefined, { token: newest })
    assert.deepEqual([done.statusCode, done.json()], [200, { status: 'ok' }])
    assert.equal((await logIn(world, ann.email, ann.password)).status, 401)
    assert.equal(await status(world.get('/api/v1/me', ann.token)), 401, 'every session has ended')
    const session = await logIn(world, ann.email, 'second new secret')
    assert.equal(session.status, 200)

    await change(world, session.access_token, 'second new secret', 'third new secret')
    const unspent = (await linkTo(world, ann.email, 'confirm_password_change')).token
    const token = await resetToken(world, ann.email)
    await world.post(reset, undefined, { token, new_password: next })
    assert.equal(
      await status(world.post(confirmPassword, undefined, { token: unspent })),
      400,
      'a reset voids it',
    )
    assert.equal((await logIn(world, ann.email, next)).status, 200)
  })
})

suite('changing the address', () => {
  const change = (world: World, person: Person, new_email: string, password = person.password) =>
    world.post('/api/v1/me/email', person.token, { new_email, password })

  test('it changes when the new address is confirmed, and the old one is told', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const response = await change(world, ann, 'Ann.New@example.org')
    assert.deepEqual([response.statusCode, response.json()], [200, { status: 'confirmation_sent' }])
    assert.equal((await world.get('/api/v1/me', ann.token)).json().email, ann.email)
    const pending = async () => (await world.get('/api/v1/me/pending-changes', ann.token)).json()
    const { email: waiting, password } = await pending()
    assert.deepEqual([waiting.new_email, password], ['Ann.New@example.org', null])
    const { token, page } = await linkTo(world, 'Ann.New@example.org', 'confirm_email_change')
    assert.equal(page, '/auth/confirm-email')
    assert.deepEqual((await world.post(confirmEmail, undefined, { token })).json(), { status: 'ok' })
    assert.deepEqual(await pending(), { email: null, password: null })
    const me = (await world.get('/api/v1/me', ann.token)).json()
    assert.deepEqual([me.email, me.email_verified], ['Ann.New@example.org', true])
    assert.deepEqual(await templatesTo(world, ann.email), ['email_change', 'email_changed'])
    assert.equal((await logIn(world, ann.email, ann.password)).status, 401)
    assert.equal((await logIn(world, 'ann.new@example.org', ann.password)).status, 200)
    assert.equal(await status(world.post(confirmEmail, undefined, { token })), 400)
  })

  test('a registered address gets the same answer and another mail', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const bob = await world.person()
    const [free, taken] = [await change(world, ann, 'free@example.org'), await change(world, ann, bob.email)]
    assert.deepEqual([free.statusCode, free.body], [taken.statusCode, taken.body])
    assert.deepEqual(await templatesTo(world, bob.email), ['already_registered'])
    assert.deepEqual(await templatesTo(world, ann.email), ['email_change', 'email_change'])
    const wrong = await change(world, ann, 'x@example.org', 'not my password')
    assert.deepEqual([wrong.statusCode, wrong.json().code], [400, 'invalid_password'])
    const bad = await change(world, ann, 'x')
    assert.deepEqual([bad.statusCode, bad.json().detail[0].loc], [422, ['body', 'new_email']])
  })

  test('an address that somebody registers meanwhile stays theirs', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await change(world, ann, 'new@example.org')
    const { token } = await linkTo(world, 'new@example.org', 'confirm_email_change')
    await world.post('/api/v1/auth/register', undefined, { email: 'new@example.org', password: next })
    const response = await world.post(confirmEmail, undefined, { token })
    assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_or_expired_token'])
    assert.equal((await logIn(world, 'new@example.org', next)).status, 200)
  })

  test('a thief who changes the address again and again is undone by a link to the first one', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    for (const evil of ['evil1@example.com', 'evil2@example.com']) {
      assert.equal(await status(change(world, ann, evil)), 200)
      const { token } = await linkTo(world, evil, 'confirm_email_change')
      assert.equal(await status(world.post(confirmEmail, undefined, { token })), 200)
    }
    const thiefs = (await linkTo(world, 'evil1@example.com', 'email_change')).token
    world.clock.offset_ms += 71 * 3_600_000
    const { token, page } = await linkTo(world, ann.email, 'email_change')
    assert.equal(page, '/auth/undo-email')
    assert.equal(await status(world.post(undoEmail, undefined, { token })), 200)
    assert.equal(await status(world.get('/api/v1/me', ann.token)), 401)
    assert.equal((await logIn(world, ann.email, ann.password)).status, 401, 'the thief knows this password')
    assert.equal(await status(world.post(undoEmail, undefined, { token: thiefs })), 400)
    const { token: way } = await linkTo(world, ann.email, 'reset_password')
    assert.equal(await status(world.post(reset, undefined, { token: way, new_password: next })), 200)
    assert.equal((await logIn(world, ann.email, next)).status, 200)
  })

  for (const env of [{}, verification.env]) {
    const how = 'EMAIL_VERIFICATION_REQUIRED' in env ? 'with confirmed addresses' : 'at once'
    test(`nobody can take the old address while it can be restored (${how})`, async (t) => {
      const world = await createWorld(t, { env })
      const isOn = 'EMAIL_VERIFICATION_REQUIRED' in env
      const ann = isOn ? await confirmedPerson(world) : await world.person()
      await change(world, ann, 'evil@example.com')
      const { token } = await linkTo(world, 'evil@example.com', 'confirm_email_change')
      await world.post(confirmEmail, undefined, { token })
      const taking = { email: ann.email, password: next }
      assert.equal(await status(world.post('/api/v1/auth/register', undefined, taking)), isOn ? 201 : 409)
      const { token: undo } = await linkTo(world, ann.email, 'email_change')
      assert.equal(await status(world.post(undoEmail, undefined, { token: undo })), 200)
      const users = await world.db.selectFrom('users').select('email').execute()
      assert.deepEqual(users, [{ email: ann.email }])
    })
  }

  test('an old address is free again after three days, and at once for its former owner', async (t) => {
    const world = await createWorld(t)
    const [ann, bob] = [await world.person(), await world.person()]
    const move = async (person: Person, to: string) => {
      await change(world, person, to)
      const { token } = await linkTo(world, to, 'confirm_email_change')
      return status(world.post(confirmEmail, undefined, { token }))
    }
    assert.equal(await move(ann, 'new@example.org'), 200)
    assert.equal(await move(bob, ann.email), 400)
    assert.equal(await move(ann, ann.email), 200)
    assert.equal(await move(ann, 'newer@example.org'), 200)
    world.clock.offset_ms += 72 * 3_600_000 + 1_000
    const taking = { email: ann.email, password: next }
    assert.equal(await status(world.post('/api/v1/auth/register', undefined, taking)), 201)
  })

  test('undone before it was confirmed, the new address can not confirm any more', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await change(world, ann, 'evil@example.com')
    const { token: undo } = await linkTo(world, ann.email, 'email_change')
    const { token: confirm } = await linkTo(world, 'evil@example.com', 'confirm_email_change')
    assert.equal(await status(world.post(undoEmail, undefined, { token: undo })), 200)
    assert.equal(await status(world.post(confirmEmail, undefined, { token: confirm })), 400)
  })

  test('an undo link is dead after three days, a confirmation after an hour', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await change(world, ann, 'new@example.org')
    const { token: undo } = await linkTo(world, ann.email, 'email_change')
    const { token: confirm } = await linkTo(world, 'new@example.org', 'confirm_email_change')
    world.clock.offset_ms += 3_601_000
    assert.equal(await status(world.post(confirmEmail, undefined, { token: confirm })), 400)
    world.clock.offset_ms += 72 * 3_600_000
    assert.equal(await status(world.post(undoEmail, undefined, { token: undo })), 400)
  })
})
