import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { createApp } from '../app.ts'
import { createNotifier } from '../platform/db/notifier.ts'
import { listen, readEvents } from '../testing/event-reader.ts'
import { linkTo } from '../testing/mails.ts'
import { secondFactor } from '../testing/second-factor.ts'
import { createWorld, type Person } from '../testing/world.ts'
import { announce } from './events.ts'

// Heartbeats are so rare here that no stream ends by one within a reader's patience.

async function prepare(t: TestContext) {
  const world = await createWorld(t, { env: { EVENT_HEARTBEAT_SECONDS: '30' } })
  const notifier = createNotifier({ connection: world.connection, log: world.deps.log })
  const second = await createApp({ ...world.deps, notifier })
  world.resources.defer(async () => {
    await second.close()
    await notifier[Symbol.asyncDispose]()
  })
  const urls = [await listen(world.app), await listen(second)]
  const [root, ann, eve] = [await world.admin(), await world.person(), await world.person()]
  await world.credits(ann, 100_000)
  await world.credits(eve, 100_000)
  const task_id = await world.task(ann)
  const { api_key, key_id } = await world.apiKey(ann)
  const other = await world.post('/api/v1/auth/login', undefined, {
    email: ann.email,
    password: ann.password,
  })
  const cookie = `svsid=${other.cookies.find(({ name }) => name === 'svsid')!.value}`
  /** A stream in each of the two processes, and one of the task alone. */
  const follow = (token: string, headers: Record<string, string> = {}) =>
    Promise.all(
      [
        `${urls[0]}/api/v1/events`,
        `${urls[1]}/api/v1/events`,
        `${urls[1]}/api/v1/tasks/${task_id}/events`,
      ].map((url, i) => readEvents(url, { token, headers, ...(i === 2 && { last_event_id: 1 }) })),
    )
  /** Something that Ann's streams would tell. */
  const happen = async () => {
    const progress = Math.random()
    await world.db.updateTable('tasks').set({ progress }).where('task_id', '=', task_id).execute()
    announce(world.deps.notifier, ann.user_id)
  }
  return {
    ...world,
    ...secondFactor(world),
    root,
    ann,
    eve,
    url: urls[0],
    follow,
    happen,
    by: {
      key: { token: api_key, key_id },
      session: { token: ann.token },
      other: {
        token: other.json<{ access_token: string }>().access_token,
        refresh_token: other.json<{ refresh_token: string }>().refresh_token,
        session_id: other.json<{ session_id: string }>().session_id,
      },
      cookie: { token: '', headers: { cookie, authorization: '' } },
    },
  }
}
type Prepared = Awaited<ReturnType<typeof prepare>>
type Which = keyof Prepared['by']

const next = 'quite another secret'
const user = ({ user_id }: Person, deed: string) => `/api/v1/admin/users/${user_id}/${deed}`
const password = ({ ann }: Prepared) => ({ password: ann.password })
const changed = ({ ann }: Prepared) => ({ old_password: ann.password, new_password: next })
const reset = async (world: Prepared, more: object = {}) => {
  await world.post('/api/v1/auth/forgot-password', undefined, { email: world.ann.email })
  const { token } = await linkTo(world, world.ann.email, 'reset_password')
  return world.post('/api/v1/auth/reset-password', undefined, { token, new_password: next, ...more })
}

