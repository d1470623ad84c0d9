import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { createAdmin } from '../accounts/accounts.ts'
import { accountDeps } from '../app.ts'
import { linkTo, templatesTo } from '../testing/mails.ts'
import { createWorld, type World } from '../testing/world.ts'

const next = 'quite another secret'

/** Opens a page and sends its form, as a browser without scripts does. */
function browser({ app }: Pick<World, 'app'>, language = 'en') {
  const headers = { 'accept-language': language }
  const open = (url: string) => app.inject({ url, headers })
  const send = (url: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  return { open, send }
}

const titleOf = (body: string) => /<h1>(.*?)<\/h1>/.exec(body)?.[1]

/** A person for whom every link has been mailed. */
async function mailed(world: World) {
  const ann = await world.person()
  await world.post('/api/v1/auth/forgot-password', undefined, { email: ann.email })
  const change = { new_email: 'new@example.org', password: ann.password }
  assert.equal((await world.post('/api/v1/me/email', ann.token, change)).statusCode, 200)
  return ann
}

async function logInStatus({ post }: World, email: string, password: string): Promise<number> {
  return (await post('/api/v1/auth/login', undefined, { email, password })).statusCode
}

const pages = [
  '/verify',
  '/reset-password',
  '/confirm-password',
  '/confirm-email',
  '/undo-email',
  '/undo-deletion',
  '/forgot-password',
]

suite('every page', () => {
  test('is one form that works without scripts, in both languages, and lets nothing foreign in', async (t) => {
    const world = await createWorld(t)
    for (const url of pages) {
      for (const [language, lang] of [
        ['en', 'en'],
        ['zh-CN,zh;q=0.9,en;q=0.1', 'zh-CN'],
        ['fr', 'en'],
      ] as const) {
        const { statusCode, headers, body } = await browser(world, language).open(url)
        assert.equal(statusCode, 200, url)
        assert.match(String(headers['content-type']), /^text\/html; charset=utf-8$/)
        assert.match(body, new RegExp(`<html lang="${lang}">`), url)
        assert.equal(body.match(/<form method="post">/g)?.length, 1, url)
        assert.doesNotMatch(body, /(?:src|href|action)="(?:https?:)?\/\//, 'nothing of a foreign host')
        assert.doesNotMatch(body, / on\w+=| style=/, 'nothing that the policy forbids')
        assert.deepEqual(
          [headers['cache-control'], headers['referrer-policy'], headers.vary],
          ['no-store', 'same-origin', 'Accept-Language'],
        )
        const policy = String(headers['content-security-policy'])
        assert.match(
          policy,
          /^default-src 'none'; img-src 'self'; .*form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
        )
        assert.doesNotMatch(policy, /unsafe/)
        for (const [, text] of body.matchAll(/<(?:style|script)>([^]*?)<\/(?:style|script)>/g)) {
          const hash = createHash('sha256').update(text!).digest('base64')
          assert.ok(policy.includes(`'sha256-${hash}'`), `${url}: the policy knows it`)
        }
        for (const [, name] of body.matchAll(/<input id="(\w+)"/g)) {
          assert.match(body, new RegExp(`<label for="${name!}"`), `${url}: ${name!} has a label`)
        }
      }
    }
  })

  test('is where a mail leads', async (t) => {
    const world = await createWorld(t, { env: { EMAIL_VERIFICATION_REQUIRED: 'true' } })
    const email = 'ann@example.org'
    const password = 'correct horse battery'
    const { open, send } = browser(world)
    const reach = async (template: string, to = email) => {
      const { link, page, token } = await linkTo(world, to, template)
      assert.ok(pages.includes(page), template)
      assert.equal((await open(page)).statusCode, 200)
      return send(page, { link, new_password: next }).then(({ body }) => ({ title: titleOf(body), token }))
    }
    await world.post('/api/v1/auth/register', undefined, { email, password })
    assert.equal((await reach('verify_email')).title, 'Your address is confirmed')
    assert.equal(await logInStatus(world, email, password), 200)
    await world.post('/api/v1/auth/register', undefined, { email, password })
    await reach('already_registered')
    const login = async (secret: string, as = email) =>
      (await world.post('/api/v1/auth/login', undefined, { email: as, password: secret })).json<{
        access_token: string
      }>()
    const first = (await login(password)).access_token
    await world.post('/api/v1/me/password', first, { old_password: password, new_password: next })
    assert.equal((await reach('confirm_password_change')).title, 'Your password is changed')
    const second = (await login(next)).access_token
    await world.post('/api/v1/me/email', second, { new_email: 'new@example.org', password: next })
    assert.equal((await reach('confirm_email_change', 'new@example.org')).title, 'Your address is changed')
    assert.equal(await logInStatus(world, 'new@example.org', next), 200)
    assert.equal((await reach('email_change')).title, 'Your address is kept')
    assert.equal((await reach('reset_password')).title, 'Your new password is set')
    const third = (await login(next)).access_token
    await world.post('/api/v1/me/delete', third, { password: next })
    assert.equal(await logInStatus(world, email, next), 401)
    assert.equal((await reach('account_deletion')).title, 'Your account is kept')
    assert.equal(await logInStatus(world, email, next), 200)
  })

  test('says the same of a link that is wrong, used or old, and what to do', async (t) => {
    const world = await createWorld(t)
    const ann = await mailed(world)
    const { send } = browser(world)
    const { link } = await linkTo(world, ann.email, 'reset_password')
    const told = new Set<string>()
    const refused = async (page: string, text: string) => {
      const { statusCode, body } = await send(page, { link: text, new_password: next })
      assert.equal(statusCode, 400, `${page} ${text}`)
      assert.equal(titleOf(body), 'This link does not work any more')
      told.add(page === '/reset-password' ? body : '')
    }
    for (const page of pages.slice(0, -1)) {
      for (const text of ['', 'wrong', `${link.slice(0, -1)}!`, 'a\0b', 'x'.repeat(5_000)])
        await refused(page, text)
    }
    await refused('/confirm-password', link)
    assert.equal((await send('/reset-password', { link, new_password: next })).statusCode, 200)
    await refused('/reset-password', link)
    await world.db.deleteFrom('rate_limits' as never).execute()
    await world.post('/api/v1/auth/forgot-password', undefined, { email: ann.email })
    world.clock.offset_ms = 31 * 60_000
    await refused('/reset-password', (await linkTo(world, ann.email, 'reset_password')).link)
    assert.equal(told.size, 2, 'one page for all of them, and none for the others')
    assert.match([...told].join(''), /href="forgot-password"/)
  })
})

suite('a new password', () => {
  test('that is weak is told with the rule, and costs neither the link nor what was pasted', async (t) => {
    const world = await createWorld(t)
    const ann = await mailed(world)
    const { link, token } = await linkTo(world, ann.email, 'reset_password')
    for (const [language, rule] of [
      ['en', /That password can’t be used\.<\/span> At least 8 characters/],
      ['zh', /此密码不可用。<\/span> 至少 8 个字符/],
    ] as const) {
      for (const weak of ['', 'short', 'password1', ann.email, 'x'.repeat(200), 'x'.repeat(600)]) {
        const { statusCode, body } = await browser(world, language).send('/reset-password', {
          link,
          new_password: weak,
        })
        assert.equal(statusCode, 422, weak)
        assert.match(body, rule)
        assert.ok(body.includes(`value="${token}"`))
        assert.ok(weak.length < 3 || !body.includes(weak), 'what was typed is not said again')
      }
    }
    const { send } = browser(world)
    assert.equal((await send('/reset-password', { link: token, new_password: next })).statusCode, 200)
    assert.equal(await logInStatus(world, ann.email, next), 200)
  })

  test('ends the API keys too, only where that is asked for', async (t) => {
    const world = await createWorld(t)
    const { send } = browser(world)
    for (const more of [{}, { revoke_api_keys: 'on' }]) {
      const ann = await mailed(world)
      const { api_key } = await world.apiKey(ann)
      const { link } = await linkTo(world, ann.email, 'reset_password')
      await send('/reset-password', { link, new_password: next, ...more })
      const { statusCode } = await world.app.inject({ url: '/api/v1/me', headers: { 'x-api-key': api_key } })
      assert.equal(statusCode, 'revoke_api_keys' in more ? 401 : 200)
    }
  })

  test('of the first administrator is chosen with the printed link', async (t) => {
    const world = await createWorld(t)
    const deps = accountDeps({ ...world.deps, config: world.deps.config })
    const email = 'admin@example.org'
    const { link } = await createAdmin(deps, email, world.deps.config.public_base_url)
    const { pathname } = new URL(link)
    assert.equal((await browser(world).send(pathname, { link, new_password: next })).statusCode, 200)
    assert.equal(await logInStatus(world, email, next), 200)
  })
})

test('a forgotten password: every address gets the same page, and a mail only where there is an account', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  const { send } = browser(world)
  const told = new Set<string>()
  for (const email of [ann.email, 'nobody@example.org'])
    told.add((await send('/forgot-password', { email })).body)
  assert.equal(told.size, 1)
  assert.deepEqual(await templatesTo(world, ann.email), ['reset_password'])
  const bad = await send('/forgot-password', { email: '"><script>' })
  assert.deepEqual([bad.statusCode, bad.body.includes('value="&quot;&gt;&lt;script&gt;"')], [422, true])
  const foreign = await world.app.inject({
    method: 'POST',
    url: '/forgot-password',
    headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload: `email=${ann.email}`,
  })
  assert.equal(foreign.statusCode, 403)
})

test('a page that fails keeps what was pasted, and neither log nor header has a token', async (t) => {
  const world = await createWorld(t)
  const ann = await mailed(world)
  const { link, token } = await linkTo(world, ann.email, 'reset_password')
  const { send } = browser(world)
  world.deps.hasher.hash = () => Promise.reject(new Error('no memory'))
  const { statusCode, body, headers } = await send('/reset-password', { link, new_password: next })
  assert.equal(statusCode, 500)
  assert.ok(body.includes(`value="${token}"`) && body.includes(String(headers['x-request-id'])))
  assert.ok(!world.logged().includes(token) && !JSON.stringify(headers).includes(token))
  assert.ok(!world.logged().includes(next))
  const json = await world.app.inject({ method: 'POST', url: '/reset-password', payload: { link } })
  assert.equal(json.statusCode, 415)
})

suite('the home page', () => {
  test('says what this is and how to get to a video, with paths that are there', async (t) => {
    const world = await createWorld(t, { env: { PUBLIC_BASE_URL: 'https://video.example.org' } })
    await world.app.ready()
    const { paths } = world.app.swagger() as { paths: Record<string, object> }
    for (const language of ['en', 'zh']) {
      const { statusCode, body } = await browser(world, language).open('/')
      assert.equal(statusCode, 200)
      const named = [...body.matchAll(/curl (?:-L )?https:\/\/video\.example\.org([\w/$-]+)/g)].map(
        ([, path]) => path!.replace('$TASK', '{task_id}'),
      )
      assert.deepEqual(
        named.filter((path) => !(path in paths)),
        [],
      )
      assert.ok(named.length >= 5 && named.includes('/api/v1/video/generate'))
      for (const [, link] of body.matchAll(/href="(?:\.\/)?([^"]*)"/g)) {
        assert.equal((await world.app.inject({ url: `/${link!}` })).statusCode, 200, link)
      }
    }
  })

  test('has an icon, and lets crawlers index nothing else', async (t) => {
    const { app } = await createWorld(t)
    const types = {
      '/favicon.svg': /^image\/svg/,
      '/favicon.ico': /^image\/x-icon/,
      '/robots.txt': /^text\/plain/,
    }
    for (const [url, type] of Object.entries(types)) {
      const { statusCode, headers, rawPayload } = await app.inject({ url })
      assert.equal(statusCode, 200, url)
      assert.match(String(headers['content-type']), type)
      assert.ok(rawPayload.length > 20)
    }
    assert.match((await app.inject({ url: '/robots.txt' })).body, /Disallow: \/\n/)
  })
})
