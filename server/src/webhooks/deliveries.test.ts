import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { expectedSignature, happen, makeWebhook, receiveHooks } from '../testing/neighbours/hook-receiver.ts'
import { until } from '../testing/until.ts'
import { day_ms, prepareHooks, webhooksPath, type Shown } from '../testing/neighbours/hook-world.ts'
import { forgetDeliveries } from './deliveries.ts'

suite('the log', () => {
  test('it has pages and a filter, and is forgotten after 30 days', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    await happen(world, world.ann, 5)
    await until(
      async () =>
        (await world.deliveries(webhook_id)).items.filter((one) => one.status === 'delivered').length === 5,
    )
    const log = async (query: string) =>
      (await world.get(`${webhooksPath}/${webhook_id}/deliveries?${query}`, world.ann.token)).json()
    const second = await log('page=2&page_size=2')
    assert.deepEqual([second.total, second.items.map((one: Shown) => one.event_id)], [5, [3, 2]])
    assert.equal((await log('status=failed')).total, 0)
    assert.equal((await log('status=delivered')).total, 5)
    assert.equal((await log('status=lost')).code, 'validation_failed')
    await forgetDeliveries(world.db, new Date(Date.now() + 29 * day_ms), 30)
    assert.equal((await log('')).total, 5)
    await forgetDeliveries(world.db, new Date(Date.now() + 31 * day_ms), 30)
    assert.equal((await log('')).total, 0)
  })

  test('a ping goes at once, to a disabled endpoint too, says how it went, and changes nothing', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t, (response, _hook, place) =>
      response.writeHead(place === 0 ? 200 : 410).end('pong'),
    )
    const { webhook_id, secret } = await makeWebhook(world, world.ann, { url: receiver.url, enabled: false })
    const ping = async () => (await world.post(`${webhooksPath}/${webhook_id}/test`, world.ann.token)).json()
    const first = await ping()
    assert.deepEqual(
      [first.type, first.status, first.attempts, first.response_status, first.response_body],
      ['ping', 'delivered', 1, 200, 'pong'],
    )
    const [hook] = receiver.received
    assert.deepEqual(hook!.signatures, [expectedSignature(secret, hook!)])
    assert.deepEqual([hook!.body.type, hook!.body.data], ['ping', { webhook_id }])
    await world.post(`${webhooksPath}/${webhook_id}`, world.ann.token, { enabled: true })
    const second = await ping()
    assert.deepEqual([second.status, second.response_status, second.error], ['failed', 410, 'bad_status'])
    const { enabled, failing_since } = await world.show(webhook_id)
    assert.deepEqual([enabled, failing_since], [true, null])
    assert.equal((await world.deliveries(webhook_id)).total, 2)
    for (let i = 0; i < 8; i++) await ping()
    const refused = await world.post(`${webhooksPath}/${webhook_id}/test`, world.ann.token)
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited'])
  })

  test('what was delivered or given up can be delivered once more, under its id', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    const { webhook_id } = await makeWebhook(world, world.ann, { url: receiver.url })
    world.work()
    await happen(world, world.ann, 1)
    const { delivery_id } = await world.newest(webhook_id, 'delivered')
    const door = `${webhooksPath}/${webhook_id}/deliveries/${delivery_id}/redeliver`
    const again = await world.post(door, world.ann.token)
    assert.deepEqual([again.statusCode, again.json().status, again.json().attempts], [200, 'waiting', 0])
    await until(() => receiver.received.length === 2)
    assert.deepEqual([...new Set(receiver.received.map(({ id }) => id))], [delivery_id])
    const other = await makeWebhook(world, world.ann, { url: receiver.url })
    for (const wrong of [
      `${webhooksPath}/${other.webhook_id}/deliveries/${delivery_id}/redeliver`,
      `${webhooksPath}/${webhook_id}/deliveries/x/redeliver`,
    ]) {
      const refused = await world.post(wrong, world.ann.token)
      assert.deepEqual([refused.statusCode, refused.json().code], [404, 'delivery_not_found'])
    }
    await world.post(`${webhooksPath}/${webhook_id}`, world.ann.token, { enabled: false })
    const disabled = await world.post(door, world.ann.token)
    assert.deepEqual([disabled.statusCode, disabled.json().code], [409, 'webhook_disabled'])
  })

  test('after a rotation both secrets sign for a day, then the new one alone', async (t) => {
    const world = await prepareHooks(t)
    const receiver = await receiveHooks(t)
    const { webhook_id, secret } = await makeWebhook(world, world.ann, { url: receiver.url })
    const ping = () => world.post(`${webhooksPath}/${webhook_id}/test`, world.ann.token)
    const rotated = (await world.post(`${webhooksPath}/${webhook_id}/rotate-secret`, world.ann.token)).json()
    assert.notEqual(rotated.secret, secret)
    await ping()
    world.clock.offset_ms = 25 * 3_600_000
    const login = await world.post('/api/v1/auth/login', undefined, {
      email: world.ann.email,
      password: world.ann.password,
    })
    await world.post(`${webhooksPath}/${webhook_id}/test`, login.json().access_token)
    const [both, alone] = receiver.received
    assert.deepEqual(both!.signatures, [
      expectedSignature(rotated.secret, both!),
      expectedSignature(secret, both!),
    ])
    assert.deepEqual(alone!.signatures, [expectedSignature(rotated.secret, alone!)])
  })
})
