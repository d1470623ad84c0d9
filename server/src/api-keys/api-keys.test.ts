import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createApp } from '../app.ts'
import { createDb, createPool } from '../platform/db/database.ts'
import { createNotifier } from '../platform/db/notifier.ts'
import { revokeApiKeysOf } from './api-keys.ts'
import { fuzzParameters } from '../testing/every-route/fuzz.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { createWorld, type World } from '../testing/world.ts'

const keys = '/api/v1/me/api-keys'
const revoke = (key_id: string) => `${keys}/${key_id}/revoke`
const me = '/api/v1/me'
const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A call with only these headers. */
const call = async (app: World['app'], url: string, headers: Record<string, string>) => {
  const response = await app.inject({ url, headers })
  return [response.statusCode, response.json<{ code?: string }>().code] as const
}

/** The server as a second process runs it: it shares only the database. */
async function secondProcess(world: World): Promise<World['app']> {
  const { deps, connection, resources } = world
  const db = createDb(createPool({ connection, pool_size: 4, onError: () => {} }))
  resources.defer(() => db.destroy())
  const notifier = resources.use(createNotifier({ connection, log: deps.log }))
  const app = await createApp({ ...deps, db, notifier })
  resources.defer(() => app.close())
  return app
}

/** Connections that wait for a lock. */
async function countWaiting(db: World['db']): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}

