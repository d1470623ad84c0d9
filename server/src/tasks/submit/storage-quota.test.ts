import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capture } from '../../testing/capture.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { purgeResults } from '../results/purge.ts'
import { countFirstRooms } from './storage-quota.ts'

const never = new AbortController().signal
const gigabyte = 1_000_000_000

/** A video of so many bytes, as its row tells. */
async function madeOf(world: World, of: Person, bytes: number): Promise<string> {
  const task_id = await world.task(of)
  await world.db.transaction().execute(async (trx) => {
    const done = {
      status: 'completed',
      result_key: `videos/${task_id}.mp4`,
      media: JSON.stringify({ bytes }) as never,
      completed_at: new Date(),
    } as const
    await trx.updateTable('tasks').set(done).where('task_id', '=', task_id).execute()
    await capture(trx, task_id)
  })
  return task_id
}

async function open(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false' } })
  const [root, ann, bob] = [await world.admin(), await world.person(), await world.person()]
  for (const person of [ann, bob]) await world.credits(person, 10_000)
  const room = async (of: Person) => (await world.get('/api/v1/me/storage', of.token)).json()
  const setQuota = async (storage_quota_bytes: number) => {
    await world.post('/api/v1/admin/settings', root.token, { storage_quota_bytes })
    const wanted = storage_quota_bytes || null
    await until(async () => (await room(ann)).quota_bytes === wanted, 'a quota that holds')
  }
  const body = { prompt: 'a lake', duration_seconds: 1 }
  const submit = (of: Person, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/video/generate',
      headers: { authorization: `Bearer ${of.token}`, ...headers },
      payload: body,
    })
  return { world, ann, bob, room, setQuota, submit }
}

test('whoever has as much as they may is refused, and goes on once something is deleted', async (t) => {
  const { world, ann, bob, room, setQuota, submit } = await open(t)
  const first = await madeOf(world, ann, gigabyte)
  assert.deepEqual(await room(ann), { stored_bytes: gigabyte, quota_bytes: null })
  const key = { 'idempotency-key': 'before' }
  const before = await submit(ann, key)
  assert.equal(before.statusCode, 200)
  await setQuota(gigabyte)
  const refused = await submit(ann)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'storage_quota_reached'])
  assert.deepEqual([refused.json().stored_bytes, refused.json().quota_bytes], [gigabyte, gigabyte])
  assert.equal(refused.headers['x-should-retry'], 'false')
  for (const path of [`/api/v1/tasks/${first}/enhance`, `/api/v1/tasks/${first}/retry`])
    assert.equal((await world.post(path, ann.token)).json().code, 'storage_quota_reached', path)
  const asOpenAi = await world.post('/openai/v1/videos', ann.token, { prompt: 'a lake', seconds: '4' })
  assert.deepEqual(
    [asOpenAi.statusCode, asOpenAi.json().error.code, asOpenAi.headers['x-should-retry']],
    [409, 'storage_quota_reached', 'false'],
  )
  assert.equal((await submit(ann, key)).json().task_id, before.json().task_id, 'a repeated one is answered')
  assert.equal((await submit(bob)).statusCode, 200, 'somebody else')
  await world.remove(`/api/v1/tasks/${first}`, ann.token)
  assert.equal((await room(ann)).stored_bytes, 0)
  assert.equal((await submit(ann)).statusCode, 200)
  await world.post(`/api/v1/tasks/${first}/restore`, ann.token)
  assert.equal((await room(ann)).stored_bytes, gigabyte)
  assert.equal((await submit(ann)).statusCode, 409)
  await setQuota(0)
  assert.equal((await submit(ann)).statusCode, 200)
})

test('what retention removes takes no room any more, once, and deleted videos are not taken off twice', async (t) => {
  const { world, ann, room } = await open(t)
  const [kept, deleted] = [await madeOf(world, ann, 300), await madeOf(world, ann, 500)]
  await world.remove(`/api/v1/tasks/${deleted}`, ann.token)
  assert.equal((await room(ann)).stored_bytes, 300)
  world.clock.offset_ms = 40 * 86_400_000
  const retention = { result_retention_days: 30, deleted_retention_days: 7 }
  assert.equal(await purgeResults(world.deps, retention, never), 2)
  world.clock.offset_ms = 0
  assert.equal((await room(ann)).stored_bytes, 0)
  assert.equal((await world.get(`/api/v1/result/${kept}`, ann.token)).statusCode, 410)
})

test('videos of before an upgrade are counted once, whatever ends meanwhile', async (t) => {
  const { world, ann, bob, room } = await open(t)
  await madeOf(world, ann, 700)
  await madeOf(world, bob, 20)
  await world.db.updateTable('task_counts').set({ stored_bytes: null }).execute()
  assert.deepEqual(await room(ann), { stored_bytes: null, quota_bytes: null })
  const task_ids = await Promise.all(Array.from({ length: 8 }, () => world.task(ann)))
  const end = async (task_id: string) => {
    const done = {
      status: 'completed',
      result_key: `videos/${task_id}.mp4`,
      completed_at: new Date(),
    } as const
    const media = JSON.stringify({ bytes: 1 }) as never
    await world.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('tasks')
        .set({ ...done, media })
        .where('task_id', '=', task_id)
        .execute()
      await capture(trx, task_id)
    })
  }
  await Promise.all([
    ...task_ids.map(end),
    countFirstRooms(world.db, never),
    countFirstRooms(world.db, never),
  ])
  assert.equal((await room(ann)).stored_bytes, 708)
  assert.equal((await room(bob)).stored_bytes, 20)
})
