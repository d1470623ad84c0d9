import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { happen, makeWebhook, places, receiveHooks, upTo } from '../testing/neighbours/hook-receiver.ts'
import { until } from '../testing/until.ts'
import { day_ms, prepareHooks, webhooksPath } from '../testing/neighbours/hook-world.ts'
import { queuedMails } from '../testing/mails.ts'
import * as queries from './delivery-queries.ts'

suite('an endpoint that does not work', () => {
  test('410 ends it at once: what waits is given up, and its owner hears of it', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response) => response.writeHead(410).end())
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    await happen(world, world.ann, 3)
    const gone = await until(async () => {
      const shown = await world.show(webhook_id)
      return shown.enabled === false && shown
    })
    assert.equal(gone.disabled_by, 'gone')
    assert.equal(receiver.received.length, 1)
    const { items } = await world.deliveries(webhook_id)
    assert.deepEqual(
      items.map(({ event_id, status, error }) => [event_id, status, error]),
      [
        [3, 'failed', 'disabled'],
        [2, 'failed', 'disabled'],
        [1, 'failed', 'bad_status'],
      ],
    )
    const mails = (await queuedMails(world, world.ann.email)).filter(
      ({ template }) => template === 'webhook_disabled',
    )
    assert.equal(mails.length, 1)
    assert.ok(mails[0]!.body_text.includes(new URL(receiver.url).host))
    const events = await world.db
      .selectFrom('audit_events')
      .select(['actor', 'details'])
      .where('event', '=', 'webhook_disabled')
      .execute()
    assert.deepEqual(
      events.map(({ actor, details }) => [actor, details['reason']]),
      [['system', 'gone']],
    )
  })

  test('a delivery is given up after ten tries, the endpoint only when it has taken nothing for five days', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response) => response.writeHead(500).end())
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    await happen(world, world.ann, 1)
    for (let tries = 1; tries <= 10; tries++) {
      await until(async () => {
        const one = await world.db
          .selectFrom('webhook_deliveries')
          .select(['attempts', 'due_at', 'status'])
          .executeTakeFirst()
        return one?.attempts === tries && (one.status === 'failed' || one.due_at! > world.deps.clock())
      })
      if (tries < 10) world.clock.offset_ms += 13.5 * 3_600_000 // more than the longest pause
    }
    assert.equal(receiver.received.length, 10)
    const { disabled_by } = await world.db
      .selectFrom('webhooks')
      .select('disabled_by')
      .where('webhook_id', '=', webhook_id)
      .executeTakeFirstOrThrow()
    assert.equal(disabled_by, 'failing')
    assert.deepEqual((await queuedMails(world, world.ann.email)).map(({ template }) => template).slice(-1), [
      'webhook_disabled',
    ])
  })

  test('one that is given up sooner leaves the endpoint on', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response) => response.writeHead(500).end())
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    const failing_since = new Date(Date.now() - 4.9 * day_ms)
    await world.db.updateTable('webhooks').set({ failing_since }).execute()
    const loop = world.work()
    await happen(world, world.ann, 1)
    await world.newest(webhook_id, 'waiting')
    await until(() => receiver.received.length === 1)
    await loop.stop(5_000)
    await world.db.updateTable('webhook_deliveries').set({ attempts: 9, due_at: new Date() }).execute()
    world.work()
    await world.newest(webhook_id, 'failed')
    assert.equal((await world.show(webhook_id)).enabled, true)
  })

  test('enabled again it hears of what happens from then on', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url, enabled: false })
    await happen(world, world.ann, 2)
    assert.equal(await queries.makeDeliveries(world.db, new Date()), 0)
    world.work()
    await world.post(`${webhooksPath}/${webhook_id}`, world.ann.token, { enabled: true })
    await happen(world, world.ann, 1)
    await until(() => receiver.received.length > 0)
    await until(async () => (await world.deliveries(webhook_id)).items[0]?.status === 'delivered')
    assert.deepEqual(places(receiver.received), [3])
  })

  test('a disabled or closed account’s endpoints hear nothing until it is open again', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    await makeWebhook(world, world.ann, { url: receiver.url })
    const set = (change: { disabled_at?: Date | null; deletion_at?: Date | null }) =>
      world.db.updateTable('users').set(change).where('user_id', '=', world.ann.user_id).execute()
    const now = new Date()
    const later = new Date(now.getTime() + 45_000)
    const lease = () => queries.lease(world.db, { failing: false, limit: 9, now, until: later })
    await happen(world, world.ann, 2)
    await queries.makeDeliveries(world.db, now)
    const [leased] = await lease()
    await happen(world, world.ann, 1)
    for (const column of ['disabled_at', 'deletion_at'] as const) {
      await set({ [column]: now })
      assert.equal(await queries.makeDeliveries(world.db, now), 0, 'no new deliveries')
      assert.equal(
        await queries.takeNext(world.db, leased!, { now, until: later }),
        undefined,
        'nor of old ones',
      )
      await set({ [column]: null })
    }
    await queries.release(world.db, leased!, now)
    await set({ disabled_at: now })
    assert.deepEqual(await lease(), [])
    await set({ disabled_at: null, deletion_at: now })
    assert.deepEqual(await lease(), [])
    await set({ deletion_at: null })
    world.work()
    await until(() => receiver.received.length === 3)
    assert.deepEqual(places(receiver.received), upTo(3))
  })
})