suite('making a key', () => {
  test('a key made without options has every scope, and works in both headers', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const response = await world.post(keys, ann.token, { name: ' CI\u0301 ' })
    assert.equal(response.statusCode, 201)
    assert.equal(response.headers['cache-control'], 'no-store')
    const { api_key, key_id, created_at, last4, key_prefix, ...rest } = response.json()
    assert.match(api_key, /^svck_[0-9A-Za-z]{38}$/)
    assert.deepEqual([key_prefix, last4], [api_key.slice(0, 9), api_key.slice(-4)])
    assert.match(created_at, /Z$/)
    assert.deepEqual(rest, {
      name: 'C\u00CD',
      scopes: ['video:read', 'video:write', 'agent', 'account:read', 'account:write'],
      is_active: true,
      status: 'active',
      rate_limit_per_minute: null,
      spend_cap: null,
      spend_cap_period: null,
      spent_in_period: 0,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      disabled_at: null,
    })
    assert.deepEqual(await call(world.app, me, { 'x-api-key': api_key }), [200, undefined])
    assert.deepEqual(await call(world.app, me, { authorization: `Bearer ${api_key}` }), [200, undefined])
    const list = (await world.get(keys, ann.token)).json()
    assert.deepEqual([list.total, list.page, list.page_size, list.items[0].key_id], [1, 1, 100, key_id])
  })

  test('T-082 the fifty-first active key is refused, also of two that are made at once', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    for (let i = 0; i < 48; i++) await world.apiKey(ann)
    // Audit events wait for a lock, so that all six requests are under way before the first one completes.
    const { promise: recorded, resolve: goOn } = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = world.db.transaction().execute(async (trx) => {
      await sql`lock table audit_events in share row exclusive mode`.execute(trx)
      locked.resolve()
      await recorded
    })
    await locked.promise
    const calls = Promise.all(Array.from({ length: 6 }, () => world.post(keys, ann.token, { name: 'x' })))
    while ((await countWaiting(world.db)) < 6) await wait(5)
    goOn()
    await holding
    const at_once = await calls
    const codes = at_once.map((response) => response.statusCode).toSorted((a, b) => a - b)
    assert.deepEqual(codes, [201, 201, 409, 409, 409, 409])
    const refused = at_once.find((response) => response.statusCode === 409)!
    assert.equal(refused.json().code, 'api_key_limit_reached')
    const made = at_once.find((response) => response.statusCode === 201)!.json()
    await world.post(revoke(made.key_id), ann.token)
    assert.equal(
      (await world.post(keys, ann.token, { name: 'x' })).statusCode,
      201,
      'revoked ones are not counted',
    )
  })

  test('T-082 invalid options are refused by field', async (t) => {
    const { person, post, clock } = await createWorld(t)
    const ann = await person()
    const inYears = (years: number, ms = 0) => {
      const date = new Date(Date.now() + clock.offset_ms)
      date.setUTCFullYear(date.getUTCFullYear() + years)
      return new Date(date.getTime() + ms).toISOString()
    }
    const wrong: [object, string, string][] = [
      [{ name: ' ' }, 'name', 'string_too_short'],
      [{ name: 'x'.repeat(65) }, 'name', 'string_too_long'],
      [{ name: 'a\u0007b' }, 'name', 'value_error'],
      [{ name: 'a\u202Eb' }, 'name', 'value_error'],
      [{ name: null }, 'name', 'string_type'],
      [{ scopes: [] }, 'scopes', 'value_error'],
      [{ scopes: ['admin'] }, 'scopes', 'literal_error'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'value_error'],
      [{ expires_at: inYears(2, 60_000) }, 'expires_at', 'value_error'],
      [{ expires_at: '2027-02-30T00:00:00Z' }, 'expires_at', 'value_error'],
      [{ expires_at: 'tomorrow' }, 'expires_at', 'value_error'],
      [{ rate_limit_per_minute: 0 }, 'rate_limit_per_minute', 'greater_than_equal'],
      [{ rate_limit_per_minute: 6001 }, 'rate_limit_per_minute', 'less_than_equal'],
      [{ spend_cap: 0 }, 'spend_cap', 'greater_than_equal'],
      [{ spend_cap: 1.5 }, 'spend_cap', 'int_type'],
      [{ spend_cap_period: 'total' }, 'spend_cap_period', 'value_error'],
      [{ spend_cap: 5, spend_cap_period: 'day' }, 'spend_cap_period', 'literal_error'],
    ]
    for (const [change, field, type] of wrong) {
      const response = await post(keys, ann.token, { name: 'x', ...change })
      assert.equal(response.statusCode, 422, JSON.stringify(change))
      const [problem] = response.json().detail
      assert.deepEqual(
        [problem.loc.slice(0, 2), problem.type],
        [['body', field], type],
        JSON.stringify(change),
      )
    }
    const right = await post(keys, ann.token, {
      name: 'x'.repeat(64),
      scopes: ['agent', 'video:read', 'agent'],
      expires_at: inYears(2, -1000),
      rate_limit_per_minute: 6000,
      spend_cap: 1_000_000_000,
    })
    assert.equal(right.statusCode, 201)
    const { scopes, spend_cap_period } = right.json()
    assert.deepEqual([scopes, spend_cap_period], [['video:read', 'agent'], 'month'])
  })

  test("T-081 nobody makes a key for somebody else, or chooses what isn't theirs to choose", async (t) => {
    const { person, post, get, db } = await createWorld(t)
    const [ann, eve] = [await person(), await person()]
    const key_id = '00000000-0000-4000-8000-000000000000'
    const response = await post(keys, eve.token, {
      name: 'x',
      user_id: ann.user_id,
      is_active: true,
      key_id,
      key_hash: 'x',
      last4: '0000',
      disabled_at: null,
    })
    assert.equal(response.statusCode, 201)
    assert.notEqual(response.json().key_id, key_id)
    assert.equal((await get(keys, ann.token)).json().total, 0)
    const rows = await db.selectFrom('api_keys').select('user_id').execute()
    assert.deepEqual(rows, [{ user_id: eve.user_id }])
  })

  test('T-073, T-153 after its creation a key is nowhere in the clear, and its story is told once', async (t) => {
    const world = await createWorld(t)
    const { person, apiKey, get, post, db, app } = world
    const ann = await person()
    const { key_id, api_key } = await apiKey(ann)
    const first = await post(revoke(key_id), ann.token)
    const [second, third] = await Promise.all([
      post(revoke(key_id), ann.token),
      post(revoke(key_id), ann.token),
    ])
    assert.deepEqual(second.json(), first.json())
    assert.deepEqual(third.json(), first.json())
    const refused = await app.inject({ url: me, headers: { 'x-api-key': api_key } })
    const answers = [await get(keys, ann.token), await get(me, ann.token), first, refused]
    const events = await db.selectFrom('audit_events').selectAll().execute()
    const mails = await db.selectFrom('mail_outbox').selectAll().execute()
    const rows = await db.selectFrom('api_keys').selectAll().execute()
    const everything = [
      ...answers.map((answer) => answer.body),
      JSON.stringify([events, mails, rows]),
      world.logged(),
    ]
    const bytes = Buffer.from(api_key).toString('hex')
    for (const text of everything) assert.ok(!text.includes(api_key.slice(9)) && !text.includes(bytes))
    const told = events
      .filter(({ event }) => event.startsWith('api_key'))
      .map(({ event, actor, subject, ip, request_id }) => [
        event,
        actor,
        subject,
        ip,
        request_id?.slice(0, 4),
      ])
    assert.deepEqual(told, [
      ['api_key_created', ann.user_id, key_id, '127.0.0.1', 'req_'],
      ['api_key_revoked', ann.user_id, key_id, '127.0.0.1', 'req_'],
    ])
    assert.deepEqual(
      mails.map(({ recipient, template }) => [recipient, template]),
      [[ann.email, 'api_key_created']],
    )
  })
})

