import assert from 'node:assert/strict'
import { capture } from '../../testing/capture.ts'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { createS3Storage } from '../../storage/s3.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { purgeResults } from './purge.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const mp4 = { content_type: 'video/mp4' }
const day_ms = 86_400_000
const never = new AbortController().signal

/** A task of somebody with money that is done; its video is under `result_key`, by default where videos are stored. */
async function completed(world: World, of: Person, result_key?: string): Promise<string> {
  const task_id = await world.task(of)
  await world.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('tasks')
      .set({
        status: 'completed',
        result_key: result_key ?? `videos/${task_id}.mp4`,
        completed_at: world.deps.clock(),
      })
      .where('task_id', '=', task_id)
      .execute()
    await capture(trx, task_id)
  })
  return task_id
}

async function stored(world: World, of: Person): Promise<string> {
  const task_id = await completed(world, of)
  await world.deps.storage.put(`videos/${task_id}.mp4`, Readable.from([`video ${task_id}`]), mp4)
  return task_id
}

async function rich(world: World): Promise<Person> {
  const made = await world.person()
  await world.credits(made, 1_000)
  return made
}

const read = (world: World, task_id: string) =>
  world.db.selectFrom('tasks').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow()

const answer = async (world: World, of: Person, task_id: string) => {
  const { statusCode, body } = await world.get(`/api/v1/result/${task_id}`, of.token)
  return [statusCode, body.startsWith('{') ? (JSON.parse(body) as { code: string }).code : '']
}

