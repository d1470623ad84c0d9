import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { until } from '../../testing/until.ts'
import { createWorld, type Person } from '../../testing/world.ts'
import * as tokens from './token-queries.ts'

// Two things that happen to sessions at once, in every order: the test locks a row that both need, starts the first, then the
// second, and releases the row.

const next = 'quite another secret'

interface Ann extends Person {
  /** A spent refresh token. */
  spent_token: string
  cookie: string
  other_session_id: string
}

async function prepare(t: TestContext) {
  const world = await createWorld(t, { env: { LOCK_THRESHOLD: '20' } })
  const { db, post } = world
  const root = await world.admin()
  const person = await world.person()
  /** The same person, with two fresh sessions. */
  const begin = async (): Promise<Ann> => {
    await db.deleteFrom('rate_limits' as never).execute()
    await db.deleteFrom('sessions').where('user_id', '=', person.user_id).execute()
    await db.updateTable('users').set({ disabled_at: null }).where('user_id', '=', person.user_id).execute()
    const password_hash = await world.deps.hasher.hash(person.password)
    await db.updateTable('users').set({ password_hash }).where('user_id', '=', person.user_id).execute()
    const logIn = () =>
      post('/api/v1/auth/login', undefined, { email: person.email, password: person.password })
    const [other, own] = [await logIn(), await logIn()]
    const { refresh_token } = own.json()
    const renewed = await post('/api/v1/auth/refresh', undefined, { refresh_token })
    return {
      ...person,
      token: renewed.json().access_token,
      refresh_token: renewed.json().refresh_token,
      session_id: own.json().session_id,
      spent_token: refresh_token,
      cookie: `svsid=${own.cookies.find(({ name }) => name === 'svsid')!.value}`,
      other_session_id: other.json().session_id,
    }
  }
  const actions: Record<string, (ann: Ann) => Promise<LightMyRequestResponse>> = {
    refresh: ({ refresh_token }) => post('/api/v1/auth/refresh', undefined, { refresh_token }),
    alarm: ({ spent_token }) => post('/api/v1/auth/refresh', undefined, { refresh_token: spent_token }),
    'log out': ({ refresh_token }) => post('/api/v1/auth/logout', undefined, { refresh_token }),
    'log out of the cookie': ({ cookie }) =>
      world.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie } }),
    'end this session': ({ token, session_id }) => post(`/api/v1/me/sessions/${session_id}/revoke`, token),
    'end the others': ({ token }) => post('/api/v1/me/sessions/revoke-others', token),
    'change the password': ({ token, password }) =>
      post('/api/v1/me/password', token, { old_password: password, new_password: next }),
    disable: ({ user_id }) =>
      post(`/api/v1/admin/users/${user_id}/disable`, root.token, { reason: 'a test' }),
    'end all': ({ user_id }) => post(`/api/v1/admin/users/${user_id}/sessions/revoke`, root.token, {}),
  }

  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.deps.db)
    return rows[0]!.count
  }
  /** Does both while the rows are held, the second once the first waits or is done. */
  const meet = async (hold: (ann: Ann) => ReturnType<typeof sql>, ann: Ann, names: string[]) => {
    const done: boolean[] = []
    const answers: Promise<LightMyRequestResponse>[] = []
    await db.transaction().execute(async (trx) => {
      await hold(ann).execute(trx)
      for (const [i, name] of names.entries()) {
        answers.push(actions[name]!(ann).finally(() => (done[i] = true)))
        await until(async () => done[i] || (await waiting()) > i - done.filter(Boolean).length, name)
      }
    })
    return Promise.all(answers)
  }
  return { ...world, begin, meet, actions: Object.keys(actions) }
}

const holds: Record<string, (ann: Ann) => ReturnType<typeof sql>> = {
  'the user': ({ user_id }) => sql`select from users where user_id = ${user_id} for update`,
  'the session': ({ session_id }) => sql`select from sessions where session_id = ${session_id} for update`,
  'both sessions': ({ user_id }) => sql`select from sessions where user_id = ${user_id} for update`,
  'its refresh tokens': ({ session_id }) =>
    sql`select from refresh_tokens where session_id = ${session_id} for update`,
}

suite('two actions at once never deadlock, and what ends a session ends its tokens', () => {
  for (const [what, hold] of Object.entries(holds)) {
    test(`when they meet at ${what}`, async (t) => {
      const world = await prepare(t)
      for (const first of world.actions) {
        for (const second of world.actions) {
          const ann = await world.begin()
          const answers = await world.meet(hold, ann, [first, second])
          const pair = `${first}, ${second}: ${answers.map((answer) => answer.statusCode).join(', ')}`
          assert.ok(
            answers.every(({ statusCode }) => statusCode < 500),
            pair,
          )
          const left = await world.db
            .selectFrom('refresh_tokens as token')
            .innerJoin('sessions as session', 'session.session_id', 'token.session_id')
            .select(['session.ended_at', 'session.session_id'])
            .where('token.state', '=', 'active')
            .where('session.user_id', '=', ann.user_id)
            .execute()
          const changed = [first, second].some(
            (name, i) => name === 'change the password' && answers[i]!.statusCode === 200,
          )
          assert.deepEqual(
            left.filter(({ ended_at }) => changed || ended_at !== null),
            [],
            pair,
          )
        }
      }
    })
  }
})

test('the cleanup does not wait for a locked token', async (t) => {
  const { db, deps, person } = await createWorld(t)
  const ann = await person()
  await person()
  const later = new Date(Date.now() + 365 * 86_400_000)
  await db.transaction().execute(async (trx) => {
    await sql`select from refresh_tokens where session_id = ${ann.session_id} for update`.execute(trx)
    await tokens.deleteExpiredTokens(deps.db, later)
  })
  const left = await db.selectFrom('refresh_tokens').select('session_id').execute()
  assert.deepEqual(left, [{ session_id: ann.session_id }])
})
