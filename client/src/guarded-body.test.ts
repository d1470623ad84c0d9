import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guard } from './guarded-body.ts'

const origin = 'https://service.example'
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('each read has the patience of its own moment, and nobody’s silence counts before it is read', async () => {
  let send: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => void (send = controller),
  })
  const given: number[] = []
  let patience_ms = 30_000
  const reader = guard(body, origin, undefined, () => {
    given.push(patience_ms)
    return patience_ms
  }).getReader()
  await settled()
  assert.deepEqual(given, [], 'nothing is waited for yet')
  send!.enqueue(new Uint8Array([1]))
  await reader.read()
  await settled()
  assert.deepEqual(given, [30_000], 'one part was wanted, and one was waited for')
  patience_ms = 60_000
  send!.enqueue(new Uint8Array([2]))
  await reader.read()
  assert.deepEqual(given, [30_000, 60_000])
})
