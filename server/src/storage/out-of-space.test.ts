import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { EngineError } from '../engines/engines.ts'
import { fillDisk } from '../testing/neighbours/full-disk.ts'
import { createMakingWorld } from '../testing/making-world.ts'
import { runSettings } from '../testing/run-settings.ts'
import { until } from '../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../testing/worker.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { createS3Storage } from './s3.ts'
import { StorageFull } from './unavailable.ts'
import { cleanUp } from '../testing/clean-up.ts'

const picture = () =>
  sharp({ create: { width: 100, height: 100, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

async function putUpload(world: World, { token }: Person) {
  return world.app.inject({
    method: 'POST',
    url: '/api/v1/uploads/put',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    payload: await picture(),
  })
}

async function putBySignedUrl(world: World, { token }: Person) {
  const { upload_url, headers } = (
    await world.post('/api/v1/uploads', token, { content_type: 'image/png' })
  ).json()
  const { pathname, search } = new URL(upload_url)
  return world.app.inject({ method: 'PUT', url: pathname + search, headers, payload: await picture() })
}

const told = ({ statusCode, headers, json }: Awaited<ReturnType<World['get']>>) => [
  statusCode,
  json().code,
  headers['retry-after'],
]
const full = [503, 'out_of_space', '60']

suite('where there is no space left', () => {
  test('what would be stored is refused with a time to come back, readiness says so, and room mends it', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const disk = await fillDisk(t, world.resources, join(world.folder, 'objects'))
    if (!disk) return
    assert.deepEqual(told(await putBySignedUrl(world, ann)), full)
    assert.deepEqual(told(await putUpload(world, ann)), full)
    assert.deepEqual(told(await world.get('/readyz')), full)
    assert.equal((await world.get('/api/v1/me', ann.token)).statusCode, 200)
    await disk.makeRoom()
    assert.equal((await putBySignedUrl(world, ann)).statusCode, 200)
    assert.equal((await putUpload(world, ann)).statusCode, 200)
    assert.equal((await world.get('/readyz')).statusCode, 200)
  })

  test('for bodies on their way it is the same', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const disk = await fillDisk(t, world.resources, join(world.folder, 'pictures'))
    if (!disk) return
    assert.deepEqual(told(await putUpload(world, ann)), full)
    await disk.makeRoom()
    assert.equal((await putUpload(world, ann)).statusCode, 200)
  })

  for (const folder of ['objects', 'receiving']) {
    test(`in ${folder}, a video that is made waits for room and is not lost`, async (t) => {
      const { world, ann, start } = await createMakingWorld(t)
      const disk = await fillDisk(t, world.resources, join(world.folder, folder))
      if (!disk) return
      start()
      const task_id = await world.task(ann)
      await until(() => /result_waits_for_/.test(world.logged()), 'the wait')
      assert.equal((await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json().status, 'running')
      await disk.makeRoom()
      const { status, attempt, failed_attempts } = await world.ended(task_id)
      assert.deepEqual([status, attempt, failed_attempts], ['completed', 1, 0])
    })
  }

  test('for an engine, the task goes back to the queue and has no failed attempt', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 1_000)
    const cause = Object.assign(new Error('write'), { code: 'ENOSPC' })
    const error = new EngineError('render_failed', 'It could not be drawn.', { fault: 'engine', cause })
    const engine = { ...createHeldEngine(), inspect: async () => ({ status: 'failed' as const, error }) }
    startWorkerOf(world, engine, runSettings({ max_attempts: 1 }))
    const task_id = await world.task(ann)
    await until(() => world.logged().includes('task_handed_back'))
    const find = () =>
      world.db
        .selectFrom('tasks')
        .select(['status', 'failed_attempts'])
        .where('task_id', '=', task_id)
        .executeTakeFirstOrThrow()
    await until(async () => (await find()).status === 'queued')
    assert.equal((await find()).failed_attempts, 0)
  })

  test('for the database, requests are refused in the same words', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await sql`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
      world.db,
    )
    await sql`create trigger no_room before update on users for each row execute function no_room()`.execute(
      world.db,
    )
    assert.deepEqual(told(await world.post('/api/v1/me/profile', ann.token, { nickname: 'Ann' })), full)
    assert.equal((await world.get('/api/v1/me', ann.token)).statusCode, 200)
  })

  for (const [status, code] of [
    [507, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ] as const) {
    test(`for an S3 server that says ${status} ${code}`, async (t) => {
      const server = createServer((request, response) => {
        request.resume()
        const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>full</Message></Error>`
        response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      cleanUp(t, () => server.close())
      using storage = createS3Storage({
        bucket: 'videos',
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        region: 'us-east-1',
        access_key_id: 'key',
        secret_access_key: 'secret',
        force_path_style: true,
      })
      const put = storage.put('videos/x.mp4', Readable.from(['x']), { content_type: 'video/mp4' })
      await assert.rejects(put, StorageFull)
    })
  }
})
