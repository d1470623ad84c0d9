import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { secondFactor } from '../../testing/second-factor.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { checkPassword } from './check-password.ts'
import { accountDeps, createApp } from '../../app.ts'
import { busy } from '../../platform/errors.ts'

const login = '/api/v1/auth/login'
const wrong = 'not the password'

/** A world that also counts hashes, and logs in as a browser does. */
async function lockWorld(t: TestContext, env: Record<string, string> = {}) {
  const world = await createWorld(t, { env })
  const hashes = { count: 0 }
  const real = { ...world.deps.hasher }
  world.deps.hasher.verify = (password, phc) => {
    hashes.count++
    return real.verify(password, phc)
  }
  const signIn = (email: string, password: string, more: Record<string, unknown> = {}) =>
    world.app.inject({ method: 'POST', url: login, payload: { email, password }, ...more })
  const fail = async (email: string, times: number) => {
    for (let i = 0; i < times; i++) assert.equal((await signIn(email, wrong)).statusCode, 401)
  }
  return { ...world, hashes, signIn, fail }
}

const code = (response: { statusCode: number; json(): { code?: string } }) => [
  response.statusCode,
  response.json().code,
]
const locked = [423, 'account_locked']
/** The counters of accounts. */
const throttle = (world: Pick<World, 'db'>) =>
  world.db.selectFrom('auth_throttle').selectAll().where('account', 'is not', null).execute()