suite('results of another system', () => {
  async function prepare(t: Parameters<typeof createWorld>[0]) {
    const folder = await mkdtemp(join(tmpdir(), 'clipwright-legacy-'))
    cleanUp(t, () => rm(folder, { recursive: true }))
    const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')]
    for (const each of [inside, outside, join(inside, 'sub')]) await mkdir(each)
    await writeFile(join(inside, 'sub', 'a clip 100%.mp4'), '0123456789')
    await writeFile(join(inside, 'notes.txt'), 'private')
    await writeFile(join(outside, 'secret.mp4'), 'secret')
    await symlink(outside, join(inside, 'folder'))
    await symlink(join(outside, 'secret.mp4'), join(inside, 'file.mp4'))
    await symlink(join(inside, 'sub', 'a clip 100%.mp4'), join(inside, 'near.mp4'))
    await symlink(inside, join(folder, 'link'))
    const world = await createWorld(t, { env: { LEGACY_RESULTS_DIR: join(folder, 'link') } })
    const ann = await rich(world)
    return { world, ann, folder, inside, outside }
  }

  test('an older video is the answer itself, with its parts, and nothing in it can run', async (t) => {
    const { world, ann, folder } = await prepare(t)
    for (const key of ['sub/a clip 100%.mp4', join(folder, 'link/sub/a clip 100%.mp4')]) {
      const task_id = await completed(world, ann, key)
      const authorization = `Bearer ${ann.token}`
      const url = `/api/v1/result/${task_id}`
      const whole = await world.app.inject({ url, headers: { authorization } })
      assert.deepEqual([whole.statusCode, whole.body], [200, '0123456789'])
      const expected = {
        'content-type': 'video/mp4',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="clipwright-${task_id}.mp4"`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      }
      for (const [name, value] of Object.entries(expected)) assert.equal(whole.headers[name], value, name)
      const part = await world.app.inject({ url, headers: { authorization, range: 'bytes=2-4' } })
      assert.deepEqual(
        [part.statusCode, part.body, part.headers['content-range']],
        [206, '234', 'bytes 2-4/10'],
      )
      const beyond = await world.app.inject({ url, headers: { authorization, range: 'bytes=10-' } })
      assert.deepEqual([beyond.statusCode, beyond.json().code], [416, 'range_not_satisfiable'])
      assert.equal((await world.app.inject({ url })).statusCode, 401)
      const eve = await world.person()
      assert.deepEqual(await answer(world, eve, task_id), [404, 'task_not_found'])
    }
  })

  test('T-111 a link, or a path that leaves the folder, leads nowhere', async (t) => {
    const { world, ann, inside, outside } = await prepare(t)
    const paths = [
      'file.mp4',
      'near.mp4',
      'folder/secret.mp4',
      '../outside/secret.mp4',
      'sub/../../outside/secret.mp4',
      join(outside, 'secret.mp4'),
      '/etc/passwd',
      'notes.txt',
      'sub',
      '.',
      '',
      '%2e%2e/outside/secret.mp4',
    ]
    for (const path of paths) {
      const result = await answer(world, ann, await completed(world, ann, path))
      const isThere = path !== '%2e%2e/outside/secret.mp4'
      assert.deepEqual(result, isThere ? [404, 'not_found'] : [410, 'result_gone'], path)
    }
    await world.db
      .updateTable('tasks')
      .set({ deleted_at: new Date(0) })
      .execute()
    await purgeResults(world.deps, world.deps.config, never)
    assert.deepEqual(await readdir(outside), ['secret.mp4'], 'purging follows no link either')
    assert.ok((await readdir(inside)).includes('notes.txt'))
  })

  test('an older video whose file, or whose folder, is not there is gone', async (t) => {
    const { world, ann } = await prepare(t)
    assert.deepEqual(await answer(world, ann, await completed(world, ann, 'sub/none.mp4')), [
      410,
      'result_gone',
    ])
    const bare = await createWorld(t)
    const bob = await rich(bare)
    assert.deepEqual(await answer(bare, bob, await completed(bare, bob, 'a.mp4')), [410, 'result_gone'])
  })

  test('an older video is removed as any other', async (t) => {
    const { world, ann, inside } = await prepare(t)
    const task_id = await completed(world, ann, 'sub/a clip 100%.mp4')
    await world.remove(`/api/v1/tasks/${task_id}`, ann.token)
    world.clock.offset_ms = 8 * day_ms
    assert.equal(await purgeResults(world.deps, world.deps.config, never), 1)
    assert.deepEqual(await readdir(join(inside, 'sub')), [])
  })
})

suite('retention', () => {
  test('the video of a deleted task goes after its days, and not before', async (t) => {
    const world = await createWorld(t, { env: { DELETED_RETENTION_DAYS: '3' } })
    const ann = await rich(world)
    const [deleted, kept] = [await stored(world, ann), await stored(world, ann)]
    await world.remove(`/api/v1/tasks/${deleted}`, ann.token)
    const { storage, config } = world.deps
    world.clock.offset_ms = 3 * day_ms - 60_000
    assert.equal(await purgeResults(world.deps, config, never), 0)
    world.clock.offset_ms = 3 * day_ms + 60_000
    assert.equal(await purgeResults(world.deps, config, never), 1)
    assert.equal(await purgeResults(world.deps, config, never), 0, 'and once')
    assert.equal(await storage.head(`videos/${deleted}.mp4`), undefined)
    assert.notEqual(await storage.head(`videos/${kept}.mp4`), undefined)
    const row = await read(world, deleted)
    assert.deepEqual([row.result_key, row.result_purged_at !== null, row.prompt], [null, true, 'a calm sea'])
  })

  test('T-110 a video past its days is gone, and its task says so', async (t) => {
    const world = await createWorld(t, { env: { RESULT_RETENTION_DAYS: '30' } })
    const ann = await rich(world)
    const [old, young] = [await stored(world, ann), await stored(world, ann)]
    const completed_at = new Date(Date.now() - 30 * day_ms - 60_000)
    await world.db.updateTable('tasks').set({ completed_at }).where('task_id', '=', old).execute()
    assert.equal(await purgeResults(world.deps, world.deps.config, never), 1)
    assert.deepEqual(await answer(world, ann, old), [410, 'result_gone'])
    assert.equal((await answer(world, ann, young))[0], 302)
    const task = (await world.get(`/api/v1/tasks/${old}`, ann.token)).json()
    assert.deepEqual(
      [task.status, task.result_url, task.download_url, task.cost_status],
      ['completed', null, null, 'charged'],
    )
    assert.equal((await world.get('/api/v1/tasks', ann.token)).json().total, 2)
  })

  test('without a number of days videos stay for ever', async (t) => {
    const world = await createWorld(t)
    const ann = await rich(world)
    const task_id = await stored(world, ann)
    world.clock.offset_ms = 3_650 * day_ms
    assert.equal(await purgeResults(world.deps, world.deps.config, never), 0)
    assert.notEqual(await world.deps.storage.head(`videos/${task_id}.mp4`), undefined)
  })

  test('two runs at once remove each video once, in more than one batch', async (t) => {
    const world = await createWorld(t, { env: { DELETED_RETENTION_DAYS: '0', MAX_ACTIVE_TASKS: '200' } })
    const ann = await rich(world)
    await world.credits(ann, 10_000)
    const ids: string[] = []
    for (let i = 0; i < 130; i++) ids.push(await stored(world, ann))
    await world.db.updateTable('tasks').set({ deleted_at: new Date() }).execute()
    world.clock.offset_ms = 12 * 60_000
    const both = await Promise.all([1, 2].map(() => purgeResults(world.deps, world.deps.config, never)))
    assert.equal(both[0]! + both[1]!, 130)
    for (const id of ids) assert.equal(await world.deps.storage.head(`videos/${id}.mp4`), undefined)
  })

  test('what can’t be removed stays for the next run, and holds up nothing else', async (t) => {
    const world = await createWorld(t, { env: { DELETED_RETENTION_DAYS: '0' } })
    const ann = await rich(world)
    const [stuck, other] = [await stored(world, ann), await stored(world, ann)]
    for (const id of [stuck, other]) await world.remove(`/api/v1/tasks/${id}`, ann.token)
    world.clock.offset_ms = 12 * 60_000
    const { storage } = world.deps
    const [remove, check] = [storage.remove.bind(storage), storage.check.bind(storage)]
    let asked = 0
    storage.remove = async (key) => {
      if (key.startsWith('videos/')) asked++
      if (key.includes(stuck)) throw new StorageUnavailable('not this one')
      await remove(key)
    }
    assert.equal(await purgeResults(world.deps, world.deps.config, never), 1)
    assert.deepEqual([asked, (await read(world, stuck)).result_key], [2, `videos/${stuck}.mp4`])

    asked = 0
    storage.check = () => Promise.reject(new StorageUnavailable('away'))
    world.clock.offset_ms = 0
    const again = await stored(world, ann)
    await world.remove(`/api/v1/tasks/${again}`, ann.token)
    world.clock.offset_ms = 12 * 60_000
    await assert.rejects(purgeResults(world.deps, world.deps.config, never), StorageUnavailable)
    assert.equal(asked, 1, 'a storage that is away is not asked for every video')
    storage.remove = remove
    storage.check = check
    assert.equal(
      await purgeResults(world.deps, world.deps.config, AbortSignal.abort()),
      0,
      'a stop is a stop',
    )
    assert.equal(await purgeResults(world.deps, world.deps.config, never), 2)
  })
})

test('a storage that is away is no reason to say that a video is gone', async (t) => {
  const dead = createS3Storage({
    bucket: 'videos',
    endpoint: 'http://127.0.0.1:9',
    region: 'us-east-1',
    access_key_id: 'x',
    secret_access_key: 'x',
    force_path_style: true,
  })
  const world = await createWorld(t, { storage: dead })
  const ann = await rich(world)
  const response = await world.get(`/api/v1/result/${await completed(world, ann)}`, ann.token)
  assert.deepEqual([response.statusCode, response.json().code], [503, 'storage_unavailable'])
  assert.equal(response.headers['retry-after'], '5')
})
