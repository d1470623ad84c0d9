import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { linkTo } from '../testing/mails.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'

const codes = '/api/v1/admin/invite-codes'
const register = '/api/v1/auth/register'
const password = 'correct horse battery'
const confirmed = { env: { EMAIL_VERIFICATION_REQUIRED: 'true' } }

async function invite({ post }: World, root: Person, input: object = {}) {
  const response = await post(codes, root.token, { bonus: 500, ...input })
  assert.equal(response.statusCode, 201, response.body)
  return response.json<{ invite_code_id: string; code: string; last4: string }>()
}

const signUp = ({ post }: World, email: string, invite_code: string) =>
  post(register, undefined, { email, password, invite_code })

async function balanceOf({ db }: World, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('ledger_accounts as account', 'account.owner_user_id', 'users.user_id')
    .select('account.balance')
    .where('email', '=', email)
    .where('kind', '=', 'user_available')
    .executeTakeFirst()
  return row?.balance ?? undefined
}

const uses = async ({ db }: World): Promise<number> =>
  (await db.selectFrom('invite_codes').select('used').executeTakeFirstOrThrow()).used

/** An administrator of a server where addresses have to be confirmed. */
async function rootOf(world: World): Promise<Person> {
  const settings = '/api/v1/admin/settings'
  await world.db
    .insertInto('settings')
    .values({
      key: 'email_verification_required',
      value: false,
      updated_by: null,
      updated_at: new Date(),
    })
    .execute()
  const root = await world.admin()
  assert.equal(
    (await world.post(settings, root.token, { email_verification_required: null })).statusCode,
    200,
  )
  return root
}

suite('invite codes', () => {
  test('a code brings its bonus to who registers with it, in any case, and stands in their history', async (t) => {
    const world = await createWorld(t)
    const { code, last4 } = await invite(world, await world.admin(), { max_uses: 2 })
    assert.match(code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const response = await signUp(world, 'ann@example.org', code.toLowerCase())
    assert.equal(response.statusCode, 201, response.body)
    const { items } = (await world.get('/api/v1/me/transactions', response.json().access_token)).json()
    assert.deepEqual(
      items.map((line: Record<string, unknown>) => [line['type'], line['amount'], line['description']]),
      [['signup_bonus', 500, `Invite code ending in ${last4}`]],
    )
    assert.equal(await balanceOf(world, 'ann@example.org'), 500)
  })

  test('an unknown, expired, used up or disabled code is refused, and makes no account', async (t) => {
    const world = await createWorld(t)
    const root = await world.admin()
    const used = await invite(world, root)
    assert.equal((await signUp(world, 'first@example.org', used.code)).statusCode, 201)
    const disabled = await invite(world, root, { max_uses: 5 })
    const stop = () => world.post(`${codes}/${disabled.invite_code_id}/disable`, root.token)
    assert.equal((await stop()).json().status, 'disabled')
    assert.deepEqual((await stop()).json(), (await stop()).json())
    const expired = await invite(world, root, { expires_at: new Date(Date.now() + 1000).toISOString() })
    world.clock.offset_ms += 1001
    for (const code of ['NOSUCHCODE', used.code, disabled.code, expired.code]) {
      const response = await signUp(world, 'ann@example.org', code)
      assert.equal(response.statusCode, 422)
      const { loc, type } = response.json().detail[0]
      assert.deepEqual([loc, type], [['body', 'invite_code'], 'value_error'])
    }
    assert.equal(await balanceOf(world, 'ann@example.org'), undefined)
    const { items } = (await world.get(codes, root.token)).json()
    assert.deepEqual(
      items.map((item: { status: string; used: number }) => [item.status, item.used]),
      [
        ['expired', 0],
        ['disabled', 0],
        ['used_up', 1],
      ],
    )
    const events = (await world.get('/api/v1/admin/audit?event=invite_code_disabled', root.token)).json()
    assert.equal(events.total, 1)
  })

  test('a code is shown once, and kept as a hash', async (t) => {
    const world = await createWorld(t)
    const root = await world.admin()
    const { code } = await invite(world, root, { code: 'LAUNCH-2026', note: 'Launch' })
    assert.equal(code, 'LAUNCH-2026')
    const rows = await world.db.selectFrom('invite_codes').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes('LAUNCH'))
    assert.ok(!(await world.get(codes, root.token)).body.includes('LAUNCH'))
    const again = await world.post(codes, root.token, { code: 'launch-2026', bonus: 1 })
    assert.deepEqual([again.statusCode, again.json().code], [409, 'invite_code_exists'])
    for (const body of [
      { bonus: 0 },
      { bonus: 1, code: 'a b c d' },
      { bonus: 1, expires_at: '2020-01-01T00:00:00Z' },
    ])
      assert.equal((await world.post(codes, root.token, body)).statusCode, 422, JSON.stringify(body))
    const missing = await world.post(`${codes}/${crypto.randomUUID()}/disable`, root.token)
    assert.deepEqual([missing.statusCode, missing.json().code], [404, 'invite_code_not_found'])
  })

  test('after ten wrong codes in an hour even a right one is refused', async (t) => {
    const world = await createWorld(t)
    const { code } = await invite(world, await world.admin(), { code: 'EASY', max_uses: 100 })
    for (let i = 0; i < 3; i++) assert.equal((await signUp(world, `a${i}@example.org`, code)).statusCode, 201)
    for (let i = 0; i < 10; i++)
      assert.equal((await signUp(world, 'eve@example.org', `WRONG${i}`)).statusCode, 422)
    const response = await signUp(world, 'eve@example.org', code)
    assert.deepEqual([response.statusCode, response.json().code], [429, 'rate_limited'])
  })

  test('thirty people of one network register at once with a right code', async (t) => {
    const world = await createWorld(t)
    const { code } = await invite(world, await world.admin(), { max_uses: 30 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => signUp(world, `p${i}@example.org`, code)),
    )
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      Array.from({ length: 30 }, () => 201),
    )
    assert.equal(await uses(world), 30)
  })

  test('of fifty wrong codes at once ten are checked', async (t) => {
    const world = await createWorld(t)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => signUp(world, 'eve@example.org', `WRONG${i}`)),
    )
    const statuses = answers.map((answer) => answer.statusCode)
    assert.deepEqual(
      [statuses.filter((s) => s === 422).length, statuses.filter((s) => s === 429).length],
      [10, 40],
    )
  })

  test('T-142 of fifty registrations at once for the last use of a code one gets the bonus', async (t) => {
    const world = await createWorld(t)
    const { code } = await invite(world, await world.admin())
    // Distinct addresses of origin, or the limit on wrong codes would decide.
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        world.app.inject({
          method: 'POST',
          url: register,
          remoteAddress: `192.0.2.${i + 1}`,
          payload: { email: `p${i}@example.org`, password, invite_code: code },
        }),
      ),
    )
    const statuses = answers.map((answer) => answer.statusCode)
    assert.deepEqual(
      [statuses.filter((s) => s === 201).length, statuses.filter((s) => s === 422).length],
      [1, 49],
    )
    assert.equal(await uses(world), 1)
    const bonuses = await world.db
      .selectFrom('ledger_transactions')
      .select('user_id')
      .where('kind', '=', 'signup_bonus')
      .execute()
    assert.equal(bonuses.length, 1)
  })
})