suite('account lock', () => {
  test('T-002 after five wrong passwords the right one gets 423, and no token and no cookie', async (t) => {
    const { person, signIn, fail, db } = await lockWorld(t)
    const ann = await person()
    await fail(ann.email, 5)
    const response = await signIn(ann.email, ann.password)
    assert.deepEqual(code(response), locked)
    const retryAfter = Number(response.headers['retry-after'])
    assert.ok(retryAfter >= 1 && retryAfter <= 60, String(retryAfter))
    assert.deepEqual([response.cookies, response.json().access_token], [[], undefined])
    const events = await db.selectFrom('audit_events').select(['event', 'subject']).execute()
    assert.deepEqual(
      events.filter(({ event }) => event === 'locked'),
      [{ event: 'locked', subject: ann.user_id }],
    )
  })

  test('T-003 once the lock has passed, the right password signs in and the counter is 0', async (t) => {
    const world = await lockWorld(t)
    const ann = await world.person()
    await world.fail(ann.email, 5)
    world.clock.offset_ms = 61_000
    assert.equal((await world.signIn(ann.email, ann.password)).statusCode, 200)
    assert.deepEqual(await throttle(world), [])
  })

  test('each failure after a lock doubles it, up to fifteen minutes; twelve quiet hours end it', async (t) => {
    const { person, signIn, fail, clock } = await lockWorld(t)
    const ann = await person()
    await fail(ann.email, 4)
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      await fail(ann.email, 1)
      const wait_s = Number((await signIn(ann.email, wrong)).headers['retry-after'])
      waits.push(Math.round(wait_s / 5) * 5)
      clock.offset_ms += (wait_s + 1) * 1000
    }
    assert.deepEqual(waits, [60, 120, 240, 480, 900, 900])
    clock.offset_ms += 12 * 3_600_000
    await fail(ann.email, 4)
    assert.equal((await signIn(ann.email, ann.password)).statusCode, 200)
  })

  test('T-004 of 200 wrong passwords at once at most five reach the hash', async (t) => {
    const world = await lockWorld(t)
    const ann = await world.person()
    const all = await Promise.all(Array.from({ length: 200 }, () => world.signIn(ann.email, wrong)))
    assert.ok(world.hashes.count <= 5, String(world.hashes.count))
    assert.ok(all.every(({ statusCode }) => [401, 423, 429].includes(statusCode)))
    assert.equal(all.filter(({ statusCode }) => statusCode === 401).length, 5)
    assert.deepEqual(
      (await throttle(world)).map((row) => row.failures),
      [5],
    )
  })

  test('T-005 attempts while locked neither move its end nor compute a hash', async (t) => {
    const world = await lockWorld(t)
    const ann = await world.person()
    await world.fail(ann.email, 5)
    const before = await throttle(world)
    world.hashes.count = 0
    world.clock.offset_ms = 30_000
    for (let i = 0; i < 5; i++) assert.deepEqual(code(await world.signIn(ann.email, wrong)), locked)
    assert.deepEqual(await throttle(world), before)
    assert.equal(world.hashes.count, 0)
  })

  test('T-006 every path that reaches the password step computes one hash, whatever it answers', async (t) => {
    const { signIn, hashes, db, post, deps } = await lockWorld(t, { EMAIL_VERIFICATION_REQUIRED: 'true' })
    const makers: Record<string, object> = {
      verified: { email_verified_at: new Date() },
      disabled: { email_verified_at: new Date(), disabled_at: new Date() },
      'about to be deleted': { email_verified_at: new Date(), deletion_at: new Date() },
      'without a password': { email_verified_at: new Date(), password_hash: null },
    }
    const people: Record<string, string> = { unknown: 'nobody@example.org', 'no address': 'not an address' }
    const password = 'a long secret'
    const register = (email: string) => post('/api/v1/auth/register', undefined, { email, password })
    for (const [name, values] of Object.entries(makers)) {
      const email = `${name.replaceAll(' ', '-')}@example.org`
      await register(email)
      const password_hash = await deps.hasher.hash(password)
      await db
        .updateTable('users')
        .set({ password_hash, ...values })
        .where('email', '=', email)
        .execute()
      people[name] = email
    }
    await register((people['unverified'] = 'unverified@example.org'))
    const tries = async (given: string) => {
      const seen: Record<string, number> = {}
      for (const [name, email] of Object.entries(people)) {
        hashes.count = 0
        seen[name] = (await signIn(email, given)).statusCode
        assert.equal(hashes.count, 1, name)
      }
      return seen
    }
    const refused = Object.fromEntries(Object.keys(people).map((name) => [name, 401]))
    assert.deepEqual(await tries(wrong), refused)
    assert.deepEqual(await tries(password), { ...refused, verified: 200, disabled: 403, unverified: 403 })
  })

  test('T-007 case and space variants of an address are one counter', async (t) => {
    const world = await lockWorld(t)
    const ann = await world.person()
    for (const email of [ann.email, ` ${ann.email}`, ann.email.toUpperCase(), `${ann.email} `]) {
      await world.fail(email, 1)
    }
    await world.fail(ann.email, 1)
    assert.equal((await throttle(world)).length, 1)
    assert.deepEqual(code(await world.signIn(ann.email.toUpperCase(), ann.password)), locked)
  })

  test('T-008 an unknown address is locked exactly as a known one', async (t) => {
    const { person, signIn, fail } = await lockWorld(t)
    const ann = await person()
    const answers = []
    for (const email of [ann.email, 'nobody@example.org']) {
      await fail(email, 5)
      const response = await signIn(email, wrong)
      answers.push({ ...response.json(), request_id: '', status: response.statusCode })
    }
    assert.deepEqual(answers[0], answers[1])
    assert.equal(answers[0].code, 'account_locked')
  })

  test('T-009 whoever registers a locked address can sign in at once', async (t) => {
    const { signIn, fail, post } = await lockWorld(t)
    const email = 'late@example.org'
    await fail(email, 5)
    assert.deepEqual(code(await signIn(email, wrong)), locked)
    const password = 'a long secret'
    assert.equal((await post('/api/v1/auth/register', undefined, { email, password })).statusCode, 201)
    assert.equal((await signIn(email, password)).statusCode, 200)
  })

  test('T-010 a wrong current password counts on the same counter as a login', async (t) => {
    const { person, signIn, deps } = await lockWorld(t)
    const ann = await person()
    const client = { ip: '203.0.113.7', user_agent: null, language: 'en' as const, request_id: 'req_test' }
    const check = (password: string) => checkPassword(accountDeps(deps), ann.user_id, password, client)
    await check(ann.password)
    for (let i = 0; i < 5; i++) await assert.rejects(check(wrong), { status: 400, code: 'invalid_password' })
    await assert.rejects(check(ann.password), { status: 423, code: 'account_locked' })
    assert.deepEqual(code(await signIn(ann.email, ann.password)), locked)
  })

  test('T-011, T-012 a device that signed in before has a counter of its own; nobody else can use its cookie', async (t) => {
    const world = await lockWorld(t)
    const [ann, eve] = [await world.person(), await world.person()]
    const first = await world.signIn(ann.email, ann.password)
    const cookie = first.cookies.find(({ name }) => name === 'svdev')!
    assert.deepEqual(
      [cookie.httpOnly, cookie.sameSite, cookie.path, cookie.maxAge],
      [true, 'Lax', '/', 180 * 86_400],
    )
    await world.fail(ann.email, 5)
    const by = (svdev: string) => ({ cookies: { svdev } })
    const back = await world.signIn(ann.email, ann.password, by(cookie.value))
    assert.equal(back.statusCode, 200)
    const renewed = back.cookies.find(({ name }) => name === 'svdev')!.value
    assert.equal(renewed.split('.')[0], cookie.value.split('.')[0], 'it stays one device')
    assert.deepEqual(code(await world.signIn(ann.email, ann.password)), locked)

    // Another user's, a changed or an expired cookie names no device.
    await world.fail(eve.email, 5)
    assert.deepEqual(code(await world.signIn(eve.email, eve.password, by(cookie.value))), locked)
    const last = cookie.value.at(-3) === 'A' ? 'B' : 'A'
    const changed = `${cookie.value.slice(0, -3)}${last}${cookie.value.slice(-2)}`
    const longer = cookie.value.replace(/\.(\d+)\./, (_all, until) => `.${Number(until) + 1}.`)
    for (const value of [changed, longer, 'rubbish', cookie.value.slice(0, -1)]) {
      assert.deepEqual(code(await world.signIn(ann.email, ann.password, by(value))), locked)
    }

    // A device that fails locks itself, and not the account.
    world.clock.offset_ms = 61_000
    for (let i = 0; i < 5; i++) await world.signIn(ann.email, wrong, by(cookie.value))
    assert.deepEqual(code(await world.signIn(ann.email, ann.password, by(cookie.value))), locked)
    assert.equal((await world.signIn(ann.email, ann.password)).statusCode, 200)
  })

  test('after 100 failures in a row unknown devices stay locked out, and a known one does not', async (t) => {
    const world = await lockWorld(t)
    const ann = await world.person()
    const first = await world.signIn(ann.email, ann.password)
    const svdev = first.cookies.find(({ name }) => name === 'svdev')!.value
    await world.fail(ann.email, 1)
    await world.db.updateTable('auth_throttle').set({ failures: 99 }).execute()
    await world.fail(ann.email, 1)
    world.clock.offset_ms = 30 * 86_400_000
    assert.deepEqual(code(await world.signIn(ann.email, ann.password)), locked)
    assert.equal((await world.signIn(ann.email, ann.password, { cookies: { svdev } })).statusCode, 200)
  })

  test('T-013 a locked account keeps what is signed in, and its keys', async (t) => {
    const { person, signIn, fail, get, app, apiKey } = await lockWorld(t)
    const ann = await person()
    const { api_key } = await apiKey(ann)
    const opened = await signIn(ann.email, ann.password)
    await fail(ann.email, 5)
    assert.deepEqual(code(await signIn(ann.email, ann.password)), locked)
    assert.equal((await get('/api/v1/me', ann.token)).statusCode, 200)
    for (const headers of [{ 'x-api-key': api_key }, { authorization: `Bearer ${api_key}` }]) {
      assert.equal((await app.inject({ url: '/api/v1/me', headers })).statusCode, 200)
    }
    const cookies = { svsid: opened.cookies.find(({ name }) => name === 'svsid')!.value }
    assert.equal((await app.inject({ url: '/api/v1/me', cookies })).statusCode, 200)
  })

  test('an attempt that breaks by no fault of the caller does not count', async (t) => {
    const world = await lockWorld(t)
    const ann = await world.person()
    await world.fail(ann.email, 4)
    const working = { ...world.deps.hasher }
    world.deps.hasher.verify = () => Promise.reject(busy('full', 1))
    for (let i = 0; i < 60; i++) assert.deepEqual(code(await world.signIn(ann.email, wrong)), [503, 'busy'])
    Object.assign(world.deps.hasher, working)
    assert.deepEqual(
      (await throttle(world)).map((row) => [row.failures, row.locked_until]),
      [[4, null]],
    )
    assert.equal((await world.signIn(ann.email, ann.password)).statusCode, 200)
  })

  test('the operator sets how many failures lock, and for how long', async (t) => {
    const { person, signIn, fail } = await lockWorld(t, { LOCK_THRESHOLD: '2', LOCK_BASE_SECONDS: '7' })
    const ann = await person()
    await fail(ann.email, 2)
    const response = await signIn(ann.email, ann.password)
    assert.deepEqual(code(response), locked)
    assert.ok(Number(response.headers['retry-after']) <= 7)
  })
})

