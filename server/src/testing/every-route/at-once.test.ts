import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { everyOperation, exampleBody } from './every-route.ts'
import { successes } from './successes.ts'
import { createWorld } from '../world.ts'

// More requests of one person at once than there are connections: nobody may wait for what they hold.

const atOnce = 30
/** Far more than the work takes on a slow machine, and less than the pool waits for a connection. */
const stalled_ms = 4_000

test('thirty requests at once to any route that writes, with a key or without, stall neither each other nor a stranger', async (t) => {
  const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false' } })
  const stranger = await world.person()
  const writing = (await everyOperation(world.app)).filter(({ method }) => method !== 'GET')
  assert.ok(writing.length > 40, String(writing.length))
  let slowest_ms = 0
  for (const documented of writing) {
    for (const key of [undefined, 'one-key-for-all']) {
      await sql`delete from rate_limits`.execute(world.db)
      const who = await world.admin()
      await world.credits(who, 100_000)
      const fill = { user_id: who.user_id, session_id: who.session_id, task_id: await world.task(who) }
      const operation = (await everyOperation(world.app, fill)).find(
        (one) => one.route === documented.route && one.method === documented.method,
      )!
      const { method, route, url, body, isOpen } = operation
      const payload = body && (successes[route]?.(who) ?? exampleBody(body))
      const headers = {
        ...(!isOpen && { authorization: `Bearer ${who.token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      }
      const sent = Array.from({ length: atOnce }, () =>
        world.app.inject({ method, url, headers, ...(payload && { payload }) }),
      )
      const began_ms = performance.now()
      const me = await world.get('/api/v1/me', stranger.token)
      const waited_ms = performance.now() - began_ms
      slowest_ms = Math.max(slowest_ms, waited_ms)
      assert.equal(me.statusCode, 200, `${method} ${route}: a stranger's request`)
      assert.ok(waited_ms < stalled_ms, `${method} ${route}: a stranger waited ${waited_ms} ms`)
      const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
      assert.ok(
        statuses.every((status) => status < 500),
        `${method} ${route}${key ? ' with a key' : ''}: ${statuses.join(' ')}`,
      )
    }
  }
  t.diagnostic(`the stranger waited ${Math.round(slowest_ms)} ms at most`)
})