suite('what a key may do', () => {
  test('T-074 the key of somebody else looks the same as no key at all', async (t) => {
    const { person, apiKey, post, get } = await createWorld(t)
    const [ann, eve] = [await person(), await person()]
    const { key_id, api_key } = await apiKey(ann)
    for (const id of [key_id, crypto.randomUUID(), 'x', '%00', key_id.toUpperCase()]) {
      const response = await post(revoke(id), eve.token)
      assert.deepEqual([response.statusCode, response.json().code], [404, 'api_key_not_found'], id)
    }
    assert.equal((await get(me, api_key)).statusCode, 200)
  })

  test('a key may revoke itself, but no other key of its account', async (t) => {
    const { person, apiKey, post, get } = await createWorld(t)
    const ann = await person()
    const [leaked, other] = [await apiKey(ann, { scopes: ['agent'] }), await apiKey(ann)]
    const refused = await post(revoke(other.key_id), leaked.api_key)
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'session_required'])
    assert.equal((await post(revoke(leaked.key_id), leaked.api_key)).json().status, 'revoked')
    const dead = await post(revoke(leaked.key_id), leaked.api_key)
    assert.deepEqual([dead.statusCode, dead.json().code], [401, 'api_key_revoked'])
    assert.equal((await get(me, other.api_key)).statusCode, 200)
  })

  test('T-076 without its scope a key is told which one it lacks', async (t) => {
    const { person, apiKey, app, remove } = await createWorld(t)
    const ann = await person()
    const needs: [string, string, string][] = [
      ['GET', me, 'account:read'],
      ['GET', keys, 'account:read'],
      ['GET', '/api/v1/me/transactions', 'account:read'],
      ['POST', '/api/v1/me/topup', 'account:write'],
      ['POST', '/api/v1/video/generate', 'video:write'],
      ['GET', '/api/v1/tasks', 'video:read'],
      ['GET', '/api/v1/task/x', 'video:read'],
      ['DELETE', '/api/v1/task/x', 'video:write'],
      ['GET', '/api/v1/result/x', 'video:read'],
    ]
    const all = ['video:read', 'video:write', 'agent', 'account:read', 'account:write']
    const only = new Map<string, string>()
    const without = new Map<string, string>()
    for (const scope of new Set(needs.map(([, , scope]) => scope))) {
      only.set(scope, (await apiKey(ann, { scopes: [scope] })).api_key)
      const others = all.filter((other) => other !== scope)
      without.set(scope, (await apiKey(ann, { scopes: others })).api_key)
    }
    for (const [method, url, scope] of needs) {
      const send = (key: string) =>
        app.inject({ method: method as 'GET', url, headers: { 'x-api-key': key } })
      const refused = await send(without.get(scope)!)
      assert.equal(refused.statusCode, 403, `${method} ${url}`)
      const { code, required_scope } = refused.json()
      assert.deepEqual([code, required_scope], ['insufficient_scope', scope])
      assert.ok(![401, 403].includes((await send(only.get(scope)!)).statusCode), `${method} ${url}`)
    }
    assert.equal((await remove('/api/v1/task/x', ann.token)).statusCode, 404)
  })

  test('T-075 no key makes keys or touches credentials, sessions or other people', async (t) => {
    const { admin, apiKey, app, post } = await createWorld(t)
    const { api_key } = await apiKey(await admin())
    const made = await post(keys, api_key, { name: 'x' })
    assert.deepEqual([made.statusCode, made.json().code], [403, 'session_required'])
    const closed =
      /^\/api\/v1\/(admin\/|me\/(password|mfa\/\w+\/\w+|mfa\/recovery-codes|email|export|delete|sessions\/.+))/
    const document = app.swagger() as { paths: Record<string, Record<string, unknown>> }
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!closed.test(path)) continue
      for (const method of Object.keys(operations)) {
        const response = await app.inject({
          method: method.toUpperCase() as 'GET',
          url: path.replaceAll(/\{\w+\}/g, crypto.randomUUID()),
          headers: { authorization: `Bearer ${api_key}` },
        })
        assert.deepEqual([response.statusCode, response.json().code], [403, 'session_required'], path)
      }
    }
  })

  test('a key has its own rate, in all processes together', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const { api_key } = await world.apiKey(ann, { rate_limit_per_minute: 3 })
    const apps = [world.app, await secondProcess(world)]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        apps[i % 2]!.inject({ url: me, headers: { 'x-api-key': api_key } }),
      ),
    )
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 3)
    const refused = answers.find(({ statusCode }) => statusCode !== 200)!
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers['retry-after']) <= 60)
    assert.equal(refused.headers['ratelimit-policy'], '"api_key";q=3;w=60')
    assert.equal((await world.get(me, ann.token)).statusCode, 200)
  })

  test('a second factor of the account is asked for before a key is made', async (t) => {
    const { deps, person } = await createWorld(t)
    const ann = await person()
    const { createApiKey } = await import('./create-api-key.ts')
    const make = (mfa: boolean) =>
      createApiKey(
        { ...deps, api_key_auth_enabled: true, hasSecondFactor: async () => true },
        { ...ann, kind: 'session', role: 'user', mfa, signed_in_at: new Date() },
        { name: 'x' },
        { ip: '127.0.0.1', request_id: 'req_x', language: 'en' },
      )
    await assert.rejects(make(false), { status: 403, code: 'mfa_required' })
    assert.equal((await make(true)).status, 'active')
  })
})