suite('attempts at once', () => {
  /** Between `close` and `open` no hash completes. */
  async function gatedWorld(t: TestContext) {
    const world = await lockWorld(t)
    let gate = Promise.withResolvers<void>()
    gate.resolve()
    const counting = { ...world.deps.hasher }
    world.deps.hasher.verify = async (password, phc) => {
      const matches = await counting.verify(password, phc)
      await gate.promise
      return matches
    }
    /** The same service in another process, as far as memory goes. */
    const other = await createApp(world.deps)
    world.resources.defer(() => other.close())
    const apps = [world.app, other]
    /** Attempts at once, alternating between the two processes. */
    const tries = (count: number, email: string, password: string) =>
      Array.from({ length: count }, (_, i) =>
        apps[i % 2]!.inject({ method: 'POST', url: login, payload: { email, password } }),
      )
    const close = () => {
      world.hashes.count = 0
      gate = Promise.withResolvers()
    }
    const atHash = (count: number) => until(() => world.hashes.count === count, `${count} at the hash`)
    return { ...world, tries, atHash, close, open: () => gate.resolve() }
  }
  const statuses = async (tries: Promise<LightMyRequestResponse>[]) => {
    const counts: Record<number, number> = {}
    for (const { statusCode } of await Promise.all(tries)) counts[statusCode] = (counts[statusCode] ?? 0) + 1
    return counts
  }
  const counted = async (world: World) =>
    (await throttle(world)).map(({ failures, in_flight }) => [failures, in_flight])

  test('right passwords all sign in, though no more are checked at once than may fail', async (t) => {
    const world = await gatedWorld(t)
    const ann = await world.person()
    world.close()
    const first = world.tries(5, ann.email, ann.password)
    await world.atHash(5)
    const all = [...first, ...world.tries(7, ann.email, ann.password)]
    world.open()
    assert.deepEqual(await statuses(all), { 200: 12 })
    assert.ok((await counted(world)).flat().every((count) => count === 0))
  })

  test('of a hundred wrong passwords at once five are checked, across two processes', async (t) => {
    const world = await gatedWorld(t)
    for (const email of [(await world.person()).email, 'nobody@example.org']) {
      await world.db.deleteFrom('auth_throttle').execute()
      world.close()
      const first = world.tries(5, email, wrong)
      await world.atHash(5)
      const all = [...first, ...world.tries(40, email, wrong), ...world.tries(55, ` ${email}`, wrong)]
      world.open()
      const { 401: checked, 423: locked, 429: limited } = await statuses(all)
      assert.deepEqual([checked, (locked ?? 0) + (limited ?? 0)], [5, 95])
      assert.equal(world.hashes.count, 5)
      assert.deepEqual(await counted(world), [[5, 0]])
    }
  })

  test('after four failures one attempt is checked, and the others wait for its outcome', async (t) => {
    const world = await gatedWorld(t)
    const ann = await world.person()
    await world.fail(ann.email, 4)
    world.close()
    const right = world.tries(1, ann.email, ann.password)
    await world.atHash(1)
    const behind = world.tries(10, ann.email, wrong)
    world.open()
    assert.deepEqual(await statuses(right), { 200: 1 })
    assert.deepEqual(await statuses(behind), { 401: 5, 423: 5 })
  })

  test('right codes of a second factor do not count as wrong ones', async (t) => {
    const world = await gatedWorld(t)
    const ann = await secondFactor(world).enrolled()
    const stages = await Promise.all(world.tries(8, ann.email, ann.password))
    const passed = stages.map((stage, i) =>
      world.post('/api/v1/auth/mfa', undefined, {
        mfa_token: stage.json().mfa_token,
        recovery_code: ann.recovery_codes[i],
      }),
    )
    assert.deepEqual(await statuses(passed), { 200: 8 })
  })

  test('right current passwords of a signed-in user do not count as wrong ones', async (t) => {
    const world = await gatedWorld(t)
    const ann = await world.person()
    const setUps = Array.from({ length: 12 }, () =>
      world.post('/api/v1/me/mfa/totp/setup', ann.token, { password: ann.password }),
    )
    assert.deepEqual(await statuses(setUps), { 200: 12 })
  })

  test('from one network any number of people sign in at once', async (t) => {
    const world = await gatedWorld(t)
    const people = await Promise.all(Array.from({ length: 60 }, () => world.person()))
    world.close()
    const all = people.flatMap(({ email, password }) => world.tries(1, email, password))
    await world.atHash(50)
    world.open()
    assert.deepEqual(await statuses(all), { 200: 60 })
  })

  test('attempts of a process that died count as failures after a minute', async (t) => {
    const world = await gatedWorld(t)
    const ann = await world.person()
    await world.fail(ann.email, 1)
    await world.db
      .updateTable('auth_throttle')
      .set({ in_flight: 4, in_flight_until: new Date(Date.now() + 30_000) })
      .where('account', 'is not', null)
      .execute()
    const waiting = await Promise.all(world.tries(2, ann.email, ann.password))
    assert.deepEqual(waiting.map(code), [
      [503, 'busy'],
      [503, 'busy'],
    ])
    world.clock.offset_ms = 31_000
    await world.fail(ann.email, 1)
    assert.deepEqual(code(await world.signIn(ann.email, ann.password)), locked)
  })
})

