import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EngineError } from '../../engines/engines.ts'
import { createEngineHealth } from './engine-health.ts'

const broken = new EngineError('engine_error', 'The engine failed.', { fault: 'engine' })

function open() {
  const clock = { now: 0 }
  const health = createEngineHealth(() => clock.now)
  return {
    clock,
    health,
    fail: (task_id: string, began_at = clock.now) => health.failed(broken, { task_id, began_at }),
  }
}

test('an engine that does not answer is asked less and less often, and at once again when it has', () => {
  const { clock, health } = open()
  const rests = Array.from({ length: 8 }, () => {
    health.unanswered(broken)
    const rest_ms = health.rest_ms()
    clock.now += rest_ms
    return rest_ms
  })
  assert.deepEqual(rests, [1000, 2000, 5000, 10_000, 30_000, 60_000, 60_000, 60_000])
  health.answered()
  assert.deepEqual([health.rest_ms(), health.failures, health.lastError], [0, 0, undefined])
})

test('an engine that tasks wait for is asked every five seconds while it does not answer, and not after it failed', () => {
  const { clock, health, fail } = open()
  const rests = Array.from({ length: 7 }, () => {
    health.unanswered(broken)
    const rest_ms = health.restIfWanted_ms()
    clock.now += rest_ms
    return rest_ms
  })
  assert.deepEqual(rests, [1000, 2000, 5000, 5000, 5000, 5000, 5000])
  health.answered()
  assert.equal(health.rest_ms(), 0, 'what answers is used at once')
  for (const task_id of ['a', 'b', 'c']) {
    fail(task_id)
    assert.equal(health.restIfWanted_ms(), health.rest_ms())
    clock.now += health.rest_ms()
  }
})

test('tasks that fail one after the other rest an engine longer each time, and then it gets one at first', () => {
  const { clock, health, fail } = open()
  const rests = ['a', 'b', 'c', 'd'].map((task_id) => {
    fail(task_id)
    const rest_ms = health.rest_ms()
    clock.now += rest_ms
    return rest_ms
  })
  assert.deepEqual(rests, [2000, 10_000, 60_000, 60_000])
  assert.ok(health.isOnTrial)
  health.answered() // a server that answers may still fail at every task
  assert.ok(health.isOnTrial)
  assert.equal(health.lastError, broken)
  health.worked()
  assert.deepEqual([health.isOnTrial, health.failures, health.lastError], [false, 0, undefined])
})

test('attempts that were under way when one failed, and a task that fails again, count once', () => {
  const { clock, health, fail } = open()
  clock.now = 5000
  fail('a')
  for (const task_id of ['b', 'c', 'd']) fail(task_id, 1000)
  assert.equal(health.failures, 1)
  clock.now += health.rest_ms()
  fail('a')
  assert.deepEqual([health.failures, health.rest_ms()], [1, 2000])
})
