import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { listen, readEvents } from '../testing/event-reader.ts'
import { createWorld } from '../testing/world.ts'
import { failOverdueTasks } from '../tasks/run/reap.ts'
import { forgetEvents } from './forget-events.ts'

const day_ms = 86_400_000

async function prepare(t: TestContext) {
  const world = await createWorld(t)
  const { db, deps, task } = world
  const url = await listen(world.app)
  const ann = await world.person()
  await world.credits(ann, 100_000)
  return {
    ...world,
    ann,
    read: (path: string, last_event_id?: number) =>
      readEvents(url + path, { token: ann.token, last_event_id }),
    /** A task with the four events that a failed one has. */
    failed: async () => {
      const task_id = await task(ann)
      const set = (change: object) =>
        db.updateTable('tasks').set(change).where('task_id', '=', task_id).execute()
      await set({ status: 'running', lease_expires_at: new Date() })
      await set({ progress: 0.5 })
      await set({ deadline_at: new Date(0) })
      assert.equal(await failOverdueTasks(db, deps.log), 1)
      return task_id
    },
    written: async () => {
      const rows = await db.selectFrom('task_events').select(['seq', 'type']).orderBy('seq').execute()
      return rows.map(({ seq, type }) => `${seq} ${type}`)
    },
  }
}

suite('what is kept', () => {
  test('progress is kept for a day, the rest for as long as the operator says, the newest for ever', async (t) => {
    const { db, failed, written } = await prepare(t)
    await failed()
    const after = (days: number) => new Date(Date.now() + days * day_ms)
    const all = ['1 task.queued', '2 task.running', '3 task.progress', '4 task.failed']
    await forgetEvents(db, after(0.99), 30)
    assert.deepEqual(await written(), all)
    await forgetEvents(db, after(1.01), 30)
    assert.deepEqual(await written(), [all[0], all[1], all[3]])
    await forgetEvents(db, after(29.9), 30)
    assert.deepEqual(await written(), [all[0], all[1], all[3]])
    await forgetEvents(db, after(30.1), 30)
    assert.deepEqual(await written(), [all[3]])
    await failed()
    assert.equal((await written()).at(-1), '8 task.failed', 'numbers go on')
  })

  test('who asks for what is not kept hears so, and goes on from now', async (t) => {
    const { ann, db, task, read, failed } = await prepare(t)
    const task_id = await failed()
    await failed()
    await forgetEvents(db, new Date(Date.now() + 31 * day_ms), 30)
    const stream = await read('/api/v1/events', 3)
    await task(ann)
    const [reset, next] = await stream.take(2)
    assert.deepEqual([reset!.type, next!.id, next!.type], ['reset', 9, 'task.queued'])
    stream.close()
    const uptodate = await read('/api/v1/events', 8)
    assert.equal((await uptodate.next())!.id, 9, 'who has seen all of it misses nothing')
    uptodate.close()

    const path = `/api/v1/tasks/${task_id}/events`
    const [present, ...none] = await (await read(path)).rest()
    assert.deepEqual([present!.type, present!.data['task_id'], none], ['task.failed', task_id, []])
    const late = await (await read(path, 1)).rest()
    assert.deepEqual(
      late.map(({ type }) => type),
      ['reset', 'task.failed'],
    )
    assert.equal((await read(path, present!.id)).response.status, 204)
  })
})