suite('login limits', () => {
  test('T-014 the fifty-first failure from one network gets 429, whatever address it forges', async (t) => {
    const { signIn } = await lockWorld(t)
    for (let i = 0; i < 51; i++) {
      const response = await signIn(`user${i}@example.org`, wrong, {
        remoteAddress: `2001:db8:1:2:${(i + 1).toString(16)}::${i}`,
        headers: { 'x-forwarded-for': `198.51.100.${i}` },
      })
      assert.equal(response.statusCode, i < 50 ? 401 : 429, String(i))
    }
    const next = { remoteAddress: '2001:db8:1:3::1' }
    assert.equal((await signIn('other@example.org', wrong, next)).statusCode, 401)
  })

  test('successful logins are not counted', async (t) => {
    const { person, signIn } = await lockWorld(t)
    const ann = await person()
    for (let i = 0; i < 55; i++) assert.equal((await signIn(ann.email, ann.password)).statusCode, 200)
  })

  test('a session refreshes at most thirty times a minute', async (t) => {
    const { person, post } = await createWorld(t)
    let { refresh_token } = await person()
    for (let i = 0; i < 31; i++) {
      const response = await post('/api/v1/auth/refresh', undefined, { refresh_token })
      if (i === 30) return assert.deepEqual(code(response), [429, 'rate_limited'])
      assert.equal(response.statusCode, 200)
      refresh_token = response.json().refresh_token
    }
  })
})
