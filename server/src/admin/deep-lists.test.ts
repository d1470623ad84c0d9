import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillAccounts } from '../testing/many-rows.ts'
import { createWorld, type World } from '../testing/world.ts'

const lists = [
  ['/api/v1/admin/tasks', 'task_id'],
  ['/api/v1/admin/ledger/transactions', 'transaction_id'],
  ['/api/v1/admin/audit', 'event_id'],
] as const

interface Page {
  items: Record<string, unknown>[]
  total: number
  page: number
  next_cursor: string | null
  previous_cursor: string | null
}

/** Events of the log of which three share an instant, each a few microseconds after the ones before. */
function addEvents({ db }: World, count: number) {
  return sql`
    insert into audit_events (event, actor, created_at)
    select 'login_ok', 'system', timestamptz '2026-01-01' + (i / 3) * interval '3 microseconds'
      from generate_series(1, ${count}::int) as i`.execute(db)
}

test('each long list of operators is walked by cursors to its end and back, without a gap or a second time', async (t) => {
  const world = await createWorld(t)
  const [root, ann, bob] = [await world.admin(), await world.person(), await world.person()]
  // Tasks of two people, and holds with their captures, share their instants.
  await fillAccounts(
    world.db,
    [ann, bob].map(({ user_id }) => ({ user_id, tasks: 40 })),
  )
  await addEvents(world, 50)
  for (const [path, id] of lists) {
    const read = async (query: string): Promise<Page> =>
      (await world.get(`${path}?${query}`, root.token)).json()
    const idsOf = ({ items }: Page) => items.map((item) => item[id])
    const whole = await read('page_size=100')
    const more = whole.next_cursor === null ? [] : idsOf(await read('page_size=100&page=2'))
    const all = [...idsOf(whole), ...more]
    const pages = [await read('page_size=7')]
    for (let last = pages[0]!; last.next_cursor !== null; pages.push(last))
      last = await read(`page_size=7&cursor=${last.next_cursor}`)
    assert.deepEqual(pages.flatMap(idsOf), all, path)
    assert.deepEqual(
      pages.map(({ page }) => page),
      pages.map((_, at) => at + 1),
    )
    assert.equal(pages[0]!.previous_cursor, null)
    const back = [pages.at(-1)!]
    for (let first = back[0]!; first.previous_cursor !== null; back.unshift(first))
      first = await read(`page_size=7&cursor=${first.previous_cursor}`)
    assert.deepEqual(back.map(idsOf), pages.map(idsOf), path)
    // A number and a cursor say the same.
    assert.equal((await read('page_size=7&page=3')).next_cursor, pages[2]!.next_cursor)
  }
})

test('a list whose total ends at 10,000 goes on behind it by cursors, with its filter', async (t) => {
  const world = await createWorld(t)
  const [root, ann] = [await world.admin(), await world.person()]
  await fillAccounts(world.db, [{ user_id: ann.user_id, tasks: 10_900 }])
  await addEvents(world, 10_300)
  for (const [path, filter] of [
    ['/api/v1/admin/tasks', 'from=2000-01-01T00:00:00Z'],
    ['/api/v1/admin/tasks', 'status=completed'],
    ['/api/v1/admin/tasks', `user_id=${ann.user_id}`],
    ['/api/v1/admin/ledger/transactions', `user_id=${ann.user_id}`],
    ['/api/v1/admin/audit', 'event=login_ok'],
  ] as const) {
    const read = async (query: string): Promise<Page> =>
      (await world.get(`${path}?${filter}&page_size=100&${query}`, root.token)).json()
    const last = await read('page=100')
    assert.deepEqual([last.total, last.items.length], [10_000, 100], path)
    assert.deepEqual((await read('page=101')).items, [], 'by numbers it ends')
    const next = await read(`cursor=${last.next_cursor}`)
    assert.deepEqual([next.total, next.page, next.items.length], [10_000, 101, 100], path)
    const before = await read(`cursor=${next.previous_cursor}`)
    assert.deepEqual([before.page, before.items], [100, last.items], path)
  }
})

test("a cursor of nobody's, or of another list, is refused at its place", async (t) => {
  const world = await createWorld(t)
  const [root, ann] = [await world.admin(), await world.person()]
  await fillAccounts(world.db, [{ user_id: ann.user_id, tasks: 5 }])
  await addEvents(world, 5)
  const write = (text: string) => Buffer.from(text).toString('base64url')
  const of = async (path: string): Promise<string> =>
    (await world.get(`${path}?page_size=1`, root.token)).json().next_cursor
  const [, [ledger]] = lists
  const wrong = ['', 'x', write('>1 1'), write('>9999999999999999 1 1'), write('>-1 1 1'), write('>1 1 é')]
  for (const [path] of lists)
    for (const cursor of wrong) {
      const { statusCode, body } = await world.get(`${path}?cursor=${cursor}`, root.token)
      assert.equal(statusCode, 422, `${path} ${cursor}`)
      assert.deepEqual(JSON.parse(body).detail[0], {
        loc: ['query', 'cursor'],
        msg: 'Input must be a cursor that this list has answered',
        type: 'value_error',
      })
    }
  const strange = await world.get(`${ledger}?cursor=${await of('/api/v1/admin/audit')}`, root.token)
  assert.equal(strange.statusCode, 422)
  const big = await world.get(`/api/v1/admin/audit?cursor=${write(`>1 1 ${'9'.repeat(19)}`)}`, root.token)
  assert.equal(big.statusCode, 422)
})

test("everybody's tasks are found by when they were asked for", async (t) => {
  const world = await createWorld(t)
  const [root, ann] = [await world.admin(), await world.person()]
  await fillAccounts(world.db, [{ user_id: ann.user_id, tasks: 10 }])
  const read = async (query: string): Promise<{ items: { created_at: string }[]; total: number }> =>
    (await world.get(`/api/v1/admin/tasks?${query}`, root.token)).json()
  const times = (await read('')).items.map(({ created_at }) => created_at)
  const [from, to] = [times[6]!, times[2]!]
  for (const whose of ['', `&user_id=${ann.user_id}`]) {
    const found = await read(`from=${from}&to=${to}${whose}`)
    assert.deepEqual(
      found.items.map(({ created_at }) => created_at),
      times.slice(3, 7),
      'the first is among them, the last is not',
    )
    assert.equal(found.total, 4)
  }
  assert.equal((await world.get('/api/v1/admin/tasks?from=yesterday', root.token)).statusCode, 422)
})