suite('bonuses of addresses that have to be confirmed', () => {
  const verify = (world: World, token: string) => world.get(`/api/v1/auth/verify-email?token=${token}`)

  test('T-143 the bonus comes with the confirmation, once, however often the link is followed', async (t) => {
    const world = await createWorld(t, confirmed)
    const { code } = await invite(world, await rootOf(world), { max_uses: 5 })
    assert.equal((await signUp(world, 'ann@example.org', code)).statusCode, 201)
    assert.deepEqual([await balanceOf(world, 'ann@example.org'), await uses(world)], [0, 0])
    const { token } = await linkTo(world, 'ann@example.org', 'verify_email')
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(world, token)))
    assert.ok(answers.every((answer) => answer.statusCode === 200))
    assert.deepEqual([await balanceOf(world, 'ann@example.org'), await uses(world)], [500, 1])
  })

  test('a code that was used up meanwhile brings no bonus, and the address is confirmed all the same', async (t) => {
    const world = await createWorld(t, confirmed)
    const { code } = await invite(world, await rootOf(world))
    for (const email of ['ann@example.org', 'bob@example.org']) await signUp(world, email, code)
    for (const email of ['ann@example.org', 'bob@example.org']) {
      const { token } = await linkTo(world, email, 'verify_email')
      assert.equal((await verify(world, token)).json().already_verified, false)
    }
    assert.deepEqual(
      [await balanceOf(world, 'ann@example.org'), await balanceOf(world, 'bob@example.org')],
      [500, 0],
    )
  })

  test('who lost the first mail and resets the password has the bonus too', async (t) => {
    const world = await createWorld(t, confirmed)
    const { code } = await invite(world, await rootOf(world))
    await signUp(world, 'ann@example.org', code)
    await world.post('/api/v1/auth/forgot-password', undefined, { email: 'ann@example.org' })
    const { token } = await linkTo(world, 'ann@example.org', 'reset_password')
    const reset = { token, new_password: 'another long secret' }
    assert.equal((await world.post('/api/v1/auth/reset-password', undefined, reset)).statusCode, 200)
    assert.deepEqual([await balanceOf(world, 'ann@example.org'), await uses(world)], [500, 1])
  })

  test('T-143 who deletes the account and comes back uses the code once more', async (t) => {
    const world = await createWorld(t)
    const { code } = await invite(world, await world.admin(), { max_uses: 2 })
    const first = await signUp(world, 'ann@example.org', code)
    assert.equal(
      (await world.post('/api/v1/me/delete', first.json().access_token, { password })).statusCode,
      202,
    )
    assert.equal((await signUp(world, 'ann@example.org', code)).json().code, 'email_taken')
    assert.equal(await uses(world), 1)
  })
})
