import { limitTable } from '../../platform/limit-table.ts'
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { accountDeps } from '../../app.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createAdmin } from './create-admin.ts'
import { isSetupOpen, makeSetupLink } from './setup-link.ts'

const setup = '/api/v1/setup'
const check = '/api/v1/setup/check'
const minutes = (count: number) => count * 60_000
const good = { email: 'Root@Example.org', password: 'a long secret' }

/** The token of a new link, as the server prints one at its start. */
async function newToken({ deps }: Pick<World, 'deps'>): Promise<string> {
  const made = await makeSetupLink(accountDeps(deps))
  return new URL(made!.link).hash.replace('#token=', '')
}

async function newInstallation(t: TestContext) {
  const world = await createWorld(t)
  const token = await newToken(world)
  const setUp = (body: object = {}) => world.post(setup, undefined, { token, ...good, ...body })
  const told = async (body: object = {}) => {
    const response = await setUp(body)
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  const checked = async (candidate = token) => {
    const response = await world.post(check, undefined, { token: candidate })
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  return { ...world, token, setUp, told, checked }
}

const over = [409, 'setup_over']
const refused = [401, 'setup_token_invalid']

suite('a new installation', () => {
  test('gets its first administrator by the link, who is signed in at once and needs no mail', async (t) => {
    const env = { EMAIL_VERIFICATION_REQUIRED: 'true', REGISTRATION_ENABLED: 'false' }
    const world = await createWorld(t, { env })
    const { get, post, db } = world
    assert.deepEqual((await get(setup)).json(), { is_open: true })
    const token = await newToken(world)
    const before = await post(check, undefined, { token })
    assert.equal(before.statusCode, 200)
    const left_ms = Date.parse(before.json<{ expires_at: string }>().expires_at) - Date.now()
    assert.ok(left_ms > minutes(29) && left_ms <= minutes(30), String(left_ms))
    const body = { token, ...good, nickname: ' Ann ', site_name: ' Night  Lab ' }
    const response = await post(setup, undefined, body)
    assert.equal(response.statusCode, 201, response.body)
    const { access_token, mfa_required, token_type } = response.json()
    assert.deepEqual([mfa_required, token_type], [false, 'bearer'])
    assert.deepEqual(response.cookies.map(({ name }) => name).toSorted(), ['svdev', 'svsid'])
    const me = (await get('/api/v1/me', access_token)).json()
    assert.deepEqual(
      [me.role, me.email, me.email_verified, me.nickname],
      ['admin', 'Root@Example.org', true, 'Ann'],
    )
    assert.equal((await get('/api/v1/config')).json().site_name, 'Night  Lab')
    assert.deepEqual((await get(setup)).json(), { is_open: false })
    const login = await post('/api/v1/auth/login', undefined, good)
    assert.equal(login.statusCode, 200)
    const rows = await db
      .selectFrom('audit_events')
      .select(['event', 'actor', 'subject', 'details', 'ip'])
      .orderBy('event_id')
      .execute()
    const { user_id } = me
    const [system, here] = [
      { actor: 'system', ip: null },
      { actor: user_id, ip: '127.0.0.1' },
    ]
    assert.deepEqual(rows.slice(0, 4), [
      { ...system, event: 'setup_link_made', subject: null, details: {} },
      { ...here, event: 'register', subject: null, details: {} },
      {
        ...here,
        actor: 'system',
        event: 'role_changed',
        subject: user_id,
        details: { from: 'user', to: 'admin' },
      },
      { ...here, event: 'settings_changed', subject: null, details: { site_name: 'Night  Lab' } },
    ])
    assert.ok(!world.logged().includes(token), 'the token is in no log line')
  })

  test('with session_mode cookie its page gets no tokens', async (t) => {
    const { setUp, app } = await newInstallation(t)
    const response = await setUp({ session_mode: 'cookie' })
    assert.deepEqual([response.json().access_token, response.json().refresh_token], [null, null])
    const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
    const me = await app.inject({ url: '/api/v1/me', cookies })
    assert.equal(me.json().role, 'admin')
  })

  test('names what is wrong with a password, an address or a name, and keeps the link', async (t) => {
    const { setUp, checked, db } = await newInstallation(t)
    const wrong: [string, unknown][] = [
      ['password', 'short'],
      ['password', 'password1'],
      ['password', good.email.toUpperCase()],
      ['email', 'nonsense'],
      ['site_name', '  '],
      ['site_name', 'x'.repeat(61)],
      ['site_name', 'a\u0007b'],
      ['site_name', 'a\nBcc: eve@example.org'],
      ['nickname', '\u202Eanna'],
    ]
    for (const [field, value] of wrong) {
      const response = await setUp({ [field]: value })
      assert.equal(response.statusCode, 422, `${field} ${String(value)}`)
      assert.deepEqual(response.json().detail[0].loc, ['body', field])
    }
    assert.equal((await checked())[0], 200)
    assert.deepEqual(await db.selectFrom('users').select('user_id').execute(), [])
  })

  test('keeps an address that somebody has registered, and the link', async (t) => {
    const { person, told, checked } = await newInstallation(t)
    const ann = await person()
    assert.deepEqual(await told({ email: ann.email.toUpperCase() }), [409, 'email_taken'])
    assert.equal((await checked())[0], 200)
    assert.deepEqual(await told(), [201, undefined])
  })
})

suite('the setup link', () => {
  test('is stored as a hash alone, and leads to a page with the token in the fragment', async (t) => {
    const { deps, db } = await createWorld(t, { env: { PUBLIC_BASE_URL: 'https://video.example.org/lab' } })
    const { link, expires_in_s } = (await makeSetupLink(accountDeps(deps)))!
    const [, token] = /^https:\/\/video\.example\.org\/lab\/setup#token=(svsu_[\w-]{43})$/.exec(link)!
    assert.equal(expires_in_s, 1800)
    const rows = await db.selectFrom('setup_link').selectAll().execute()
    assert.deepEqual(
      rows.map(({ token_hash }) => token_hash),
      [hashToken(token!)],
    )
  })

  test('works once, and not for whoever comes second', async (t) => {
    const { told, checked } = await newInstallation(t)
    assert.deepEqual(await told(), [201, undefined])
    assert.deepEqual(await told({ email: 'eve@example.org' }), over)
    assert.deepEqual(await checked(), over)
  })

  test('makes one administrator of any number who follow it at once', async (t) => {
    const { told, db } = await newInstallation(t)
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, index) => told({ email: `root${index}@example.org` })),
    )
    assert.deepEqual(
      all.toSorted((a, b) => Number(a[0]) - Number(b[0])),
      [[201, undefined], ...Array.from({ length: 11 }, () => over)],
    )
    assert.equal((await db.selectFrom('users').select('user_id').execute()).length, 1)
  })

  test('of several that were printed the newest counts, whichever process printed it', async (t) => {
    const { told, checked, deps, clock } = await newInstallation(t)
    clock.offset_ms = -minutes(10) // another process, with a slow clock
    const newest = await newToken({ deps })
    clock.offset_ms = 0
    assert.deepEqual(await told(), refused)
    assert.deepEqual(await checked(), refused)
    assert.equal((await checked(newest))[0], 200)
    assert.deepEqual(await told({ token: newest }), [201, undefined])
  })

  test('made at once by many, exactly one is good', async (t) => {
    const { deps, checked } = await newInstallation(t)
    const tokens = await Promise.all(Array.from({ length: 6 }, () => newToken({ deps })))
    const statuses = await Promise.all(tokens.map(async (token) => (await checked(token))[0]))
    assert.deepEqual(
      statuses.filter((status) => status !== 401),
      [200],
    )
  })

  test('ends after half an hour', async (t) => {
    const { told, checked, clock } = await newInstallation(t)
    clock.offset_ms = minutes(30) - 5_000
    assert.equal((await checked())[0], 200)
    clock.offset_ms = minutes(30)
    assert.deepEqual(await checked(), refused)
    assert.deepEqual(await told(), refused)
  })

  test('that ends while the password is being hashed has ended', async (t) => {
    const { told, deps, db, clock } = await newInstallation(t)
    const real = { ...deps.hasher }
    Object.assign(deps.hasher, {
      hash: (password: string) => {
        clock.offset_ms = minutes(31)
        return real.hash(password)
      },
    })
    assert.deepEqual(await told(), refused)
    assert.deepEqual(await db.selectFrom('users').select('user_id').execute(), [])
  })

  test('is worth nothing when there is an administrator by another way, be they gone or not', async (t) => {
    const { told, checked, db, deps, get } = await newInstallation(t)
    const stored = await db.selectFrom('setup_link').selectAll().executeTakeFirstOrThrow()
    await createAdmin(accountDeps(deps), 'other@example.org', deps.config.public_base_url)
    assert.deepEqual(await db.selectFrom('setup_link').selectAll().execute(), [], 'the command ends it')
    await db.insertInto('setup_link').values(stored).execute() // as if the command had left it
    for (const change of [{ disabled_at: null }, { disabled_at: new Date() }, { deletion_at: new Date() }]) {
      await db.updateTable('users').set(change).execute()
      assert.deepEqual(await told(), over)
      assert.deepEqual(await checked(), over)
      assert.deepEqual(await isSetupOpen(db), false)
      assert.deepEqual((await get(setup)).json(), { is_open: false })
    }
    assert.equal(await makeSetupLink(accountDeps(deps)), undefined)
    assert.deepEqual(await db.selectFrom('setup_link').selectAll().execute(), [])
  })

  test('waits for a command that is making an administrator, and then gives nothing', async (t) => {
    const { told, db, deps, person } = await newInstallation(t)
    const ann = await person()
    const waiting: Promise<unknown>[] = []
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('setup_link').execute()
      await trx.updateTable('users').set({ role: 'admin' }).where('user_id', '=', ann.user_id).execute()
      waiting.push(told(), makeSetupLink(accountDeps(deps)))
      await until(async () => {
        const asleep = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return (await asleep.execute(deps.db)).rows[0]!.count === 2
      }, 'two that wait')
    })
    assert.deepEqual(await Promise.all(waiting), [over, undefined])
    assert.equal((await db.selectFrom('users').select('user_id').execute()).length, 1)
  })

  test('does all of its work or none of it, wherever it ends', async (t) => {
    const { setUp, db, checked } = await newInstallation(t)
    await sql`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'here'; end $$`.execute(db)
    const tables = ['users', 'ledger_accounts', 'audit_events', 'settings', 'sessions', 'access_tokens']
    for (const table of tables) {
      await sql`create trigger fail before insert on ${sql.table(table)} execute function fail()`.execute(db)
      assert.equal((await setUp({ site_name: 'Lab' })).statusCode, 500, table)
      await sql`drop trigger fail on ${sql.table(table)}`.execute(db)
      assert.equal((await checked())[0], 200, `${table}: the link is still good`)
      for (const written of ['users', 'settings', 'sessions'] as const)
        assert.deepEqual(await db.selectFrom(written).selectAll().execute(), [], `${table}: ${written}`)
    }
    assert.equal((await setUp({ site_name: 'Lab' })).statusCode, 201)
  })
})

