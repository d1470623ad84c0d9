import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { peopleActions } from '../testing/every-route/audit-people-actions.ts'
import { serviceActions } from '../testing/every-route/audit-service-actions.ts'
import { type AuditWorld, auditWorld, next, type Told, wrong } from '../testing/every-route/audit-world.ts'
import type { AuditEvent } from './audit.ts'

// T-153: what each event is the record of, and what its one row says. An event without an action does not compile.
const actions: Record<AuditEvent, (world: AuditWorld) => Promise<Told>> = {
  ...peopleActions,
  ...serviceActions,
}

test('T-153 each event is one row that says who, to whom, from where and in which request, and no secret', async (t) => {
  const world = await auditWorld(t)
  for (const [event, action] of Object.entries(actions)) {
    await world.db.deleteFrom('rate_limits' as never).execute()
    const { response, actor, subject = null, ...told } = await action(world)
    const { request_id = response ? String(response.headers['x-request-id']) : 'schedule' } = told
    const rows = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('event', '=', event)
      .where('request_id', request_id === null ? 'is' : '=', request_id)
      .execute()
    assert.equal(rows.length, 1, `${event}: ${response?.body}`)
    const [row] = rows
    const ip = response ? '127.0.0.1' : null
    assert.deepEqual([row!.actor, row!.subject, row!.ip], [actor, subject, ip], event)
  }
  const everything = JSON.stringify(await world.db.selectFrom('audit_events').selectAll().execute())
  for (const secret of [wrong, next, 'correct horse battery']) assert.ok(!everything.includes(secret), secret)
  assert.ok(!/sv(?:at|rt|ss|ck|mf|su)_|[\w-]{43}|\$argon2|[0-9A-Z]{5}-[0-9A-Z]{5}/.test(everything))
  assert.ok(!/"(?:code|password|secret|token)":/.test(everything))
})

test('T-153 no event is left out', () => {
  const source = readFileSync(join(import.meta.dirname, 'audit.ts'), 'utf8')
  const [, union] = /export type AuditEvent =((?:\s+\| '\w+')+)/.exec(source)!
  const named = [...union!.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
  assert.ok(named.length > 30)
  assert.deepEqual(Object.keys(actions).toSorted(), named.toSorted())
})
