import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { everyOperation, type Operation } from './every-route.ts'
import { createWorld } from '../world.ts'

// What no route may do with a bad query string or a hostile text, for every route.

async function readers(t: TestContext, isMeant: (operation: Operation) => boolean) {
  const world = await createWorld(t)
  const caller = await world.admin()
  const hook = await world.post('/api/v1/me/webhooks', caller.token, { url: 'https://example.org/hook' })
  const fill = { webhook_id: hook.json<{ webhook_id: string }>().webhook_id }
  const operations = (await everyOperation(world.app, fill)).filter(isMeant)
  const get = (url: string, query: string) => world.get(`${url}?${query}`, caller.token)
  return { ...world, caller, operations, get }
}

const isPaged = ({ method, query }: Operation) => method === 'GET' && 'page' in query && 'page_size' in query

test('every export of a list takes the filters of the list', async (t) => {
  const { operations } = await readers(t, ({ method }) => method === 'GET')
  const filters = ({ query }: Operation): string[] =>
    Object.keys(query)
      .filter((name) => !['page', 'page_size', 'cursor'].includes(name))
      .toSorted()
  const exported = operations.flatMap((list) => {
    const file = operations.find(({ route }) => route === `${list.route}/export`)
    return file && isPaged(list) ? [{ list, file }] : []
  })
  assert.ok(exported.length >= 2, String(exported.length))
  for (const { list, file } of exported) assert.deepEqual(filters(file), filters(list), file.route)
})

test('T-127, T-128 every list takes page numbers in digits and within range, and pages past the end are empty', async (t) => {
  const { operations, get } = await readers(t, isPaged)
  assert.ok(operations.length >= 6)
  const bad: [string, string][] = [
    ['page=0', 'greater_than_equal'],
    ['page=-1', 'int_parsing'],
    ['page_size=0', 'greater_than_equal'],
    ['page_size=-5', 'int_parsing'],
    ['page_size=101', 'less_than_equal'],
    ['page=1e3', 'int_parsing'],
    ['page=0x10', 'int_parsing'],
    ['page=1.0', 'int_parsing'],
    ['page=%2B1', 'int_parsing'],
    ['page=%201', 'int_parsing'],
    ['page=', 'int_parsing'],
    ['page_size=', 'int_parsing'],
    ['page=%D9%A1', 'int_parsing'],
    ['page=1&page=2', 'int_type'],
    ['page=9007199254740992', 'less_than_equal'],
    ['page=9007199254740993', 'less_than_equal'],
    [`page=${'9'.repeat(400)}`, 'less_than_equal'],
  ]
  for (const { url, route } of operations) {
    for (const [query, type] of bad) {
      const response = await get(url, query)
      assert.equal(response.statusCode, 422, `${route}?${query}`)
      const [problem] = response.json().detail
      assert.deepEqual(
        [problem.loc, problem.type],
        [['query', query.split('=')[0]], type],
        `${route}?${query}`,
      )
    }
    for (const page of [1_000_000_000, Number.MAX_SAFE_INTEGER]) {
      const far = await get(url, `page=${page}&page_size=100&unknown=1`)
      assert.deepEqual([far.statusCode, far.json().items, far.json().page], [200, [], page], route)
    }
  }
})

test('T-129 no text in a query is understood as SQL, and a free filter that matches nothing gives an empty list', async (t) => {
  const { operations, get, db } = await readers(t, ({ method }) => method === 'GET')
  const hostile = [
    "' or 1=1 --",
    '"; drop table users; --',
    '%',
    '_',
    '\\',
    '$1',
    "a'||(select 1)||'",
    'unknown',
    '',
  ]
  let filters = 0
  for (const { url, route, query } of operations) {
    for (const [name, schema] of Object.entries(query)) {
      if (schema.type !== 'string') continue
      for (const text of [...hostile, 'x'.repeat(8192)]) {
        const response = await get(url, `${name}=${encodeURIComponent(text)}`)
        assert.ok([200, 400, 422].includes(response.statusCode), `${route} ${name}=${text}: ${response.body}`)
        const isFree = name === 'status' && schema.enum === undefined
        if (!isFree || text === '') continue
        filters++
        assert.deepEqual(
          [response.statusCode, response.json().items, response.json().total],
          [200, [], 0],
          route,
        )
      }
    }
  }
  assert.ok(filters >= 3 * 9, 'tasks under both their names, and those of everybody')
  assert.equal((await db.selectFrom('users').select('user_id').execute()).length, 1)
})

test('T-129 no text in a body is understood as SQL', async (t) => {
  const world = await createWorld(t)
  const caller = await world.admin()
  const victim = await world.person()
  const operations = (await everyOperation(world.app)).filter(({ body }) => body !== undefined)
  const before = await world.db
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', victim.user_id)
    .execute()
  for (const { method, url, route, body, isOpen } of operations) {
    const names = Object.entries(body!.properties ?? {}).filter(([, schema]) => schema.type === 'string')
    for (const text of ["'; update users set role = 'admin'; --", '\\\'"$1%_;']) {
      const payload = Object.fromEntries(names.map(([name]) => [name, text]))
      const headers = isOpen ? {} : { authorization: `Bearer ${caller.token}` }
      const response = await world.app.inject({ method, url, headers, payload })
      assert.ok(response.statusCode < 500, `${route}: ${response.body}`)
    }
  }
  const after = await world.db.selectFrom('users').selectAll().where('user_id', '=', victim.user_id).execute()
  assert.deepEqual(after, before)
})