suite('a key that has ended', () => {
  test('T-070 a key revoked in one process is dead at the next request in another', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const own = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const other = await startServerProcess(world)
    const status = async (address: string, api_key: string) => {
      const response = await fetch(address + me, { headers: { 'x-api-key': api_key } })
      return [response.status, ((await response.json()) as { code?: string }).code]
    }
    const revokeAt = async (address: string, key_id: string) => {
      const headers = { authorization: `Bearer ${ann.token}` }
      assert.equal((await fetch(address + revoke(key_id), { method: 'POST', headers })).status, 200)
    }
    for (let i = 0; i < 6; i++) {
      const [here, there] = i % 2 ? [own, other] : [other, own]
      const { key_id, api_key } = await world.apiKey(ann)
      for (let warm = 0; warm < 3; warm++) assert.deepEqual(await status(there, api_key), [200, undefined])
      await revokeAt(here, key_id)
      assert.deepEqual(await status(there, api_key), [401, 'api_key_revoked'])
    }
  })

  test('all keys of an account can be revoked in one transaction, and each is recorded', async (t) => {
    const { person, apiKey, get, post, db } = await createWorld(t)
    const [ann, eve] = [await person(), await person()]
    const [first, second, third] = [await apiKey(ann), await apiKey(ann), await apiKey(eve)]
    await post(revoke(first.key_id), ann.token)
    const origin = { ip: '127.0.0.1', request_id: 'req_x' }
    const revokeAll = () =>
      db.transaction().execute((trx) => revokeApiKeysOf(trx, ann.user_id, origin, new Date()))
    assert.deepEqual([await revokeAll(), await revokeAll()], [1, 0])
    assert.equal((await get(me, second.api_key)).json().code, 'api_key_revoked')
    assert.equal((await get(me, third.api_key)).statusCode, 200)
    const events = await db
      .selectFrom('audit_events')
      .select('subject')
      .where('event', '=', 'api_key_revoked')
      .orderBy('event_id')
      .execute()
    assert.deepEqual(
      events.map(({ subject }) => subject),
      [first.key_id, second.key_id],
    )
  })

  test('T-080 a key expires between two requests', async (t) => {
    const { person, apiKey, app, clock, get } = await createWorld(t)
    const ann = await person()
    const { api_key } = await apiKey(ann, { expires_at: new Date(Date.now() + 60_000).toISOString() })
    assert.deepEqual(await call(app, me, { 'x-api-key': api_key }), [200, undefined])
    clock.offset_ms = 61_000
    assert.deepEqual(await call(app, me, { 'x-api-key': api_key }), [401, 'api_key_expired'])
    const [item] = (await get(keys, ann.token)).json().items
    assert.deepEqual([item.status, item.is_active], ['expired', false])
  })

  test('T-072 an ended key does not fall back to a cookie, nor a good one to a token', async (t) => {
    const { person, apiKey, app, post } = await createWorld(t)
    const opened = await post('/api/v1/auth/register', undefined, {
      email: 'a@example.org',
      password: 'a long secret',
    })
    const cookie = `svsid=${opened.cookies[0]!.value}`
    const ann = await person()
    const [good, dead] = [await apiKey(ann), await apiKey(ann)]
    await post(revoke(dead.key_id), ann.token)
    assert.deepEqual(await call(app, me, { 'x-api-key': dead.api_key, cookie }), [401, 'api_key_revoked'])
    const expired = `Bearer svat_${'a'.repeat(43)}`
    assert.deepEqual(await call(app, me, { 'x-api-key': good.api_key, authorization: expired }), [
      200,
      undefined,
    ])
    const bearer = `Bearer ${ann.token}`
    assert.deepEqual(await call(app, me, { 'x-api-key': 'rubbish', authorization: bearer }), [
      401,
      'invalid_api_key',
    ])
    const both = `${good.api_key}, ${good.api_key}`
    assert.deepEqual(await call(app, me, { 'x-api-key': both, cookie }), [401, 'invalid_api_key'])
  })

  test('when a key was last used is written at most once a minute', async (t) => {
    const { person, apiKey, app, clock, db } = await createWorld(t)
    const { api_key } = await apiKey(await person())
    const used = async () =>
      (await db.selectFrom('api_keys').select('last_used_at').executeTakeFirstOrThrow()).last_used_at
    const untilUsedAfter = async (instant: number) => {
      for (let i = 0; i < 200; i++) {
        const at = await used()
        if (at && at.getTime() > instant) return at
        await wait(10)
      }
      throw new Error('never written')
    }
    await call(app, me, { 'x-api-key': api_key })
    const first = await untilUsedAfter(0)
    clock.offset_ms = 50_000
    await call(app, me, { 'x-api-key': api_key })
    clock.offset_ms = 70_000
    await call(app, me, { 'x-api-key': api_key })
    const second = await untilUsedAfter(first.getTime())
    assert.ok(second.getTime() - first.getTime() >= 60_000, 'the call after 50 seconds wrote nothing')
  })
})

