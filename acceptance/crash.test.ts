import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, downloadResult, type Schema } from '@clipwright/client'
import { createMaker, installProduct, type Product, until, waitForEnd } from './lib/product.ts'

const zero = { R1: 0, R2: 0, R3: 0, R4: 0, R5: 0, R6: 0, R7: 0, R8: 0 }

/** A task that is being drawn and will be for a while, in front of one that waits. */
async function submitTwo(product: Product, maker: Client): Promise<[string, string]> {
  const body = { prompt: 'mountains under a stormy sky', duration_seconds: 5, resolution: '720p', seed: 1 }
  const running = await maker.POST('/api/v1/video/generate', { body })
  const queued = await maker.POST('/api/v1/video/generate', {
    body: { prompt: 'a calm sea', duration_seconds: 1 },
  })
  await until(
    () => maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id: running.task_id } } }),
    (task) => task.status === 'running' && (task.progress ?? 0) > 0.05,
  )
  return [running.task_id, queued.task_id]
}

/** Both tasks have their video and were paid once, and the books agree. */
async function checkBoth(
  product: Product,
  maker: Client,
  ids: readonly string[],
): Promise<Schema<'TaskOut'>[]> {
  const tasks = await Promise.all(ids.map((id) => waitForEnd(maker, id)))
  for (const task of tasks) {
    assert.equal(task.status, 'completed', JSON.stringify(task.error))
    assert.equal(task.cost_status, 'charged')
    const response = await downloadResult(maker, task.task_id)
    assert.ok((await new Response(response.body).arrayBuffer()).byteLength > 1000)
  }
  const me = await maker.GET('/api/v1/me')
  assert.deepEqual([me.balance, me.balance_held], [10_000 - 100 - 10, 0])
  const lines = await maker.GET('/api/v1/me/transactions')
  assert.equal(
    lines.items.filter((line) => line.type === 'task_charge' && line.status === 'settled').length,
    2,
  )
  assert.deepEqual(JSON.parse(await product.command('reconcile')), zero)
  return tasks
}

test('kill -9 of the server while a task runs: after the next start it completes and is paid once', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const ids = await submitTwo(product, maker)
  await product.kill()
  const started_ms = await product.start()
  t.diagnostic(`ready again after ${Math.round(started_ms)} ms`)
  await checkBoth(product, maker, ids)
})

test('kill -9 of PostgreSQL while a task runs: the server lives on, and the task completes and is paid once', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const ids = await submitTwo(product, maker)
  const before = await product.postgresPid()
  process.kill(before, 'SIGKILL')
  await until(
    () => fetch(`${product.url}/readyz`).then((response) => response.status),
    (status) => status === 200,
  )
  await checkBoth(product, maker, ids)
  assert.notEqual(await product.postgresPid(), before)
})

test('a graceful stop hands the running task back, and the next start finishes it', async (t) => {
  const product = await installProduct(t, { STOP_PATIENCE_SECONDS: '0' })
  await product.start()
  const maker = await createMaker(product.url)
  const ids = await submitTwo(product, maker)
  const began = performance.now()
  assert.equal(await product.stop(), 0)
  t.diagnostic(`stopped after ${Math.round(performance.now() - began)} ms`)
  assert.match(product.log(), /"task_handed_back"/)
  await assert.rejects(product.postgresPid(), 'PostgreSQL stops with its server')
  await product.start()
  await checkBoth(product, maker, ids)
})
