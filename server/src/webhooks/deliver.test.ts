import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  type Answer,
  expectedSignature,
  happen,
  makeWebhook,
  places,
  receiveHooks,
  upTo,
} from '../testing/neighbours/hook-receiver.ts'
import { until } from '../testing/until.ts'
import { prepareHooks } from '../testing/neighbours/hook-world.ts'
import type { World } from '../testing/world.ts'
import type { DeliveryError } from './tables.ts'

suite('a delivery', () => {
  test('it says what the event says, signed with the secret that was shown, and is noted', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response) => response.end('thanks'))
    const { webhook_id, secret } = await makeWebhook(world, world.ann, {
      url: receiver.url,
      event_types: ['task.queued'],
    })
    world.work()
    const task_id = await world.task(world.ann)
    const delivery = await world.newest(webhook_id, 'delivered')
    const [hook] = receiver.received
    assert.deepEqual(hook!.signatures, [expectedSignature(secret, hook!)])
    assert.ok(Math.abs(hook!.timestamp - Date.now() / 1000) < 30)
    const event = await world.db.selectFrom('task_events').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual(hook!.body, {
      type: 'task.queued',
      timestamp: event.created_at.toISOString(),
      data: event.data as unknown as Record<string, unknown>,
    })
    assert.equal(hook!.body.data['task_id'], task_id)
    assert.equal(hook!.headers['content-type'], 'application/json')
    const { delivery_id, duration_ms, ...rest } = delivery
    assert.equal(delivery_id, hook!.id)
    assert.ok(duration_ms! >= 0)
    const { attempted_at: _, created_at: __, request_body, ...noted } = rest as Record<string, unknown>
    assert.deepEqual(JSON.parse(request_body as string), hook!.body)
    assert.deepEqual(noted, {
      event_id: 1,
      type: 'task.queued',
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      response_status: 200,
      response_body: 'thanks',
      error: null,
    })
  })

  test('in the format of OpenAI it says which video is done, and nothing else', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    const refused = await world.post('/api/v1/me/webhooks', world.ann.token, {
      url: receiver.url,
      format: 'openai',
      event_types: ['task.completed', 'task.running'],
    })
    assert.deepEqual([refused.statusCode, refused.json().detail[0].loc], [422, ['body', 'event_types']])
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url, format: 'openai' })
    const widened = await world.post(`/api/v1/me/webhooks/${webhook_id}`, world.ann.token, {
      event_types: ['task.queued'],
    })
    assert.equal(widened.statusCode, 422)
    world.work()
    await happen(world, world.ann, 1)
    const { request_body, delivery_id } = await world.newest(webhook_id, 'delivered')
    const { task_id, created_at } = await world.db
      .selectFrom('task_events')
      .select(['task_id', 'created_at'])
      .where('type', '=', 'task.completed')
      .executeTakeFirstOrThrow()
    assert.deepEqual(JSON.parse(request_body), {
      id: `evt_${delivery_id.replaceAll('-', '')}`,
      object: 'event',
      created_at: Math.floor(created_at.getTime() / 1000),
      type: 'video.completed',
      data: { id: task_id },
    })
    await world.post(`/api/v1/me/webhooks/${webhook_id}/test`, world.ann.token, {})
    const ping = await until(() => receiver.received.find(({ body }) => body.type === 'ping'))
    assert.deepEqual(ping.body.data, { id: webhook_id })
  })

  test('only what was asked for, only from when the endpoint was made, and only of its owner', async (t) => {
    const world = await prepareHooks(t)
    await happen(world, world.ann, 3)
    const receiver = await receiveHooks(t)
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    const eve = await world.person()
    await happen(world, eve, 2)
    world.work()
    await world.task(world.ann) // queued: not asked for
    await happen(world, world.ann, 1)
    await world.newest(webhook_id, 'delivered')
    await happen(world, world.ann, 1)
    await until(async () => (await world.deliveries(webhook_id)).total === 2)
    await until(() => receiver.received.length === 2)
    assert.deepEqual(places(receiver.received), [5, 6])
  })

  test('with a hint it comes at once', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    let waited_ms = 0
    for (let i = 1; i <= 10; i++) {
      await happen(world, world.ann, 1)
      const began = performance.now()
      await until(() => receiver.received.length === i)
      waited_ms += performance.now() - began
    }
    // Looking by itself, once a second, it would wait nearly ten seconds.
    assert.ok(waited_ms < 5_000, `${waited_ms} ms`)
  })

  test('it comes without any hint too, and after the newest events were forgotten', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    await makeWebhook(world, world.ann, { url: receiver.url })
    const mute = { notify: () => {}, listen: () => () => {} }
    await happen(world, world.ann, 2)
    await world.db.deleteFrom('task_events').where('seq', '=', 2).execute()
    world.work({ notifier: mute as unknown as World['deps']['notifier'] })
    await until(() => receiver.received.length === 1)
    await until(async () => {
      const rows = await world.db.selectFrom('webhooks').select('seen_seq').execute()
      return rows[0]!.seen_seq === 2
    })
    await happen(world, world.ann, 1)
    await until(() => receiver.received.length === 2)
    assert.deepEqual(places(receiver.received), [1, 3])
  })

  test('one after the other, in the order of the events', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    await makeWebhook(world, world.ann, { url: receiver.url })
    await happen(world, world.ann, 150)
    world.work()
    await happen(world, world.ann, 150)
    await until(() => receiver.received.length === 300)
    assert.deepEqual(places(receiver.received), upTo(300))
    assert.equal(receiver.most(), 1)
  })
})

