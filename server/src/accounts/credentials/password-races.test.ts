import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { linkTo, templatesTo } from '../../testing/mails.ts'
import { secondFactor } from '../../testing/second-factor.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// A password that changes between the check of a request and what the request then does.

const login = '/api/v1/auth/login'
const next = 'quite another secret'

/** A world in which `between` runs once, right after the next successful check of a password. */
async function racingWorld(t: TestContext) {
  const world = await createWorld(t)
  const real = { ...world.deps.hasher }
  let between: (() => Promise<void>) | undefined
  world.deps.hasher.verify = async (password, phc) => {
    const matches = await real.verify(password, phc)
    const run = between
    between = undefined
    if (matches) await run?.()
    return matches
  }
  return { ...world, afterCheck: (run: () => Promise<void>) => (between = run) }
}

async function reset(world: World, person: Person): Promise<void> {
  await world.post('/api/v1/auth/forgot-password', undefined, { email: person.email })
  const { token } = await linkTo(world, person.email, 'reset_password')
  const done = await world.post('/api/v1/auth/reset-password', undefined, { token, new_password: next })
  assert.equal(done.statusCode, 200, done.body)
}

const openSessions = ({ db }: World) =>
  db.selectFrom('sessions').select('session_id').where('ended_at', 'is', null).execute()

suite('a password that changes between its check and the action', () => {
  test('opens no session', async (t) => {
    const world = await racingWorld(t)
    const ann = await world.person()
    world.afterCheck(() => reset(world, ann))
    const late = await world.post(login, undefined, { email: ann.email, password: ann.password })
    assert.deepEqual([late.statusCode, late.json().code], [401, 'invalid_credentials'])
    assert.deepEqual([late.cookies, await openSessions(world)], [[], []])
    const [failed] = await world.db
      .selectFrom('audit_events')
      .select('subject')
      .where('event', '=', 'login_failed')
      .execute()
    assert.equal(failed?.subject, ann.user_id)
    assert.equal((await world.post(login, undefined, { email: ann.email, password: next })).statusCode, 200)
  })

  test('opens no stage for a second factor either', async (t) => {
    const world = await racingWorld(t)
    const ann = await secondFactor(world).enrolled()
    world.afterCheck(() => reset(world, ann))
    const late = await world.post(login, undefined, { email: ann.email, password: ann.password })
    assert.deepEqual([late.statusCode, late.json().code], [401, 'invalid_credentials'])
    assert.deepEqual(await world.db.selectFrom('mfa_challenges').selectAll().execute(), [])
  })

  test('a login that only meets a renewed hash of the same password goes through', async (t) => {
    const world = await racingWorld(t)
    const ann = await world.person()
    world.afterCheck(async () => {
      const password_hash = await world.deps.hasher.hash(ann.password)
      await world.db.updateTable('users').set({ password_hash }).execute()
    })
    const response = await world.post(login, undefined, { email: ann.email, password: ann.password })
    assert.equal(response.statusCode, 200)
  })

  test('a login whose account is disabled or closed meanwhile opens nothing', async (t) => {
    const world = await racingWorld(t)
    const ann = await world.person()
    for (const [column, status, code] of [
      ['disabled_at', 403, 'account_disabled'],
      ['deletion_at', 401, 'invalid_credentials'],
    ] as const) {
      const set = (value: Date | null) =>
        world.db
          .updateTable('users')
          .set({ [column]: value })
          .execute()
      world.afterCheck(async () => void (await set(new Date())))
      const response = await world.post(login, undefined, { email: ann.email, password: ann.password })
      assert.deepEqual([response.statusCode, response.json().code], [status, code])
      await set(null)
    }
    assert.deepEqual(await openSessions(world), [{ session_id: ann.session_id }])
  })

  for (const email_verification_required of [false, true]) {
    const how = email_verification_required ? 'with confirmed addresses' : 'at once'
    test(`changes nothing of a signed-in account (${how})`, async (t) => {
      const world = await racingWorld(t)
      const root = await world.admin()
      const actions: [string, (password: string) => Record<string, unknown>][] = [
        ['password', (password) => ({ old_password: password, new_password: 'a third secret' })],
        ['email', (password) => ({ password, new_email: 'evil@example.com' })],
        ['mfa/totp/setup', (password) => ({ password })],
        ['delete', (password) => ({ password })],
      ]
      const people = []
      for (const action of actions) people.push({ action, ann: await world.person() })
      await world.post('/api/v1/admin/settings', root.token, { email_verification_required })
      for (const { action, ann } of people) {
        const [path, body] = action
        world.afterCheck(() => reset(world, ann))
        const late = await world.post(`/api/v1/me/${path}`, ann.token, body(ann.password))
        assert.deepEqual([late.statusCode, late.json().code], [400, 'invalid_password'], path)
        assert.equal((await templatesTo(world, ann.email)).at(-1), 'password_reset', path)
        assert.equal(
          (await world.post(login, undefined, { email: ann.email, password: next })).statusCode,
          200,
        )
      }
      assert.deepEqual(await world.db.selectFrom('mfa_totp').selectAll().execute(), [])
    })
  }

  for (const path of ['mfa/totp/disable', 'mfa/recovery-codes', 'delete']) {
    test(`neither does ${path}, and the code is not spent on it`, async (t) => {
      const world = await racingWorld(t)
      const { enrolled, codeOf } = secondFactor(world)
      const ann = await enrolled()
      const factor = () => world.db.selectFrom('mfa_totp').selectAll().executeTakeFirst()
      const codes = () => world.db.selectFrom('mfa_recovery_codes').selectAll().orderBy('code_hash').execute()
      const before = [await factor(), await codes()]
      world.afterCheck(() => reset(world, ann))
      const body = { password: ann.password, code: await codeOf(ann.secret) }
      const late = await world.post(`/api/v1/me/${path}`, ann.token, body)
      assert.deepEqual([late.statusCode, late.json().code], [400, 'invalid_password'])
      assert.deepEqual([await factor(), await codes()], before)
    })
  }
})

