import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { secondFactor } from '../../testing/second-factor.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const login = '/api/v1/auth/login'
const me = '/api/v1/me'
const next = 'quite another secret'

type Answer = Awaited<ReturnType<World['post']>>

/** The `Set-Cookie` headers of an answer by name, with their attributes in the order of the alphabet. */
function cookiesOf(answer: Answer): Record<string, { value: string; attributes: string[] }> {
  const lines = [answer.headers['set-cookie'] ?? []].flat()
  return Object.fromEntries(
    lines.map((line) => {
      const [pair, ...attributes] = line.split('; ')
      const at = pair!.indexOf('=')
      return [pair!.slice(0, at), { value: pair!.slice(at + 1), attributes: attributes.toSorted() }]
    }),
  )
}

/** Every answer that sets a cookie, by what was asked. */
async function settingAnswers(world: World): Promise<Record<string, Answer>> {
  const { post } = world
  const { enrolled, codeOf } = secondFactor(world)
  const register = await post('/api/v1/auth/register', undefined, { email: 'a@example.org', password: next })
  const ann = await world.person()
  const signIn = () => post(login, undefined, { email: ann.email, password: ann.password })
  const bob = await enrolled()
  const { mfa_token } = (await post(login, undefined, { email: bob.email, password: bob.password })).json()
  const mfa = await post('/api/v1/auth/mfa', undefined, { mfa_token, code: await codeOf(bob.secret) })
  const token = (await signIn()).json<{ access_token: string }>().access_token
  const setup = await post('/api/v1/me/mfa/totp/setup', token, { password: ann.password })
  const { secret } = setup.json<{ secret: string }>()
  const confirm = await post('/api/v1/me/mfa/totp/confirm', token, { code: await codeOf(secret) })
  const eve = await world.person()
  const body = { old_password: eve.password, new_password: next }
  const password = await post('/api/v1/me/password', eve.token, body)
  const logged_out = await post('/api/v1/auth/logout', undefined, { refresh_token: mfa.json().refresh_token })
  return {
    register,
    login: await post(login, undefined, { email: 'a@example.org', password: next }),
    mfa,
    confirm,
    password,
    logged_out,
  }
}

suite('cookies', () => {
  for (const [over, prefix, secure] of [
    ['https', '__Host-', ['Secure']],
    ['http', '', []],
  ] as const) {
    test(`T-066 over ${over} every cookie has exactly the attributes that keep it in place`, async (t) => {
      const world = await createWorld(t, { env: { PUBLIC_BASE_URL: `${over}://clipwright.example` } })
      const kept = (seconds: number) =>
        [`Max-Age=${seconds}`, 'HttpOnly', 'Path=/', 'SameSite=Lax', ...secure].toSorted()
      const session = kept(14 * 86_400)
      for (const [asked, answer] of Object.entries(await settingAnswers(world))) {
        assert.ok(answer.statusCode < 300, `${asked}: ${answer.body}`)
        const { [`${prefix}svsid`]: svsid, [`${prefix}svdev`]: svdev, ...others } = cookiesOf(answer)
        assert.deepEqual(others, {}, asked)
        if (asked === 'logged_out') {
          assert.deepEqual([svsid?.value, svsid?.attributes], ['', kept(0)])
          continue
        }
        assert.match(svsid!.value, /^svss_[\w-]{43}$/, asked)
        assert.deepEqual(svsid!.attributes, session, asked)
        assert.equal(svdev !== undefined, ['login', 'mfa'].includes(asked), asked)
        if (svdev) assert.deepEqual(svdev.attributes, kept(180 * 86_400), asked)
      }
    })
  }

  test('T-066 the cookie of the other name opens nothing', async (t) => {
    const { person, post, app } = await createWorld(t, {
      env: { PUBLIC_BASE_URL: 'https://clipwright.example' },
    })
    const ann = await person()
    const opened = await post(login, undefined, { email: ann.email, password: ann.password })
    const { value } = cookiesOf(opened)['__Host-svsid']!
    const status = async (cookie: string) => (await app.inject({ url: me, headers: { cookie } })).statusCode
    assert.equal(await status(`__Host-svsid=${value}`), 200)
    // A page on plain http of a sibling domain can set this one, and never the prefixed one.
    assert.equal(await status(`svsid=${value}`), 401)
  })

  test('T-067 a cookie that was there before a login is worth nothing after it, and never the session', async (t) => {
    const { person, post, app, db } = await createWorld(t)
    const [victim, eve] = [await person(), await person()]
    const planted = `svss_${randomBytes(32).toString('base64url')}`
    const eves = cookiesOf(await post(login, undefined, { email: eve.email, password: eve.password }))[
      'svsid'
    ]!.value
    const whoIs = async (svsid: string) => {
      const answer = await app.inject({ url: me, cookies: { svsid } })
      return answer.statusCode === 200
        ? answer.json<{ user_id: string }>().user_id
        : answer.json<{ code: string }>().code
    }
    for (const svsid of [planted, eves]) {
      const payload = { email: victim.email, password: victim.password }
      const answer = await app.inject({ method: 'POST', url: login, cookies: { svsid }, payload })
      const given = cookiesOf(answer)['svsid']!.value
      assert.notEqual(given, svsid)
      assert.equal(await whoIs(given), victim.user_id)
    }
    assert.equal(await whoIs(planted), 'invalid_token')
    assert.equal(await whoIs(eves), eve.user_id, 'still hers, and only hers')
    const sessions = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', '=', victim.user_id)
      .execute()
    assert.equal(sessions.length, 3)
  })
})

