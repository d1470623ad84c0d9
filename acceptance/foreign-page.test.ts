import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, servePage } from './lib/browser.ts'
import { installProduct } from './lib/product.ts'

const email = 'ann@example.org'
const password = 'correct horse battery'

interface State {
  me: unknown
  transactions: number
  sessions: number
}

/** What a page of the product itself sees with the browser's cookie. */
function stateIn(page: Page): Promise<State> {
  return page.evaluate(async () => {
    const read = async (path: string): Promise<Record<string, unknown>> => {
      const response = await fetch(`/api/v1${path}`)
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return (await response.json()) as Record<string, unknown>
    }
    const [me, transactions, sessions] = [
      await read('/me'),
      await read('/me/transactions'),
      await read('/me/sessions'),
    ]
    return { me, transactions: Number(transactions['total']), sessions: Number(sessions['total']) }
  })
}

/** Everything that a page can send without being asked, and what it could read of the answers. */
function attack(page: Page, target: string): Promise<string[]> {
  return page.evaluate(async (target) => {
    const api = `${target}/api/v1`
    const readable: string[] = []
    const tell = (what: string, seen: unknown) => readable.push(`${what}: ${JSON.stringify(seen)}`)
    const writes: [string, string | undefined][] = [
      ['/me/topup', '{"amount":777}'],
      ['/me/profile', '{"nickname":"owned"}'],
      ['/me/sessions/revoke-others', undefined],
      ['/me/api-keys', '{"name":"owned"}'],
      ['/auth/logout', undefined],
      ['/auth/logout', 'null'],
    ]
    for (const [path, body] of writes) {
      for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
        for (const mode of ['no-cors', 'cors'] as const) {
          const headers = type === undefined ? {} : { 'content-type': type }
          try {
            const init: RequestInit = { method: 'POST', mode, credentials: 'include', headers }
            const response = await fetch(api + path, body === undefined ? init : { ...init, body })
            if (response.type !== 'opaque') tell(`${mode} ${type} ${path}`, response.status)
          } catch {
            // unreadable, as it should be
          }
        }
      }
      navigator.sendBeacon(api + path, body ?? '')
    }
    for (const path of ['/me', '/me/transactions', '/me/api-keys', '/me/sessions', '/tasks']) {
      try {
        tell(`read ${path}`, await (await fetch(api + path, { credentials: 'include' })).text())
      } catch {
        // unreadable
      }
    }
    const embed = (name: 'img' | 'script', path: string) =>
      new Promise<void>((resolve) => {
        const element = document.createElement(name)
        element.addEventListener('load', () => {
          tell(`${name} ${path}`, 'loaded')
          resolve()
        })
        element.addEventListener('error', () => resolve())
        element.src = api + path
        document.body.append(element)
      })
    await embed('img', '/me')
    await embed('script', '/me')
    await embed('script', '/me/transactions')
    await new Promise<void>((resolve) => {
      const socket = new WebSocket(`${api.replace('http', 'ws')}/me`)
      socket.addEventListener('open', () => {
        tell('WebSocket', 'open')
        resolve()
      })
      socket.addEventListener('error', () => resolve())
    })
    return readable
  }, target)
}

/** Submits a form to the product: a navigation, which no script can read, but which may do something. */
async function submitForm(
  page: Page,
  action: string,
  enctype: string,
  fields: Record<string, string>,
): Promise<number> {
  const [response] = await Promise.all([
    page.waitForNavigation({ url: action }),
    page.evaluate(
      ({ action, enctype, fields }) => {
        const form = document.createElement('form')
        Object.assign(form, { action, enctype, method: 'POST' })
        for (const [name, value] of Object.entries(fields)) {
          const input = document.createElement('input')
          Object.assign(input, { name, value })
          form.append(input)
        }
        document.body.append(form)
        form.submit()
      },
      { action, enctype, fields },
    ),
  ])
  return response!.status()
}

test('T-064 a page of another origin changes nothing and reads nothing, be it of another site or of the same', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const browser = await openBrowser(t)
  const context = await browser.newContext()
  const own = await context.newPage()
  await own.goto(`${product.url}/docs/`)
  const registered = await own.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ ...body, session_mode: 'cookie' }) }
      const status = (await fetch('/api/v1/auth/register', init)).status
      await fetch('/api/v1/auth/login', init) // a second session, which an attacker could end
      return status
    },
    { email, password },
  )
  assert.equal(registered, 201)
  const before = await stateIn(own)
  assert.equal(before.sessions, 2)
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'svsid')?.value
  const held = await cookie()
  assert.ok(held)

  // Another port of the same host is another origin of the same site: there the browser does send the cookie.
  for (const host of ['localhost', '127.0.0.1']) {
    const page = await context.newPage()
    const foreign = await servePage(t, host, '<!doctype html><title>Cats</title><body>')
    await page.goto(foreign)
    assert.deepEqual(await attack(page, product.url), [], host)

    for (const [enctype, path, fields] of [
      ['text/plain', '/me/topup', { '{"amount":777,"x":"': '"}' }],
      ['text/plain', '/auth/login', { [`{"email":"${email}","password":"${password}","x":"`]: '"}' }],
      ['text/plain', '/auth/logout', {}],
      ['multipart/form-data', '/me/sessions/revoke-others', {}],
      ['application/x-www-form-urlencoded', '/me/sessions/revoke-others', {}],
    ] as const) {
      await page.goto(foreign)
      const status = await submitForm(page, `${product.url}/api/v1${path}`, enctype, fields)
      assert.ok([401, 403, 415].includes(status), `${host} ${enctype} ${path}: ${status}`)
    }
    await page.goto(foreign)
    const frame = await page.evaluate(async (src) => {
      const element = document.createElement('iframe')
      element.src = src
      document.body.append(element)
      await new Promise((resolve) => element.addEventListener('load', resolve))
      try {
        return element.contentDocument?.body.textContent ?? 'unreadable'
      } catch {
        return 'unreadable'
      }
    }, `${product.url}/api/v1/me`)
    assert.equal(frame, 'unreadable')
    await page.close()
    assert.deepEqual(await stateIn(own), before, `after the page on ${host}`)
    assert.equal(await cookie(), held)
  }
})
