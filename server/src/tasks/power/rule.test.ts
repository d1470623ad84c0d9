import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStep, type PowerFacts } from './rule.ts'

const bounds = { wait_s: 30, idle_s: 600, start_s: 120, give_up_s: 900 }
const off: PowerFacts = {
  state: 'off',
  for_s: 0,
  is_reached: false,
  silent_s: null,
  waited_s: null,
  elsewhere_s: null,
  is_busy: false,
  idle_for_s: 0,
  start_s: null,
  failures: 0,
}
const step = (facts: Partial<PowerFacts>) => nextStep({ ...off, ...facts }, bounds)

test('an engine is started once a task has waited, unless the others are done sooner than a start', () => {
  assert.equal(step({}), undefined)
  assert.equal(step({ waited_s: 29 }), undefined)
  assert.equal(step({ waited_s: 30 }), 'start')
  assert.equal(step({ waited_s: 30, elsewhere_s: 119 }), undefined)
  assert.equal(step({ waited_s: 30, elsewhere_s: 121 }), 'start')
  assert.equal(
    step({ waited_s: 30, elsewhere_s: 121, start_s: 200 }),
    undefined,
    'a start takes 200 s in truth',
  )
  assert.equal(step({ is_reached: true }), 'started', 'by somebody else')
})

test('a start that comes to nothing is tried again later and later', () => {
  assert.equal(step({ state: 'starting', for_s: 899 }), undefined)
  assert.equal(step({ state: 'starting', for_s: 900 }), 'failed')
  assert.equal(step({ state: 'starting', for_s: 5, is_reached: true }), 'started')
  for (const [failures, rest_s] of [
    [1, 60],
    [2, 300],
    [3, 900],
    [9, 900],
  ] as const) {
    assert.equal(step({ waited_s: 5000, failures, for_s: rest_s - 1 }), undefined)
    assert.equal(step({ waited_s: 5000, failures, for_s: rest_s }), 'start')
  }
})

test('an engine is stopped when it is idle, and one that went away, so that it can be started anew', () => {
  const on = { state: 'on', is_reached: true, silent_s: 1, for_s: 5000 } as const
  assert.equal(step({ ...on, idle_for_s: 599 }), undefined)
  assert.equal(step({ ...on, idle_for_s: 600 }), 'stop')
  assert.equal(step({ ...on, idle_for_s: 600, is_busy: true }), undefined)
  assert.equal(step({ ...on, idle_for_s: 600, waited_s: 1 }), undefined)
  assert.equal(step({ ...on, is_reached: false, silent_s: 59 }), undefined)
  assert.equal(step({ ...on, is_reached: false, silent_s: 60 }), 'stop')
  assert.equal(step({ ...on, is_reached: false, silent_s: 60, for_s: 10 }), undefined, 'just begun')
  const stopping = { state: 'stopping', is_reached: true } as const
  assert.equal(step({ ...stopping, for_s: 899 }), undefined)
  assert.equal(step({ ...stopping, for_s: 900 }), 'failed')
  assert.equal(step({ ...stopping, is_reached: false }), 'stopped')
})
