import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { eraseDueAccounts } from '../account-data/account-data.ts'
import { readConfig } from '../config/config.ts'
import { openKeyRing } from '../deps.ts'
import { createKeyRing } from '../platform/secrets/key-ring.ts'
import { hookEnv, makeWebhook, receiveHooks } from '../testing/neighbours/hook-receiver.ts'
import { createWorld } from '../testing/world.ts'
import { findSealedSamples } from './queries.ts'
import { rotateWebhookSecrets } from './webhooks.ts'

const path = '/api/v1/me/webhooks'
const url = 'https://example.com/hook'

suite('endpoints', () => {
  test('one is made, shown, changed and deleted; the secret is in the first answer alone', async (t) => {
    const world = await createWorld(t)
    const { get, post, remove } = world
    const ann = await world.person()
    const made = await makeWebhook(world, ann, { url })
    const { secret, ...shown } = made
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
    const { created_at, updated_at, webhook_id, ...rest } = shown as Record<string, unknown>
    assert.deepEqual(rest, {
      url,
      description: '',
      event_types: ['task.completed', 'task.failed'],
      format: 'standard',
      enabled: true,
      disabled_at: null,
      disabled_by: null,
      failing_since: null,
      previous_secret_until: null,
    })
    assert.equal(created_at, updated_at)
    const one = `${path}/${String(webhook_id)}`
    assert.deepEqual((await get(one, ann.token)).json(), shown)
    assert.deepEqual((await get(path, ann.token)).json(), {
      items: [shown],
      total: 1,
      page: 1,
      page_size: 10,
    })

    const changed = await post(one, ann.token, {
      description: ' Mine ',
      event_types: ['task.failed', 'task.queued', 'task.failed'],
    })
    assert.equal(changed.statusCode, 200, changed.body)
    assert.deepEqual(
      [changed.json().description, changed.json().event_types, changed.json().url],
      ['Mine', ['task.queued', 'task.failed'], url],
    )
    const off = (await post(one, ann.token, { enabled: false })).json()
    assert.deepEqual([off.enabled, off.disabled_by], [false, 'owner'])
    const on = (await post(one, ann.token, { enabled: true })).json()
    assert.deepEqual([on.enabled, on.disabled_by, on.disabled_at], [true, null, null])

    assert.equal((await remove(one, ann.token)).statusCode, 204)
    assert.equal((await remove(one, ann.token)).json().code, 'webhook_not_found')
    const events = await world.db
      .selectFrom('audit_events')
      .select('event')
      .where('subject', '=', String(webhook_id))
      .orderBy('event_id')
      .execute()
    assert.deepEqual(
      events.map(({ event }) => event),
      ['webhook_created', 'webhook_changed', 'webhook_changed', 'webhook_changed', 'webhook_deleted'],
    )
    const stored = JSON.stringify(await world.db.selectFrom('audit_events').selectAll().execute())
    assert.ok(!stored.includes(secret) && !world.logged().includes(secret))
  })

  const refused: Record<string, Record<string, unknown>> = {
    'no address': {},
    'a private one': { url: 'https://10.0.0.1/' },
    'this machine': { url: 'https://localhost/hook' },
    'the metadata of a cloud': { url: 'https://169.254.169.254/' },
    'plain http': { url: 'http://example.com/' },
    'another port': { url: 'https://example.com:8443/' },
    credentials: { url: 'https://ann:secret@example.com/' },
    'no URL': { url: 'example.com' },
    'a long one': { url: `https://example.com/${'x'.repeat(2048)}` },
    'no events': { url, event_types: [] },
    'unknown events': { url, event_types: ['task.exploded'] },
  }
  test('an address that can never be reached is refused with the name of its field, at both doors', async (t) => {
    const { post, person, ...world } = await createWorld(t)
    const ann = await person()
    const { webhook_id } = await makeWebhook({ post }, ann, { url })
    for (const [what, input] of Object.entries(refused)) {
      for (const door of [path, `${path}/${webhook_id}`]) {
        if (door !== path && Object.keys(input).length === 0) continue // where nothing has to be named
        const response = await post(door, ann.token, input)
        assert.equal(response.statusCode, 422, what)
        assert.deepEqual(
          response.json().detail[0].loc.slice(0, 2),
          ['body', Object.keys(input).at(-1) ?? 'url'],
          what,
        )
      }
    }
    assert.equal((await world.get(`${path}/${webhook_id}`, ann.token)).json().url, url)
  })

  test('ten is the most, also when they are made at once', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const made = await Promise.all(Array.from({ length: 14 }, () => world.post(path, ann.token, { url })))
    const codes = made.map((response) => response.statusCode).toSorted((a, b) => a - b)
    assert.deepEqual(codes, [...Array<number>(10).fill(201), ...Array<number>(4).fill(409)])
    const refused = made.find((response) => response.statusCode === 409)!
    assert.equal(refused.json().code, 'webhook_limit_reached')
    const eve = await world.person()
    assert.ok(await makeWebhook(world, eve, { url }), 'each user has ten')
  })

  test('somebody else’s is like none', async (t) => {
    const world = await createWorld(t)
    const [ann, eve] = [await world.person(), await world.person()]
    const { webhook_id } = await makeWebhook(world, ann, { url })
    for (const id of [webhook_id, crypto.randomUUID(), 'x']) {
      const one = `${path}/${id}`
      const answers = [
        await world.get(one, eve.token),
        await world.post(one, eve.token, { enabled: false }),
        await world.remove(one, eve.token),
        await world.post(`${one}/rotate-secret`, eve.token),
        await world.post(`${one}/test`, eve.token),
        await world.get(`${one}/deliveries`, eve.token),
        await world.post(`${one}/deliveries/${crypto.randomUUID()}/redeliver`, eve.token),
      ]
      for (const answer of answers)
        assert.deepEqual([answer.statusCode, answer.json().code], [404, 'webhook_not_found'])
    }
    assert.deepEqual((await world.get(path, eve.token)).json().items, [])
    assert.equal((await world.get(`${path}/${webhook_id}`, ann.token)).json().enabled, true)
  })

  test('a key can read and try them, but not say where data goes', async (t) => {
    const world = await createWorld(t, { env: hookEnv })
    const ann = await world.person()
    const { webhook_id } = await makeWebhook(world, ann, { url: (await receiveHooks(t)).url })
    const { api_key } = await world.apiKey(ann)
    const weak = await world.apiKey(ann, { scopes: ['video:read'] })
    const one = `${path}/${webhook_id}`
    assert.equal((await world.get(one, api_key)).statusCode, 200)
    assert.equal((await world.post(`${one}/test`, api_key)).statusCode, 200)
    const asked = [
      await world.post(path, api_key, { url }),
      await world.post(one, api_key, { url }),
      await world.post(`${one}/rotate-secret`, api_key),
      await world.remove(one, api_key),
    ]
    for (const { statusCode, body } of asked)
      assert.deepEqual([statusCode, JSON.parse(body).code], [403, 'session_required'])
    const redeliver = `${one}/deliveries/${crypto.randomUUID()}/redeliver`
    for (const answer of [
      await world.post(`${one}/test`, weak.api_key),
      await world.post(redeliver, weak.api_key),
      await world.get(path, weak.api_key),
    ])
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'])
  })
})

