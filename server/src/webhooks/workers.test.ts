import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { QueryResult, RootOperationNode, UnknownRow } from 'kysely'
import {
  hookEnv,
  happen,
  makeWebhook,
  places,
  receiveHooks,
  upTo,
} from '../testing/neighbours/hook-receiver.ts'
import { until } from '../testing/until.ts'
import { createWorld } from '../testing/world.ts'
import * as queries from './delivery-queries.ts'
import { eventsChannel } from '../events/events.ts'
import { startDeliveryLoop } from './webhooks.ts'

async function prepare(t: TestContext) {
  const world = await createWorld(t, { env: hookEnv })
  const ann = await world.person()
  const work = () => {
    const loop = startDeliveryLoop(world.deps)
    world.resources.defer(() => loop.stop(0))
    return loop
  }
  const count = async (status: string) => {
    const rows = await world.db.selectFrom('webhook_deliveries').select('status').execute()
    return rows.filter((row) => row.status === status).length
  }
  return { ...world, ann, work, count }
}

const failed = {
  status: 'waiting',
  duration_ms: 1,
  response_status: 500,
  response_body: '',
  error: 'bad_status',
} as const
const delivered = { status: 'delivered', response_status: 200, error: null, due_at: null } as const

suite('several workers', () => {
  test('each event goes once to each endpoint, in order, one at a time', async (t) => {
    const world = await prepare(t)
    const receivers = await Promise.all([receiveHooks(t), receiveHooks(t), receiveHooks(t)])
    for (const { url } of receivers) await makeWebhook(world, world.ann, { url })
    for (let i = 0; i < 3; i++) world.work()
    for (let i = 0; i < 20; i++) {
      await happen(world, world.ann, 10)
      await wait(Math.random() * 40)
    }
    await until(async () => (await world.count('delivered')) === 600)
    for (const { received, most } of receivers) {
      assert.deepEqual(places(received), upTo(200))
      assert.equal(most(), 1)
    }
  })

  test('what a killed one had taken is delivered by another, when its lease is over and not before', async (t) => {
    const world = await prepare(t)
    const receiver = await receiveHooks(t)
    await makeWebhook(world, world.ann, { url: receiver.url })
    await happen(world, world.ann, 2)
    const now = new Date()
    const until_ = new Date(now.getTime() + 45_000)
    await queries.makeDeliveries(world.db, now)
    const [lease] = await queries.lease(world.db, { failing: false, limit: 9, now, until: until_ })
    const taken = await queries.takeNext(world.db, lease!, { now, until: until_ })
    assert.equal(taken!.attempts, 1)
    // the one above says nothing any more
    assert.deepEqual(await queries.lease(world.db, { failing: false, limit: 9, now, until: until_ }), [])
    world.work()
    world.clock.offset_ms = 46_000
    await until(async () => (await world.count('delivered')) === 2)
    assert.deepEqual(places(receiver.received), [1, 2])
  })

  test('one that was only slow can neither go on nor undo what happened meanwhile', async (t) => {
    const { db, ann, ...world } = await prepare(t)
    const { webhook_id } = await makeWebhook(world, ann, { url: 'http://127.0.0.1:1/' })
    await happen({ db, ...world }, ann, 2)
    const now = new Date()
    const later = new Date(now.getTime() + 45_000)
    const muchLater = new Date(now.getTime() + 90_000)
    await queries.makeDeliveries(db, now)
    const lease = async (at: Date, until_: Date) =>
      (await queries.lease(db, { failing: false, limit: 9, now: at, until: until_ }))[0]!
    const settle = (taken: queries.TakenDelivery, ended: Partial<queries.Settlement>) =>
      db
        .transaction()
        .execute((trx) => queries.settle(trx, taken, { ...failed, due_at: muchLater, ...ended }))

    const slow = await lease(now, later)
    const bySlow = (await queries.takeNext(db, slow, { now, until: later }))!
    const quick = await lease(later, muchLater)
    assert.equal(await queries.takeNext(db, slow, { now: later, until: muchLater }), undefined)
    const byQuick = (await queries.takeNext(db, quick, { now: later, until: muchLater }))!
    assert.deepEqual([byQuick.delivery_id, bySlow.attempts, byQuick.attempts], [bySlow.delivery_id, 1, 2])
    assert.equal(await settle(bySlow, {}), false)
    assert.equal(await settle(byQuick, delivered), true)

    // what its owner gave up while it was under way is not tried again, but told if it arrived
    const next = (await queries.takeNext(db, quick, { now: later, until: muchLater }))!
    const off = await world.post(`/api/v1/me/webhooks/${webhook_id}`, ann.token, { enabled: false })
    assert.equal(off.statusCode, 200)
    assert.equal(await settle(next, {}), false)
    assert.equal(await world.count('failed'), 1)
    assert.equal(await settle(next, delivered), true)
    assert.equal(await world.count('delivered'), 2)
  })

  test('a stop breaks off what hangs, which another delivers without counting the broken try', async (t) => {
    const world = await prepare(t)
    const receiver = await receiveHooks(t, (response, _hook, place) => {
      if (place > 0) response.end()
    })
    await makeWebhook(world, world.ann, { url: receiver.url })
    await happen(world, world.ann, 1)
    const first = world.work()
    await until(() => receiver.received.length === 1)
    const began = performance.now()
    await first.stop(100)
    assert.ok(performance.now() - began < 10_000, 'before its 15 seconds are over')
    world.work()
    await until(async () => (await world.count('delivered')) === 1)
    const [delivery] = await world.db.selectFrom('webhook_deliveries').select('attempts').execute()
    assert.equal(delivery!.attempts, 1)
  })
})

