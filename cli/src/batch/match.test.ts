import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fit, match } from './match.ts'
import type { Row } from './rows.ts'
import type { Entry } from './state.ts'

const row = (number: number, hash: string, name?: string): Row => ({
  number,
  hash,
  name,
  prompt: hash,
  choices: {},
})
const entry = (number: number, hash: string, key: string, more: Partial<Entry> = {}): Entry => ({
  row: number,
  hash,
  key,
  status: 'done',
  submitted_at: '2026-11-20T17:40:04.123Z',
  cost: 10,
  ...more,
})
const told = (rows: Row[], entries: Entry[]) => {
  const { matches, gone } = match(rows, entries)
  return {
    rows: matches.map(({ entry, is_changed }) =>
      is_changed ? `${entry!.key} changed` : (entry?.key ?? 'new'),
    ),
    gone: gone.map(({ key }) => key),
  }
}

test('rows that were moved, added and removed are known by their content', () => {
  const entries = [entry(1, 'a', 'A'), entry(2, 'b', 'B'), entry(3, 'c', 'C')]
  assert.deepEqual(told([row(1, 'c'), row(2, 'a'), row(3, 'n'), row(4, 'm')], entries), {
    rows: ['C', 'A', 'new', 'new'],
    gone: ['B'],
  })
})

test('equal rows are as many videos as there are of them', () => {
  const rows = [row(1, 'a'), row(2, 'a'), row(3, 'a')]
  assert.deepEqual(told(rows, [entry(1, 'a', 'A'), entry(2, 'a', 'B')]), {
    rows: ['A', 'B', 'new'],
    gone: [],
  })
})

test('a row that is another one than was submitted is told by its name, or else by its number', () => {
  const entries = [entry(1, 'a', 'A', { name: 'fox' }), entry(2, 'b', 'B')]
  assert.deepEqual(told([row(1, 'n'), row(2, 'x'), row(3, 'y', 'fox')], entries), {
    rows: ['new', 'B changed', 'A changed'],
    gone: [],
  })
})

test('what was made anew is known by its newest entry', () => {
  const entries = [entry(1, 'a', 'A', { is_replaced: true }), entry(1, 'a', 'B')]
  assert.deepEqual(told([row(1, 'a')], entries), { rows: ['B'], gone: [] })
})

test('of rows that do not fit, later ones that do are not left out', () => {
  const { chosen, left } = fit([{ cost: 5 }, { cost: 8 }, { cost: 4 }, { cost: 2 }], 10)
  assert.deepEqual(
    [chosen, left],
    [
      [{ cost: 5 }, { cost: 4 }],
      [{ cost: 8 }, { cost: 2 }],
    ],
  )
  assert.deepEqual(fit([{ cost: 1 }], -3).chosen, [])
})
