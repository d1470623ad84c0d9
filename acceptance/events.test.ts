import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from './lib/browser.ts'
import { createMaker, installProduct, until } from './lib/product.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

interface Seen {
  id: number
  type: string
  task_id: string
  status: string
}

const short = { prompt: 'a calm sea', duration_seconds: 1 }
const long = { prompt: 'mountains under a stormy sky', duration_seconds: 3, seed: 1 }
/** However slow the machine is at drawing. */
const patience_ms = 120_000

/** In the page: somebody new with money, signed in by a cookie as browsers are. */
async function signUp(page: Page): Promise<void> {
  const email = `viewer-${crypto.randomUUID()}@example.org`
  await page.evaluate(async (email) => {
    const post = (path: string, body: object) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const password = 'correct horse battery'
    await post('/api/v1/auth/register', { email, password, session_mode: 'cookie' })
    await post('/api/v1/me/topup', { amount: 10_000 })
  }, email)
}

function submit(page: Page, input: object): Promise<string> {
  return page.evaluate(async (input) => {
    const response = await fetch('/api/v1/video/generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return ((await response.json()) as { task_id: string }).task_id
  }, input)
}

/** In the page: an EventSource that nobody looks after, and everything that it told. Resolves when it is open. */
function watch(page: Page, name: string, path: string): Promise<void> {
  return page.evaluate(
    ([name, path]) => {
      const source = new EventSource(path!)
      const seen: Seen[] = []
      const types = 'queued running progress requeued completed failed deleted'.split(' ')
      for (const type of [...types.map((type) => `task.${type}`), 'reset']) {
        source.addEventListener(type, (event: Event) => {
          const { lastEventId, data } = event as MessageEvent
          const { task_id, status } = JSON.parse(data as string) as Seen
          seen.push({ id: Number(lastEventId), type, task_id, status })
        })
      }
      Object.assign(globalThis, { [name!]: { source, seen } })
      return new Promise<void>((resolve) => source.addEventListener('open', () => resolve(), { once: true }))
    },
    [name, path],
  )
}

function look(page: Page, name: string): Promise<{ state: number; seen: Seen[] }> {
  return page.evaluate((name) => {
    const { source, seen } = (globalThis as unknown as Record<string, { source: EventSource; seen: Seen[] }>)[
      name
    ]!
    return { state: source.readyState, seen }
  }, name)
}

const hasEnded = (task_id: string) => (seen: Seen[]) =>
  seen.some((event) => event.task_id === task_id && event.type === 'task.completed')

function assertWhole(seen: Seen[]): void {
  const ids = seen.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.map((_, i) => ids[0]! + i),
    'no gap, nothing twice',
  )
}

test('a browser’s EventSource goes on by itself after a stop and after a kill -9, and misses nothing', async (t) => {
  const product = await installProduct(t, { STOP_PATIENCE_SECONDS: '0' })
  await product.start()
  const page = await openPage(t, `${product.url}/docs`)
  await signUp(page)
  await watch(page, 'all', '/api/v1/events')
  const seen = async () => (await look(page, 'all')).seen

  const first = await submit(page, long)
  await until(seen, (events) => events.some(({ type }) => type === 'task.progress'))
  const began = performance.now()
  assert.equal(await product.stop(), 0)
  assert.ok(performance.now() - began < 20_000, 'an open stream does not hold up a stop')
  await product.start()
  await until(seen, hasEnded(first), patience_ms)

  const second = await submit(page, long)
  await until(seen, (events) =>
    events.some(({ type, task_id }) => type === 'task.progress' && task_id === second),
  )
  await product.kill()
  await product.start()
  const events = await until(seen, hasEnded(second), patience_ms)
  assertWhole(events)
  assert.equal(events[0]!.type, 'task.queued')
  for (const task_id of [first, second]) {
    const types = events.filter((event) => event.task_id === task_id).map(({ type }) => type)
    assert.ok(types.includes('task.requeued'), types.join())
  }

  // One task, which has ended: told from the beginning, and not asked for again and again.
  await watch(page, 'one', `/api/v1/tasks/${second}/events`)
  const closed = 2
  const one = await until(
    () => look(page, 'one'),
    ({ state }) => state === closed,
  )
  assert.deepEqual(
    one.seen,
    events.filter(({ task_id }) => task_id === second),
  )
})

test('curl that asks with its last id after a kill -9 misses nothing', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'curl' } })
  const curl = (last_id?: number) => {
    const headers = ['-H', `X-API-Key: ${api_key}`, ...(last_id ? ['-H', `Last-Event-ID: ${last_id}`] : [])]
    const child = spawn('curl', ['-sN', ...headers, `${product.url}/api/v1/events`])
    cleanUp(t, () => child.kill())
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const seen = () => [...text.matchAll(/^id: (\d+)\nevent: (.+)\ndata: (.+)\n\n/gm)].map(toSeen)
    return { ended: once(child, 'close'), text: () => text, seen }
  }
  const before = curl()
  await until(
    async () => before.text(),
    (text) => text.startsWith('retry:'),
  )
  const first = await maker.POST('/api/v1/video/generate', { body: short })
  await until(async () => before.seen(), hasEnded(first.task_id), patience_ms)
  await maker.POST('/api/v1/video/generate', { body: long })
  await product.kill()
  await before.ended
  await product.start()
  const { task_id } = await maker.POST('/api/v1/video/generate', { body: short })
  const after = curl(before.seen().at(-1)!.id)
  await until(async () => after.seen(), hasEnded(task_id), patience_ms)
  assertWhole([...before.seen(), ...after.seen()])
})

function toSeen([, id, type, data]: RegExpMatchArray): Seen {
  const { task_id, status } = JSON.parse(data!) as Seen
  return { id: Number(id), type: type!, task_id, status }
}
