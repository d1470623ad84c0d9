import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { refuse, startFakeService } from './testing/fake-service.ts'
import { createHome } from './testing/run-cli.ts'

const refresh = 'POST /api/v1/auth/refresh'

test('a login asks for tokens and no cookie, keeps them for its owner alone, and never prints them', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const { code, stdout, stderr } = await home.logIn()
  assert.equal(code, 0)
  assert.deepEqual(service.calls('POST /api/v1/auth/login')[0]?.body, {
    email: 'ada@example.org',
    password: 'password',
    session_mode: 'token',
  })
  assert.equal(home.session()?.refresh_token, 'svrt_1')
  assert.equal(statSync(join(home.folder, 'clipwright', 'session.json')).mode & 0o777, 0o600)
  assert.doesNotMatch(stdout + stderr, /svat_|svrt_|password/)
  assert.equal((await home.run(['balance'])).code, 0)
})

test('an account is created with --register, and the password may come from the environment', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const { json } = await home.run(['login', '--register', '--email', 'ada@example.org', '--json'], {
    env: { CLIPWRIGHT_PASSWORD: 'from the environment' },
  })
  assert.deepEqual(json(), { url: service.url, email: 'ada@example.org', registered: true })
  assert.partialDeepStrictEqual(service.calls('POST /api/v1/auth/register')[0]?.body, {
    password: 'from the environment',
  })
})

test('the tokens of one service are not shown to another', async (t) => {
  const [service, other] = [await startFakeService(t), await startFakeService(t)]
  const home = createHome(t, service.url)
  await home.logIn()
  const { code, stderr } = await home.run(['balance', '--url', other.url])
  assert.equal(code, 1)
  assert.match(stderr, /clipwright login/)
  assert.deepEqual(other.received, [])
})

test('two commands at once spend an expired session once', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  service.expires_in_s = 1
  await home.logIn()
  service.expires_in_s = 600
  const renew = service.routes[refresh]!
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  service.routes[refresh] = async (...args) => {
    asked.resolve()
    await answered.promise
    return renew(...args)
  }
  const first = home.run(['balance'])
  await asked.promise
  const second = home.start(['balance'])
  await once(second.child, 'spawn')
  // The second gets its time to ask as well, which it must not use.
  await delay(700)
  answered.resolve()
  const ended = await Promise.all([first, second.ended])
  assert.deepEqual(
    ended.map(({ code }) => code),
    [0, 0],
  )
  assert.equal(service.calls(refresh).length, 1)
  assert.equal(service.alarms, 0)
  assert.equal(home.session()?.refresh_token, 'svrt_2')
})

test('a token that the service calls expired is renewed, whatever our clock says', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  await home.logIn()
  const me = service.routes['GET /api/v1/me']!
  service.routes['GET /api/v1/me'] = (request, response) =>
    request.headers.authorization === 'Bearer svat_1'
      ? refuse(401, 'token_expired', 'The access token has expired.')
      : me(request, response)
  assert.equal((await home.run(['balance'])).code, 0)
  assert.equal(service.calls(refresh).length, 1)
})

test('a renewal whose answer was lost is not repeated: that would raise the alarm', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  service.expires_in_s = 1
  await home.logIn()
  const renew = service.routes[refresh]!
  service.routes[refresh] = async (request, response) => {
    await renew(request, response)
    response.destroy()
    return undefined
  }
  assert.equal((await home.run(['balance'])).code, 3)
  const { code, stderr } = await home.run(['balance'])
  assert.equal(code, 1)
  assert.match(stderr, /clipwright login/)
  assert.equal(service.calls(refresh).length, 1)
  assert.equal(home.session(), undefined)
})

test('a renewal that never reached the service is tried again the next time', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  service.expires_in_s = 1
  await home.logIn()
  await service.stop()
  assert.equal((await home.run(['balance'])).code, 3)
  assert.equal(home.session()?.refresh_token, 'svrt_1')
  assert.equal(home.session()?.is_renewing, undefined)
})

test('a session that was ended elsewhere asks for a login', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  service.expires_in_s = 1
  await home.logIn()
  service.routes[refresh] = () => refuse(401, 'invalid_refresh_token', 'The refresh token is not valid.')
  const { code, stderr } = await home.run(['balance'])
  assert.equal(code, 1)
  assert.match(stderr, /clipwright login/)
  assert.equal(home.session(), undefined)
})

test('a logout forgets the session here even when the service cannot be told', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  await home.logIn()
  assert.equal((await home.run(['logout'])).code, 0)
  assert.deepEqual(service.calls('POST /api/v1/auth/logout')[0]?.body, { refresh_token: 'svrt_1' })
  assert.equal((await home.run(['logout'])).code, 0)
  await home.logIn()
  await service.stop()
  assert.equal((await home.run(['logout'])).code, 3)
  assert.equal(home.session(), undefined)
})