suite('whoever has no link', () => {
  test('learns nothing: neither by guessing nor about addresses', async (t) => {
    const { post, person, checked } = await newInstallation(t)
    const ann = await person()
    const bodies = new Set<string>()
    for (const email of [ann.email, 'nobody@example.org', 'nonsense']) {
      for (const password of [good.password, 'password1']) {
        const response = await post(setup, undefined, { token: 'a'.repeat(48), email, password })
        assert.equal(response.statusCode, 401)
        bodies.add(JSON.stringify({ ...response.json(), request_id: '' }))
      }
    }
    assert.equal(bodies.size, 1)
    for (const guess of ['svsu_', 'null', '*', "' or true --", '\\x00', 'é'.repeat(128)])
      assert.deepEqual(await checked(guess), refused, guess)
  })

  test('can not put a token into the address, where it would be logged', async (t) => {
    const { post, token, db } = await newInstallation(t)
    const query = `?token=${token}`
    for (const [path, body] of [
      [check, {}],
      [setup, good],
    ] as const) {
      const response = await post(path + query, undefined, body)
      assert.equal(response.statusCode, 422)
      assert.deepEqual(response.json().detail[0].loc, ['body', 'token'])
    }
    assert.deepEqual(await db.selectFrom('users').select('user_id').execute(), [])
  })

  test('has fifty guesses in a quarter of an hour; the right link is not among what they cost', async (t) => {
    const { checked, told, clock } = await newInstallation(t)
    for (let index = 0; index < 60; index++) assert.equal((await checked())[0], 200)
    for (let index = 0; index < limitTable['failed-setups'].points; index++)
      assert.deepEqual(index % 2 ? await checked('wrong') : await told({ token: 'wrong' }), refused)
    assert.deepEqual(await checked('wrong'), [429, 'rate_limited'])
    assert.deepEqual(await told(), [429, 'rate_limited'])
    clock.offset_ms = minutes(16)
    assert.deepEqual(await told(), [201, undefined])
  })

  test('is no page of another site', async (t) => {
    const { app, token, checked } = await newInstallation(t)
    for (const url of [check, setup]) {
      const headers = { origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' }
      const response = await app.inject({ method: 'POST', url, headers, payload: { token, ...good } })
      assert.deepEqual([response.statusCode, response.json().code], [403, 'csrf_failed'])
    }
    assert.equal((await checked())[0], 200)
  })
})

test('whether an administrator is missing costs no question once there is one', async (t) => {
  const { get, told, db } = await newInstallation(t)
  assert.deepEqual((await get(setup)).json(), { is_open: true })
  await told()
  assert.deepEqual((await get(setup)).json(), { is_open: false })
  await db.updateTable('users').set({ role: 'user' }).execute() // what no route does
  assert.deepEqual((await get(setup)).json(), { is_open: false })
})