test('of logins that race with a change of the password none outlives it', async (t) => {
  const world = await createWorld(t, { env: { LOCK_THRESHOLD: '100' } })
  const ann = await world.person()
  let [password, coming] = [ann.password, next]
  for (let round = 0; round < 8; round++) {
    const own = await world.post(login, undefined, { email: ann.email, password })
    const [changed, ...logins] = await Promise.all([
      world.post('/api/v1/me/password', own.json().access_token, {
        old_password: password,
        new_password: coming,
      }),
      ...Array.from({ length: 6 }, () => world.post(login, undefined, { email: ann.email, password })),
    ])
    assert.equal(changed.statusCode, 200, changed.body)
    for (const one of logins.filter(({ statusCode }) => statusCode === 200)) {
      assert.equal((await world.get('/api/v1/me', one.json().access_token)).statusCode, 401)
    }
    ;[password, coming] = [coming, password]
  }
})

test('a code shown to close an account is still good when the closing fails', async (t) => {
  const world = await createWorld(t)
  const { enrolled, codeOf } = secondFactor(world)
  const { secret, recovery_codes, token, password } = await enrolled()
  const close = async (proof: object) =>
    (await world.post('/api/v1/me/delete', token, { password, ...proof })).statusCode
  await sql`alter table mail_outbox add constraint no_mail check (template <> 'account_deletion')`.execute(
    world.db,
  )
  const code = await codeOf(secret)
  assert.deepEqual([await close({ code }), await close({ recovery_code: recovery_codes[0] })], [500, 500])
  const { recovery_codes_remaining } = (await world.get('/api/v1/me/mfa', token)).json()
  assert.equal(recovery_codes_remaining, 10)
  await sql`alter table mail_outbox drop constraint no_mail`.execute(world.db)
  assert.equal(await close({ code }), 202)
})