suite('a failure', () => {
  test('it is tried again later, as the same message under a new signature, and what comes after it does not wait', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response, { body }, place) =>
      response.writeHead(body.data['n'] === 1 && place < 3 ? 500 : 200).end('well'),
    )
    const { webhook_id, secret } = await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    await happen(world, world.ann, 3)
    await until(() => receiver.received.length === 3)
    const waiting = await world.newest(webhook_id, 'waiting')
    assert.deepEqual([waiting.error, waiting.response_status, waiting.attempts], ['bad_status', 500, 1])
    const in_ms = Date.parse(waiting.next_attempt_at!) - Date.now()
    assert.ok(in_ms > 2_000 && in_ms <= 5_500, String(in_ms))
    world.clock.offset_ms += 6_000
    const done = await until(async () => {
      const { items } = await world.deliveries(webhook_id)
      return items.every(({ status }) => status === 'delivered') && items.find((one) => one.event_id === 1)
    })
    assert.deepEqual([done.attempts, done.error, done.response_status], [2, null, 200])
    assert.deepEqual(places(receiver.received), [1, 2, 3, 1])
    const [first, , , again] = receiver.received
    assert.deepEqual([again!.id, again!.text], [first!.id, first!.text])
    assert.ok(again!.timestamp >= first!.timestamp + 5)
    assert.deepEqual(again!.signatures, [expectedSignature(secret, again!)])
    assert.equal((await world.show(webhook_id)).failing_since, null)
  })

  const answers: [string, DeliveryError, Answer][] = [
    [
      'a redirect, which is not followed',
      'redirect',
      (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    ['garbage', 'connection_failed', (response) => response.socket!.end('\0\0 this is no HTTP \r\n\r\n')],
    ['a connection that breaks', 'connection_failed', (response) => response.destroy()],
    [
      'an error with an endless body of NULs',
      'bad_status',
      (response) => {
        response.writeHead(500)
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on('drain', more)
        more()
      },
    ],
  ]
  for (const [what, error, answer] of answers) {
    test(`${what}: noted, and tried again`, async (t) => {
      const world = await prepareHooks(t)
      const receiver = await receiveHooks(t, answer)
      const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
      world.work()
      await happen(world, world.ann, 1)
      const noted = await until(async () => {
        const [one] = (await world.deliveries(webhook_id)).items
        return one?.error != null && one
      })
      assert.deepEqual([noted.error, noted.status, noted.attempts], [error, 'waiting', 1])
      assert.ok((noted.response_body ?? '').length <= 1024)
      assert.equal(receiver.received.length, 1)
    })
  }

  test('an address that has become private is not asked: T-160', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    await world.db.updateTable('webhooks').set({ url: 'http://10.0.0.1/' }).execute()
    world.work()
    await happen(world, world.ann, 1)
    const noted = await until(async () => (await world.deliveries(webhook_id)).items.find((one) => one.error))
    assert.deepEqual([noted.error, noted.response_status], ['not_allowed', null])
  })

  test('one that hangs is cut after 15 seconds', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response) => {
      response.writeHead(200).write('a little')
    })
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    await happen(world, world.ann, 1)
    const noted = await until(async () => (await world.deliveries(webhook_id)).items.find((one) => one.error))
    assert.equal(noted.error, 'timeout')
    assert.ok(noted.duration_ms! >= 14_900 && noted.duration_ms! < 30_000, String(noted.duration_ms))
  })

  test('Retry-After is listened to', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response) =>
      response.writeHead(503, { 'retry-after': '600' }).end(),
    )
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    await happen(world, world.ann, 1)
    const noted = await until(async () => (await world.deliveries(webhook_id)).items.find((one) => one.error))
    const in_s = (Date.parse(noted.next_attempt_at!) - Date.now()) / 1000
    assert.ok(in_s > 580 && in_s <= 600, String(in_s))
  })
})