/** A server that counts its connections. */
async function canary(t: TestContext): Promise<{ url: string; visits: () => number }> {
  let visits = 0
  const server = createServer((_request, response) => response.end('{"keys":[]}'))
  server.on('connection', () => visits++)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  cleanUp(t, () => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`, visits: () => visits }
}

test('T-024 no JWT is a credential, whoever signed it and wherever it points, and nobody is asked about it', async (t) => {
  const { person, app, deps } = await createWorld(t)
  const ann = await person()
  const { url, visits } = await canary(t)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now_s = Math.floor(Date.now() / 1000)
  const claims = { sub: ann.user_id, sid: ann.session_id, role: 'admin', iat: now_s, exp: now_s + 3600 }
  const signed = (header: object, payload: object, key: string | Uint8Array = 'secret') => {
    const text = `${part(header)}.${part(payload)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const jwk = { kty: 'oct', k: Buffer.from('secret').toString('base64url') }
  const hs256 = { alg: 'HS256', typ: 'JWT' }
  const tokens = {
    none: `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
    'none in capitals': `${part({ alg: 'NONE' })}.${part(claims)}.`,
    'without a signature': `${part(hs256)}.${part(claims)}.`,
    'HS256 with an empty key': signed(hs256, claims, ''),
    'HS256 with a guessed key': signed(hs256, claims),
    "HS256 with one of the server's keys": signed(hs256, claims, deps.secrets.lock_key),
    expired: signed(hs256, { ...claims, exp: now_s - 3600 }),
    kid: signed({ ...hs256, kid: '../../../../dev/null' }, claims, ''),
    'kid of SQL': signed({ ...hs256, kid: "' union select 'secret" }, claims),
    jku: signed({ ...hs256, jku: url }, claims),
    x5u: signed({ ...hs256, x5u: url }, claims),
    jwk: signed({ ...hs256, jwk }, claims),
    'with our prefix': `svat_${signed(hs256, claims)}`,
  }
  for (const [name, token] of Object.entries(tokens)) {
    const call = async (headers: Record<string, string>) => {
      const answer = await app.inject({ url: me, headers })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    assert.deepEqual(await call({ authorization: `Bearer ${token}` }), [401, 'invalid_token'], name)
    assert.deepEqual(await call({ cookie: `svsid=${token}` }), [401, 'invalid_token'], name)
    assert.deepEqual(await call({ 'x-api-key': token }), [401, 'invalid_api_key'], name)
  }
  assert.equal(visits(), 0)
})
