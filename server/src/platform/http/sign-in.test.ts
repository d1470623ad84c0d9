import cookie from '@fastify/cookie'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { createHttpApp } from './app.ts'
import type { Access, Principal } from './principal.ts'
import { signedIn } from './sign-in.ts'

async function appWith(principal: Principal, access: Access | undefined) {
  const log = createLog({ level: 'silent' })
  const app = createHttpApp({ log, trusted_proxies: [], body_limit_bytes: 1024, https: false })
  await app.register(cookie)
  const options = {
    cookie_name: 'sid',
    origins: { own: 'http://localhost', trusted: [] },
    authenticate: async () => principal,
    countCall: async () => {},
    admin_mfa_required: true,
  }
  signedIn(app, options, (scope) => {
    scope.get('/x', access === undefined ? {} : { config: { access } }, (request) => request.principal.kind)
  })
  return app
}

const key: Principal = {
  kind: 'api_key',
  user_id: 'u',
  key_id: 'k',
  scopes: ['video:read'],
  rate_limit_per_minute: null,
  spend_cap: null,
}
const session: Principal = {
  kind: 'session',
  user_id: 'u',
  session_id: 's',
  role: 'user',
  mfa: false,
  signed_in_at: new Date(),
}

test('a route for signed-in callers that does not say who may call it stops the start', async () => {
  await assert.rejects(
    async () => (await appWith(session, undefined)).ready(),
    /\/x does not declare its access/,
  )
})

test('each kind of access lets in whom it names, and tells the others why not', async () => {
  const admin = { ...session, role: 'admin' } as const
  const cases: [Access, Principal, string][] = [
    ['video:read', session, 'session'],
    ['video:read', key, 'api_key'],
    ['video:write', key, 'insufficient_scope'],
    ['own', key, 'api_key'],
    ['session', session, 'session'],
    ['session', key, 'session_required'],
    ['admin', key, 'session_required'],
    ['admin', session, 'forbidden'],
    ['admin', { ...session, mfa: true }, 'forbidden'],
    ['admin', admin, 'mfa_required'],
    ['admin', { ...admin, mfa: true }, 'session'],
  ]
  for (const [access, principal, told] of cases) {
    const app = await appWith(principal, access)
    const response = await app.inject({ url: '/x', headers: { authorization: 'Bearer x' } })
    const said = response.statusCode === 200 ? response.body : response.json().code
    assert.equal(said, told, `${access} ${principal.kind}`)
    await app.close()
  }
})