suite('secrets', () => {
  test('they are sealed in the database, and sealed again under a new key', async (t) => {
    const world = await createWorld(t)
    const { db, deps } = world
    const ann = await world.person()
    const { webhook_id, secret } = await makeWebhook(world, ann, { url })
    await world.post(`${path}/${webhook_id}/rotate-secret`, ann.token)
    await makeWebhook(world, ann, { url })
    const stored = JSON.stringify(await db.selectFrom('webhooks').selectAll().execute())
    assert.ok(!stored.includes(secret.slice(6)))
    const kids = async () => (await findSealedSamples(db)).map(({ sealed }) => sealed.split('.')[1])
    assert.deepEqual(await kids(), ['test'])
    assert.equal(await rotateWebhookSecrets(db, deps.secrets.ring), 0)
    const newer = createKeyRing([
      { kid: 'newer', key: Buffer.alloc(32, 9) },
      { kid: 'test', key: Buffer.alloc(32, 8) },
    ])
    assert.equal(await rotateWebhookSecrets(db, newer), 3)
    assert.deepEqual(await kids(), ['newer'])
    const { previous_secret_enc } = await db
      .selectFrom('webhooks')
      .select('previous_secret_enc')
      .where('webhook_id', '=', webhook_id)
      .executeTakeFirstOrThrow()
    assert.equal(newer.open(`webhook:${webhook_id}`, previous_secret_enc!), secret)
  })
})

test('a server without the key that seals a webhook’s secret does not start', async (t) => {
  const world = await createWorld(t)
  await makeWebhook(world, await world.person(), { url })
  const open = (kid: string) =>
    openKeyRing(readConfig({ SECRETS_KEYS: `${kid}:${Buffer.alloc(32, 8).toString('base64')}` }), world.db)
  await assert.rejects(open('other'), /SECRETS_KEYS lacks the key test/)
  await open('test')
})

suite('the end of an account', () => {
  test('an erased account has no webhooks, an export names them', async (t) => {
    const world = await createWorld(t)
    const [ann, eve] = [await world.person(), await world.person()]
    const { webhook_id } = await makeWebhook(world, ann, { url })
    await makeWebhook(world, eve, { url })
    const exported = (await world.get('/api/v1/me/export', ann.token)).json()
    assert.deepEqual(
      exported.webhooks.map((webhook: { webhook_id: string }) => webhook.webhook_id),
      [webhook_id],
    )
    assert.ok(!JSON.stringify(exported.webhooks).includes('secret_enc'))
    await world.post('/api/v1/me/delete', ann.token, { password: ann.password })
    world.clock.offset_ms = 15 * 86_400_000
    assert.equal(await eraseDueAccounts(world.deps), 1)
    const left = await world.db.selectFrom('webhooks').select('user_id').execute()
    assert.deepEqual(left, [{ user_id: eve.user_id }])
  })
})