test('T-077 whatever stands in the header is refused without a lookup, and never breaks the server', async (t) => {
  const { person, apiKey, deps, app, resources } = await createWorld(t)
  const { api_key } = await apiKey(await person())
  const { createAuthenticateKey } = await import('./authenticate-key.ts')
  const body = api_key.slice(5, 37)
  const base62 = fc.string({
    unit: fc.constantFrom(...Array.from(base62Digits)),
    minLength: 38,
    maxLength: 38,
  })
  const mutated = fc
    .tuple(fc.nat(api_key.length - 1), fc.constantFrom('0', 'Z', 'z', '-', '_', 'é', ' '))
    .map(([at, char]) => api_key.slice(0, at) + char + api_key.slice(at + 1))
  const guess = fc.oneof(
    fc.string({ unit: 'binary' }),
    base62.map((text) => `svck_${text}`),
    mutated,
    fc.string({ unit: 'binary', minLength: 1 }).map((extra) => api_key + extra),
    fc.constantFrom('', `${api_key},${api_key}`, `${api_key}\n`, api_key.toUpperCase(), `svck_${body}000000`),
  )
  let lookups = 0
  const noLookups = new Proxy(deps.db, {
    get: () => {
      lookups++
      throw new Error('a lookup')
    },
  })
  const keyDeps = { ...deps, db: noLookups, api_key_auth_enabled: true, hasSecondFactor: async () => false }
  const authenticateKey = createAuthenticateKey(keyDeps)
  await fc.assert(
    fc.asyncProperty(guess, async (text) => {
      if (text === api_key) return
      // One in 62^6 of the well-formed guesses has a right checksum: those may be looked up.
      const right = /^svck_[0-9A-Za-z]{38}$/.test(text) && checksumOf(text.slice(5, 37)) === text.slice(37)
      if (right) return
      await assert.rejects(authenticateKey(text), { status: 401, code: 'invalid_api_key' })
    }),
    fuzzParameters(t, { runs: 100_000 }),
  )
  assert.equal(lookups, 0)
  await fc.assert(
    fc.asyncProperty(guess, async (text) => {
      if (text === api_key || text === '') return
      const header = Buffer.from(text)
        .toString('latin1')
        .replaceAll(/[^\t\x20-\x7E\x80-\xFF]/g, '?')
      if (header.trim() === api_key || header === '') return
      const response = await app.inject({ url: me, headers: { 'x-api-key': header } })
      assert.equal(response.statusCode, 401, JSON.stringify(header))
    }),
    fuzzParameters(t, { runs: 300 }),
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  resources.defer(() => app.close())
  const flood = await fetch(address + me, { headers: { 'x-api-key': 'svck_' + 'a'.repeat(100_000) } })
  assert.equal(flood.status, 431)
  assert.equal((await fetch(address + me, { headers: { 'x-api-key': api_key } })).status, 200)
})

/** The checksum, computed in another way. */
function checksumOf(text: string): string {
  const sum = BigInt(crc32(text))
  return [5n, 4n, 3n, 2n, 1n, 0n].map((power) => base62Digits[Number((sum / 62n ** power) % 62n)]).join('')
}
