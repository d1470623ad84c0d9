import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { listen, readEvents } from '../testing/event-reader.ts'
import { createWorld } from '../testing/world.ts'
import { until } from '../testing/until.ts'

async function prepare(t: TestContext, env: Record<string, string> = {}) {
  const world = await createWorld(t, { env: { EVENT_HEARTBEAT_SECONDS: '1', ...env } })
  const url = await listen(world.app)
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const read = (token: string, last_event_id?: number) =>
    readEvents(`${url}/api/v1/events`, { token, last_event_id })
  return { ...world, url, ann, read }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

suite('places', () => {
  test('a user has so many streams at once, and one that ends makes room', async (t) => {
    const { ann, read, get, person, task } = await prepare(t, { EVENT_STREAMS_PER_USER: '2' })
    const streams = [await read(ann.token), await read(ann.token)]
    for (const path of ['/api/v1/events', `/api/v1/tasks/${await task(ann)}/events`]) {
      const refused = await get(path, ann.token)
      assert.deepEqual(
        [refused.statusCode, refused.json().code, refused.json().limit, refused.headers['retry-after']],
        [429, 'too_many_streams', 2, '5'],
      )
    }
    const eve = await read((await person()).token)
    assert.equal(eve.response.status, 200)
    streams[0]!.close()
    const again = await until(async () => {
      const stream = await read(ann.token)
      if (stream.response.status === 200) return stream
      stream.close()
      return undefined
    })
    for (const stream of [streams[1]!, eve, again]) stream.close()
  })

  test('a process has so many, whoever has them', async (t) => {
    const { ann, read, get, person } = await prepare(t, { EVENT_STREAMS_PER_PROCESS: '1' })
    const stream = await read(ann.token)
    const refused = await get('/api/v1/events', (await person()).token)
    assert.deepEqual([refused.statusCode, refused.json().code], [503, 'busy'])
    stream.close()
    const again = await until(async () => {
      const next = await read(ann.token)
      if (next.response.status === 200) return next
      next.close()
      return undefined
    })
    again.close()
  })

  test('a refusal takes no place', async (t) => {
    const { ann, read, get } = await prepare(t, { EVENT_STREAMS_PER_USER: '1' })
    for (let i = 0; i < 3; i++) {
      assert.equal((await get('/api/v1/events?last_event_id=x', ann.token)).statusCode, 422)
      assert.equal((await get('/api/v1/tasks/none/events', ann.token)).statusCode, 404)
    }
    const stream = await read(ann.token)
    assert.equal(stream.response.status, 200)
    stream.close()
  })
})

suite('a slow reader', () => {
  test('it is dropped, and takes no more memory than one page', async (t) => {
    const { ann, url, db, logged } = await prepare(t)
    // 40,000 events, some 25 MB: more than the system's buffers between two sockets hold.
    await sql`insert into task_events (user_id, seq, task_id, type, data)
      select ${ann.user_id}, i, 'x', 'task.progress', json_build_object('text', repeat('x', 600))
        from generate_series(1, 40000) i`.execute(db)
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
    await once(socket, 'connect')
    socket.pause()
    const before = memory()
    socket.write(
      `GET /api/v1/events?last_event_id=0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\n\r\n`,
    )
    await until(async () => logged().includes('event_stream_dropped') || undefined)
    const grown_mib = (memory() - before) / 2 ** 20
    assert.ok(grown_mib < 12, `the process grew by ${grown_mib.toFixed(1)} MiB`)
    socket.resume()
    await once(socket, 'close')
    assert.ok(socket.bytesRead < 20_000_000, 'it did not get everything')
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

suite('a stream does not outlive', () => {
  const ends: Record<string, (world: Prepared, key: { key_id: string }) => Promise<unknown>> = {
    'a key that is revoked': ({ post, ann }, key) =>
      post(`/api/v1/me/api-keys/${key.key_id}/revoke`, ann.token),
    'a session that is ended': ({ post, ann }) =>
      post(`/api/v1/me/sessions/${ann.session_id}/revoke`, ann.token),
    'an account that is disabled': ({ db, ann }) =>
      db.updateTable('users').set({ disabled_at: new Date() }).where('user_id', '=', ann.user_id).execute(),
    'an access token that expires': async ({ clock }) => (clock.offset_ms = 601_000),
  }
  for (const [what, end] of Object.entries(ends)) {
    test(what, async (t) => {
      const world = await prepare(t)
      const key = await world.apiKey(world.ann)
      const token = what.includes('key') ? key.api_key : world.ann.token
      const stream = await world.read(token)
      await wait(1_500)
      await world.task(world.ann)
      assert.equal((await stream.next())?.type, 'task.queued', 'it lives as long as the credential')
      await end(world, key)
      assert.deepEqual(await stream.rest(), [])
    })
  }

  test('a page that stays open does not keep its session alive', async (t) => {
    const { ann, db, read, clock } = await prepare(t)
    const seen = async () =>
      (
        await db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('session_id', '=', ann.session_id)
          .executeTakeFirstOrThrow()
      ).last_seen_at.getTime()
    const stream = await read(ann.token)
    const before = await seen()
    clock.offset_ms = 120_000 // a request would be noted now
    await stream.heartbeats(3)
    assert.equal(await seen(), before)
    stream.close()
  })
})

suite('a stop of the server', () => {
  test('every stream ends at once, and none holds it up', async (t) => {
    const { app, ann, read } = await prepare(t)
    const streams = await Promise.all(Array.from({ length: 5 }, () => read(ann.token)))
    const began = performance.now()
    await app.close()
    assert.ok(performance.now() - began < 20_000)
    for (const stream of streams) assert.deepEqual(await stream.rest(), [])
  })
})