suite('one that hangs', () => {
  test('500 events over three endpoints: the other two get all of theirs meanwhile', async (t) => {
    const world = await prepare(t)
    const hanging = await receiveHooks(t, () => {})
    const others = [await receiveHooks(t), await receiveHooks(t)]
    for (const { url } of [hanging, ...others]) await makeWebhook(world, world.ann, { url })
    world.work()
    const began = performance.now()
    await happen(world, world.ann, 500)
    await until(() => others.every(({ received }) => received.length === 500))
    const took_s = (performance.now() - began) / 1000
    t.diagnostic(`1,000 deliveries in ${took_s.toFixed(1)} s`)
    for (const { received } of others) assert.deepEqual(places(received), upTo(500))
    assert.ok(hanging.received.length <= 1 + took_s / 15, 'which has 15 seconds for each')
  })

  test('however many hang, they take only slots of their own', async (t) => {
    const world = await prepare(t)
    const hanging = await receiveHooks(t, () => {})
    const good = await receiveHooks(t)
    const people = await Promise.all(Array.from({ length: 4 }, () => world.person()))
    for (const person of people) {
      for (let i = 0; i < 10; i++) await makeWebhook(world, person, { url: hanging.url })
      await happen(world, person, 1)
    }
    await world.db.updateTable('webhooks').set({ failing_since: new Date() }).execute()
    world.work()
    await until(() => hanging.received.length >= 16)
    await makeWebhook(world, world.ann, { url: good.url })
    const began = performance.now()
    await happen(world, world.ann, 1)
    await until(() => good.received.length === 1)
    assert.ok(performance.now() - began < 10_000, 'before the 15 seconds of those are over')
    assert.equal(hanging.most(), 16)
  })
})

suite('a backlog', () => {
  test('an endpoint that is far behind has at most so many deliveries made ahead, and gets all in the end', async (t) => {
    const world = await prepare(t)
    const receiver = await receiveHooks(t)
    await makeWebhook(world, world.ann, { url: receiver.url })
    await happen(world, world.ann, 3_000)
    while ((await queries.makeDeliveries(world.db, new Date())) > 0);
    const ahead = await world.count('waiting')
    assert.ok(ahead >= 1_000 && ahead <= 1_200, String(ahead))
    await world.db.updateTable('webhook_deliveries').set({ status: 'delivered' }).execute()
    while ((await queries.makeDeliveries(world.db, new Date())) > 0);
    await world.db.updateTable('webhook_deliveries').set({ status: 'delivered' }).execute()
    while ((await queries.makeDeliveries(world.db, new Date())) > 0);
    const rows = await world.db.selectFrom('webhook_deliveries').select('seq').orderBy('seq').execute()
    assert.deepEqual(
      rows.map(({ seq }) => seq),
      upTo(3_000),
    )
  })

  test('an event of somebody without endpoints costs no statement', async (t) => {
    const world = await prepare(t)
    const { deps, ann, resources } = world
    const bob = await world.person()
    await makeWebhook(world, bob, { url: (await receiveHooks(t)).url })
    let lookups = 0
    let ofAnn = 0
    let ofBob = 0
    const counting = {
      transformQuery: ({ node }: { node: RootOperationNode }) => {
        if (node.kind === 'SelectQueryNode') lookups++
        const isSpreading = node.kind === 'RawNode' && node.sqlFragments.join('').includes('with behind as')
        if (isSpreading && JSON.stringify(node).includes(ann.user_id)) ofAnn++
        if (isSpreading && JSON.stringify(node).includes(bob.user_id)) ofBob++
        return node
      },
      transformResult: ({ result }: { result: QueryResult<UnknownRow> }) => Promise.resolve(result),
    }
    let hint = (_subject: string): void => {}
    const notifier = {
      listen: (channel: string, onHint: (subject: string) => void) => {
        if (channel === eventsChannel) hint = onHint
        return () => {}
      },
    }
    const loop = startDeliveryLoop({ ...deps, notifier, db: deps.db.withPlugin(counting) })
    resources.defer(() => loop.stop(0))
    for (let i = 1; i <= 20; i++) {
      const before = ofBob
      // A look at everybody meanwhile is one for Bob too.
      await until(async () => {
        hint(ann.user_id)
        hint(bob.user_id)
        return ofBob > before
      })
    }
    assert.equal(ofAnn, 0)
    // Nothing but who has endpoints is selected: once, unless this takes ten seconds.
    assert.ok(lookups <= 3, `${lookups} lookups`)
  })
})
