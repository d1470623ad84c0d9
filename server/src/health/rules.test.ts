import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { EngineReported, Wait } from '../tasks/tasks.ts'
import { type EngineFacts, engineItems } from './engine-items.ts'
import { inOrder } from './items.ts'
import { spaceItems } from './service-items.ts'

const now = new Date('2026-11-24T12:00:00.000Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

const report = (changed: Partial<EngineReported> = {}): EngineReported => ({
  engine: 'gpu-1',
  worker_id: 'a',
  kind: 'sglang',
  url: null,
  is_reachable: true,
  version: null,
  offers: [],
  problems: [],
  failures: 0,
  rests_until: null,
  power: null,
  paused_at: null,
  paused_by: null,
  reached_at: ago(1),
  checked_at: ago(1),
  ...changed,
})
const lost = (changed: Partial<EngineReported> = {}) =>
  report({ is_reachable: false, reached_at: ago(61), failures: 4, ...changed })
const wait = (changed: Partial<Wait> = {}): Wait => ({
  model: 'wan',
  tasks: 1,
  running: 1,
  since: ago(700),
  waited_s: 700,
  is_paused: false,
  ...changed,
})
const slots = { engine: 'gpu-1', slots: 1, free: 0, models: ['wan'] }

const told = (facts: Partial<EngineFacts>) =>
  engineItems(
    { reports: [], slots: [slots], waits: [], configured: [], catalog: [], longest_wait_s: 600, ...facts },
    now,
  ).map(({ code, severity }) => `${code} ${severity}`)

suite('of engines', () => {
  test('one is down when nobody has reached it for a minute', () => {
    assert.deepEqual(told({ reports: [lost()] }), ['engine_down now'])
    assert.deepEqual(told({ reports: [lost({ reached_at: ago(59) })] }), [])
    assert.deepEqual(told({ reports: [lost(), lost({ worker_id: 'b' })] }), ['engine_down now'])
  })

  test('one that never answered is down after as many calls', () => {
    assert.deepEqual(told({ reports: [lost({ reached_at: null, failures: 5 })] }), [])
    assert.deepEqual(told({ reports: [lost({ reached_at: null, failures: 6 })] }), ['engine_down now'])
  })

  test('one that others reach is no outage', () => {
    assert.deepEqual(told({ reports: [lost(), report({ worker_id: 'b' })] }), ['engine_down soon'])
  })

  test('one that was taken out is told of once it is forgotten, and then of nothing else', () => {
    const out = (since: Date) => told({ reports: [lost({ paused_at: since, paused_by: 'a' })] })
    assert.deepEqual([out(ago(60)), out(ago(3_601))], [[], ['engine_taken_out soon']])
  })

  test('one that is started by need may be off', () => {
    const power = { state: 'off' as const, since: ago(9), start_s: null, failures: 1, error: 'no' }
    assert.deepEqual(told({ reports: [lost({ power })] }), [])
    assert.deepEqual(told({ reports: [lost({ power: { ...power, failures: 2 } })] }), [
      'engine_start_failing now',
    ])
    assert.deepEqual(told({ reports: [lost({ power: { ...power, state: 'on' } })] }), ['engine_down now'])
  })

  test('a failed attempt is told from the third in a row, what a model lacks at once, and both once', () => {
    const failed = { model: null, message: 'Out of memory.', remedy: 'See its log.' }
    const lacking = { ...failed, model: 'wan' }
    assert.deepEqual(told({ reports: [report({ problems: [failed], failures: 2 })] }), [])
    assert.deepEqual(told({ reports: [report({ problems: [failed], failures: 3 })] }), [
      'engine_problem soon',
    ])
    const both = [report({ problems: [lacking] }), report({ worker_id: 'b', problems: [lacking] })]
    assert.deepEqual(told({ reports: both }), ['engine_problem soon'])
  })
})

suite('of models', () => {
  test('a wait is too long beyond the setting, now if none of its tasks runs, and never while its queue is paused', () => {
    assert.deepEqual(told({ waits: [wait()] }), ['waits_too_long soon'])
    assert.deepEqual(told({ waits: [wait({ running: 0 })] }), ['waits_too_long now'])
    assert.deepEqual(told({ waits: [wait({ waited_s: 600 })] }), [])
    assert.deepEqual(told({ waits: [wait({ is_paused: true })] }), [])
  })

  test('one without an engine is told where tasks wait for a minute, or where no engine is to blame', () => {
    const none = { slots: [], catalog: ['wan'] }
    const configured = [{ name: 'gpu-1', models: ['wan'] }]
    assert.deepEqual(told({ ...none, waits: [wait()] }), ['no_engine_for_model now'])
    assert.deepEqual(told({ ...none, waits: [wait({ waited_s: 60 })] }), [])
    assert.deepEqual(told(none), ['no_engine_for_model soon'])
    assert.deepEqual(told({ ...none, configured, reports: [report()] }), ['no_engine_for_model soon'])
    assert.deepEqual(told({ ...none, configured, reports: [lost()] }), ['engine_down now'])
    const waiting = { ...none, configured: [{ ...configured[0]!, on_demand: {} }], waits: [wait()] }
    assert.deepEqual(told(waiting), ['waits_too_long soon'], 'it can be started')
  })
})

test('a disk is nearly full by its part and by its amount', () => {
  const gib = 2 ** 30
  const of = (free: number, total: number) =>
    spaceItems('/data', { free_bytes: free * gib, total_bytes: total * gib })[0]?.severity
  assert.deepEqual(
    [
      of(11, 100),
      of(9, 100),
      of(1, 100),
      of(60, 10_000),
      of(49, 10_000),
      of(9, 10_000),
      of(1, 5),
      of(0.4, 5),
      of(0, 0.03),
    ],
    [undefined, 'soon', 'now', undefined, 'soon', 'now', undefined, 'soon', 'now'],
  )
})

test('the worst comes first, then what is older, and there are at most a hundred', () => {
  const item = { subject: null, message: '', remedy: '', path: '' }
  const items = [
    { ...item, code: 'queue_paused' as const, severity: 'soon' as const, since: ago(1) },
    { ...item, code: 'queue_paused' as const, severity: 'soon' as const, since: ago(9) },
    { ...item, code: 'engine_down' as const, severity: 'now' as const, since: ago(1) },
    { ...item, code: 'ledger_not_zero' as const, severity: 'now' as const, since: ago(1) },
  ]
  assert.deepEqual(
    inOrder(items).map(({ code, since }) => [code, since]),
    [items[3]!, items[2]!, items[1]!, items[0]!].map(({ code, since }) => [code, since]),
  )
  assert.equal(inOrder(Array.from({ length: 101 }, () => items[0]!)).length, 100)
})