/** What ends credentials, which of them, and which go on. */
const endings: Record<string, { end: (world: Prepared) => Promise<unknown>; ends: Which[]; keeps: Which[] }> =
  {
    'a key that its owner revokes': {
      end: ({ post, ann, by }) => post(`/api/v1/me/api-keys/${by.key.key_id}/revoke`, ann.token),
      ends: ['key'],
      keeps: ['session', 'other', 'cookie'],
    },
    'a key that revokes itself': {
      end: ({ post, by }) => post(`/api/v1/me/api-keys/${by.key.key_id}/revoke`, by.key.token),
      ends: ['key'],
      keeps: ['session'],
    },
    'a key that an administrator disables': {
      end: ({ post, root, by }) =>
        post(`/api/v1/admin/api-keys/${by.key.key_id}/disable`, root.token, { reason: 'a test' }),
      ends: ['key'],
      keeps: ['session'],
    },
    'API access that is taken': {
      end: ({ post, root, ann }) => post(user(ann, 'api-access'), root.token, { enabled: false }),
      ends: ['key'],
      keeps: ['session', 'cookie'],
    },
    'keys that are switched off for all': {
      end: ({ post, root }) => post('/api/v1/admin/settings', root.token, { api_key_auth_enabled: false }),
      ends: ['key'],
      keeps: ['session'],
    },
    'an account that is disabled': {
      end: ({ post, root, ann }) => post(user(ann, 'disable'), root.token, { reason: 'a test' }),
      ends: ['key', 'session', 'other', 'cookie'],
      keeps: [],
    },
    'an account that is closed': {
      end: (world) => world.post('/api/v1/me/delete', world.ann.token, password(world)),
      ends: ['key', 'session', 'other', 'cookie'],
      keeps: [],
    },
    'a session that is revoked': {
      end: ({ post, ann, by }) => post(`/api/v1/me/sessions/${by.other.session_id}/revoke`, ann.token),
      ends: ['other', 'cookie'],
      keeps: ['key', 'session'],
    },
    'all other sessions': {
      end: ({ post, ann }) => post('/api/v1/me/sessions/revoke-others', ann.token),
      ends: ['other', 'cookie'],
      keeps: ['key', 'session'],
    },
    'sessions that an administrator ends': {
      end: ({ post, root, ann }) => post(user(ann, 'sessions/revoke'), root.token),
      ends: ['session', 'other', 'cookie'],
      keeps: ['key'],
    },
    'a password that is changed': {
      end: (world) => world.post('/api/v1/me/password', world.ann.token, changed(world)),
      ends: ['other', 'cookie'],
      keeps: ['key', 'session'],
    },
    'the cookie of the session that changes its password': {
      end: (world) => world.post('/api/v1/me/password', world.by.other.token, changed(world)),
      ends: ['session', 'cookie'],
      keeps: ['key', 'other'],
    },
    'a password that is reset': { end: reset, ends: ['session', 'other', 'cookie'], keeps: ['key'] },
    'a password that is reset, with the keys': {
      end: (world) => reset(world, { revoke_api_keys: true }),
      ends: ['key', 'session', 'other', 'cookie'],
      keeps: [],
    },
    'a second factor that is switched on': {
      end: async (world) => {
        world.nextStep()
        const setup = await world.post('/api/v1/me/mfa/totp/setup', world.ann.token, password(world))
        const code = await world.codeOf(setup.json<{ secret: string }>().secret)
        return world.post('/api/v1/me/mfa/totp/confirm', world.ann.token, { code })
      },
      ends: ['other', 'cookie'],
      keeps: ['key', 'session'],
    },
    'a refresh token that is shown twice': {
      end: async ({ post, by }) => {
        const { refresh_token } = by.other
        await post('/api/v1/auth/refresh', undefined, { refresh_token })
        await post('/api/v1/auth/refresh', undefined, { refresh_token })
      },
      ends: ['session', 'other', 'cookie'],
      keeps: ['key'],
    },
    'a cookie that is logged out': {
      end: ({ app, by }) =>
        app.inject({
          method: 'POST',
          url: '/api/v1/auth/logout',
          headers: { cookie: by.cookie.headers.cookie },
        }),
      ends: ['cookie'],
      keeps: ['key', 'session'],
    },
  }

suite('a stream ends at once, in every process, with', () => {
  for (const [what, { end, ends, keeps }] of Object.entries(endings)) {
    test(`${what}, and tells nothing that came after`, async (t) => {
      const world = await prepare(t)
      const open = (which: Which[]) =>
        Promise.all(
          which.map((name) => {
            const { token, ...more } = world.by[name]
            return world.follow(token, 'headers' in more ? more.headers : {})
          }),
        )
      const [ended, kept] = [(await open(ends)).flat(), (await open(keeps)).flat()]
      const stranger = await readEvents(`${world.url}/api/v1/events`, { token: world.eve.token })
      await end(world)
      await world.happen()
      await world.task(world.eve)
      for (const stream of ended) assert.deepEqual(await stream.rest(), [])
      for (const stream of kept) assert.equal((await stream.next())?.type, 'task.progress')
      assert.equal((await stranger.next())?.type, 'task.queued')
      for (const stream of [...kept, stranger]) stream.close()
    })
  }
})

test('a credential that ends while its stream is being opened opens none', async (t) => {
  const world = await prepare(t)
  const { db, by, get } = world
  // Between the sign-in and the stream: the place of the stream is asked for once both are known.
  const real = { ...world.deps.limiter }
  world.deps.limiter.take = async (limit, subject) => {
    await real.take(limit, subject)
    if (limit.name === 'api_key') await db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
  }
  const response = await get('/api/v1/events', by.key.token)
  assert.deepEqual([response.statusCode, response.json().code], [401, 'api_key_revoked'])
})
