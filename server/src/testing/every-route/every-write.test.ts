import assert from 'node:assert/strict'
import { capture } from '../capture.ts'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { keysOf } from '../../tasks/task/object-keys.ts'
import { everyOperation, exampleBody, type Operation } from './every-route.ts'
import { successes } from './successes.ts'
import { changedColumns, dumpRows } from '../row-diff.ts'
import { createWorld, type Person, type World } from '../world.ts'

// What no route may write beside what it is for, and what none may answer beside what it declares.

type Json = Record<string, unknown>

/** What nobody may choose for themselves, in values that would be seen and that no random id or hash contains by chance. */
const forged = (victim: Person): Json => ({
  role: 'admin',
  balance: 987_654_321,
  balance_held: 987_654_321,
  user_id: victim.user_id,
  owner_user_id: victim.user_id,
  email_verified: true,
  email_verified_at: '1999-01-01T00:00:00.000Z',
  mfa: true,
  mfa_enabled: true,
  is_active: false,
  api_access_enabled: false,
  disabled_at: '1999-01-01T00:00:00.000Z',
  deletion_at: '1999-01-01T00:00:00.000Z',
  auth_epoch: 777_777_777,
  password_hash: '$argon2id$forged',
  avatar: `avatars/${victim.user_id}.png`,
  attempts: 777_777_777,
})

async function call({ app }: World, { method, url, isOpen }: Operation, token: string, payload?: Json) {
  const headers = isOpen ? {} : { authorization: `Bearer ${token}` }
  return app.inject({ method, url, headers, ...(payload && { payload }) })
}

test('T-131 every route that writes leaves alone what its body may not choose', async (t) => {
  const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false' } })
  const victim = await world.person()
  const operations = (await everyOperation(world.app)).filter(({ method, body }) => method !== 'GET' && body)
  let succeeded = 0
  for (const operation of operations) {
    const { route, body } = operation
    const isAdmin = route.startsWith('/api/v1/admin/')
    const allowed = Object.keys(body!.properties ?? {})
    const extra = Object.fromEntries(
      Object.entries(forged(victim)).filter(([name]) => !allowed.includes(name)),
    )
    const outcomes = []
    for (const more of [{}, extra]) {
      for (const counters of ['rate_limits', 'auth_throttle'])
        await world.db.deleteFrom(counters as never).execute()
      const who = isAdmin ? await world.admin() : await world.person()
      if (route === '/api/v1/video/generate' || route === '/openai/v1/videos')
        await world.credits(who, 10_000)
      const target = await world.person()
      const [one] = (await everyOperation(world.app, { user_id: target.user_id })).filter(
        (other) => other.route === route && other.method === operation.method,
      )
      const before = await dumpRows(world.db)
      const payload = { ...(successes[route]?.(who) ?? exampleBody(body!)), ...more }
      const { statusCode } = await call(world, one!, who.token, payload)
      outcomes.push({ statusCode, changes: changedColumns(before, await dumpRows(world.db)) })
    }
    const [plain, withExtra] = outcomes
    if (route in successes) assert.ok(plain!.statusCode < 300, `${route}: ${plain!.statusCode}`)
    if (plain!.statusCode < 300) succeeded++
    assert.deepEqual(withExtra, plain, route)
  }
  assert.ok(succeeded >= 15, String(succeeded))
  const everything = JSON.stringify([...(await dumpRows(world.db)).values()])
  for (const trace of ['987654321', '777777777', '1999-01-01', 'forged'])
    assert.ok(!everything.includes(trace), trace)
  assert.equal((await world.get('/api/v1/me', victim.token)).statusCode, 200)
})

test('T-132 every route answers every kind of caller with nothing but what it declares', async (t) => {
  // The comparison itself is the world's, and holds for all tests: this one makes sure that no route is left out.
  const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false' } })
  const [root, ann] = [await world.admin(), await world.person()]
  const { key_id, api_key } = await world.apiKey(ann)
  await world.credits(ann, 10_000)
  const task_id = await world.task(ann)
  const fill = { user_id: ann.user_id, key_id, task_id, session_id: ann.session_id }
  const last = ['/api/v1/me/delete', '/api/v1/me/password', '/api/v1/auth/logout', '/api/v1/auth/refresh']
  const made = await everyOperation(world.app, { ...fill, task_id: await madeTask(world, ann) })
  const operations = (await everyOperation(world.app, fill))
    .filter(({ isStream }) => !isStream) // their own tests read them
    .map((one, index) => (ofVideo.test(one.route) ? made[index]! : one))
    .toSorted((a, b) => rank(a, last) - rank(b, last))
  const seen = new Map<string, number[]>()
  for (const operation of operations) {
    const { method, route, body } = operation
    const payload = body && (successes[route]?.(ann) ?? exampleBody(body))
    const answers = []
    for (const token of ['', api_key, ann.token, root.token, `svat_${'a'.repeat(43)}`]) {
      answers.push(await call(world, operation, token, payload))
    }
    assert.ok(
      answers.every(({ statusCode }) => statusCode < 500),
      route,
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    if (!operation.isOpen) assert.deepEqual([statuses[0], statuses[4]], [401, 401], route)
    seen.set(`${method} ${route}`, statuses)
  }
  const reached = [...seen.values()].filter((statuses) => statuses.some((status) => status < 400))
  assert.ok(reached.length >= operations.length * 0.6, `${reached.length} of ${operations.length} succeed`)
})

/** Routes that have something to give only where a video was made. */
const ofVideo =
  /\/result\/:task_id$|\/:task_id\/(?:poster|preview|sprite|provenance|report|enhance|remix|content)$/

/** A task that is done, with everything that is stored for one. */
async function madeTask(world: World, of: Person): Promise<string> {
  const task_id = await world.task(of)
  const media = {
    width_px: 832,
    height_px: 480,
    duration_s: 1,
    fps: 16,
    frames: 16,
    has_audio: false,
    bytes: 2,
    sha256: 'a'.repeat(64),
    made_by_ai: true,
    producer: 'test',
    made_at: '2026-11-20T10:00:00.000Z',
    poster: true,
    preview: true,
    sprite: { columns: 5, rows: 2, width_px: 160, height_px: 92, seconds_each: 0.1 },
    report: { upscaler: 'onnx', quality: null },
  }
  const result_key = `videos/${task_id}.mp4`
  await world.db.transaction().execute(async (trx) => {
    const done = { status: 'completed', result_key, media, completed_at: new Date() } as const
    await trx.updateTable('tasks').set(done).where('task_id', '=', task_id).execute()
    await capture(trx, task_id)
  })
  const types = { mp4: 'video/mp4', webp: 'image/webp', json: 'application/json' }
  for (const key of keysOf(task_id)) {
    const content_type = types[key.split('.').at(-1) as keyof typeof types]
    const body = JSON.stringify(world.deps.marking.keys.sign('text/plain', 'a manifest'))
    await world.deps.storage.put(key, Readable.from([body]), { content_type })
  }
  return task_id
}

/** Last come those that end the caller's session. */
function rank({ route, method }: Operation, last: string[]): number {
  if (/revoke|disable|access/.test(route)) return 2
  return last.includes(route) ? 3 : method === 'GET' ? 0 : 1
}
