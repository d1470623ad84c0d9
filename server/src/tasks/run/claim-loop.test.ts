import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { until } from '../../testing/until.ts'
import { startWorkerOf } from '../../testing/worker.ts'
import { createWorld } from '../../testing/world.ts'
import { queuedChannel } from '../task/channels.ts'

/** A database that tells of each statement that was compiled before. */
function watched(db: Db, onStatement: (sql: string) => void): Db {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'executeQuery')
        return (query: CompiledQuery) => {
          onStatement(query.sql)
          return target.executeQuery(query)
        }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('a worker whose queue is empty claims nothing, however often it is told to look', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 100)
  let looks = 0
  let claims = 0
  const db = watched(world.db, (sql) => {
    if (sql.includes('as left_task_id')) looks++
    if (sql.includes('with candidate as materialized')) claims++
  })
  const engine = createInstantEngine({ video: new Uint8Array(), models: ['preview'] })
  startWorkerOf({ ...world, deps: { ...world.deps, db } }, engine)
  const lookAgain = async () => {
    const before = looks
    world.deps.notifier.notify(queuedChannel)
    await until(() => looks > before)
  }
  assert.equal((await world.ended(await world.task(ann))).status, 'completed')
  assert.ok(claims > 0)
  // The look that was under way, and the one after the task's end.
  for (let i = 0; i < 3; i++) await lookAgain()
  const before = claims
  for (let i = 0; i < 5; i++) await lookAgain()
  assert.equal(claims, before)
  assert.equal((await world.ended(await world.task(ann))).status, 'completed')
})
