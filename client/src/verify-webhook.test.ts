import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { suite, test } from 'node:test'
import { verifyWebhook, WebhookVerificationError, type VerifyOptions } from './client.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const body = '{"type":"task.completed","timestamp":"2026-01-01T00:00:00.000Z","data":{"task_id":"t1"}}'
const now = new Date(1_767_225_600_000)

function sign(text: string | Buffer, key = secret, id = 'msg_1', at = now): Record<string, string> {
  const timestamp = String(at.getTime() / 1000)
  const mac = createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(text)
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` }
}

const options: VerifyOptions = { secret, now }
const because = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof WebhookVerificationError, String(error))
  assert.equal(error.reason, reason)
  return true
}

suite('T-158: what was signed', () => {
  test('the vector that all libraries of Standard Webhooks share is well signed', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const vector = { headers, body: '{"test": 2432232314}' }
    const at = new Date(1_614_265_330_000)
    await assert.rejects(verifyWebhook(vector, { secret, now: at }), because('no_event')) // the last thing that is looked at
    await assert.rejects(verifyWebhook(vector, { secret: other, now: at }), because('wrong_signature'))
  })

  test('an event is given, from headers of Node or of fetch, from text or bytes', async () => {
    const headers = sign(body)
    const event = await verifyWebhook({ headers, body }, options)
    assert.deepEqual(event, { id: 'msg_1', ...JSON.parse(body) })
    assert.deepEqual(
      await verifyWebhook({ headers: new Headers(headers), body: Buffer.from(body) }, options),
      event,
    )
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    assert.deepEqual(await verifyWebhook({ headers: lists, body }, options), event)
    const wide = body.replace('t1', '视频🎬')
    assert.equal((await verifyWebhook({ headers: sign(wide), body: wide }, options)).id, 'msg_1')
  })

  test('another secret, another byte, another form of the same JSON: refused', async () => {
    const wrong = [
      { headers: sign(body, other), body },
      { headers: sign(body), body: body.replace('t1', 't2') },
      { headers: sign(body), body: JSON.stringify(JSON.parse(body), null, 1) },
      { headers: sign(body), body: `${body}\n` },
      { headers: { ...sign(body), 'webhook-id': 'msg_2' }, body },
      { headers: { ...sign(body), 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, body },
    ]
    for (const request of wrong)
      await assert.rejects(verifyWebhook(request, options), because('wrong_signature'))
  })

  test('a signature without its version, cut short, or none at all: refused', async () => {
    const headers = sign(body)
    const signature = headers['webhook-signature']!
    for (const bad of [
      signature.slice(3),
      signature.replace('v1,', 'v2,'),
      signature.slice(0, -8),
      'v1,',
      'v1,!!!',
      ' ',
    ])
      await assert.rejects(
        verifyWebhook({ headers: { ...headers, 'webhook-signature': bad }, body }, options),
        because('wrong_signature'),
        bad,
      )
    for (const name of Object.keys(headers))
      await assert.rejects(
        verifyWebhook({ headers: { ...headers, [name]: undefined }, body }, options),
        because('missing_header'),
      )
  })

  test('during a rotation either secret will do, on either side', async () => {
    const [newer, older] = [sign(body, other), sign(body)]
    const both = `${newer['webhook-signature']!} ${older['webhook-signature']!}`
    const rotating = { headers: { ...older, 'webhook-signature': both }, body }
    assert.ok(await verifyWebhook(rotating, options), 'who still has the old one')
    assert.ok(await verifyWebhook(rotating, { ...options, secret: other }), 'who has the new one')
    assert.ok(await verifyWebhook({ headers: older, body }, { ...options, secret: [other, secret] }))
  })

  test('a secret that is none is the caller’s mistake', async () => {
    for (const bad of ['', 'whsec_', 'whsec_!!', 'whsec_AAAA'])
      await assert.rejects(
        verifyWebhook({ headers: sign(body), body }, { ...options, secret: bad }),
        TypeError,
      )
  })
})

suite('T-159: when it was signed', () => {
  test('six minutes ago or ahead is refused, four are fine', async () => {
    const at = (minutes: number) => ({ ...options, now: new Date(now.getTime() + minutes * 60_000) })
    const request = { headers: sign(body), body }
    for (const minutes of [-4, 4]) assert.ok(await verifyWebhook(request, at(minutes)))
    for (const minutes of [-6, 6])
      await assert.rejects(verifyWebhook(request, at(minutes)), because('wrong_time'))
    const headers = { ...request.headers, 'webhook-timestamp': 'now' }
    await assert.rejects(verifyWebhook({ headers, body }, options), because('wrong_time'))
  })

  test('an id that was seen is refused; a forged one is not remembered', async () => {
    const seen = new Set<string>()
    const remembering = {
      ...options,
      is_new: (id: string) => {
        const isNew = !seen.has(id)
        seen.add(id)
        return isNew
      },
    }
    const forged = { headers: sign(body, other), body }
    await assert.rejects(verifyWebhook(forged, remembering), because('wrong_signature'))
    const request = { headers: sign(body), body }
    assert.ok(await verifyWebhook(request, remembering))
    await assert.rejects(verifyWebhook(request, remembering), because('replayed'))
  })
})
