import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@clipwright/client'
import pg from 'pg'
import { until } from '../server/src/testing/until.ts'
import { type AtTerminal, startAtTerminal } from './lib/terminal.ts'
import { installProduct, makeVideo } from './lib/product.ts'

const password = 'correct horse battery'
/** Address and token of the link, once it stands on the screen. */
const linkAt = (terminal: AtTerminal) =>
  until(() => {
    const [, address, token] = /^ {2}(http\S+)\/setup#token=(svsu_[\w-]{43})$/m.exec(terminal.said()) ?? []
    return address !== undefined && token !== undefined && { address, token }
  }, 'a link')

test('an empty installation shows a link at its terminal, which makes the first administrator, once', async (t) => {
  const product = await installProduct(t)
  const post = (path: string, body: object) =>
    fetch(`${product.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const setUp = async (token: string, email = 'root@example.org') => {
    const response = await post('setup', { token, email, password, site_name: 'Night Lab' })
    return {
      status: response.status,
      body: (await response.json()) as { code?: string; access_token?: string },
    }
  }

  // Where programs read what it says, it tells how to get a link, and no link.
  await product.start()
  await until(() => product.log().includes('"msg":"ready"'), 'a server that is ready')
  assert.match(product.log(), /"command":"setup-link","msg":"no_administrator"/)
  assert.ok(!product.log().includes('token='), product.log())
  await product.stop()

  const first = await startAtTerminal(t, product)
  const { address, token: replaced } = await linkAt(first)
  assert.equal(address, product.url)
  await first.stop()
  const second = await startAtTerminal(t, product)
  const { token } = await linkAt(second)

  const open = async () => (await (await fetch(`${product.url}/api/v1/setup`)).json()) as object
  assert.deepEqual(await open(), { is_open: true })
  for (const wrong of [replaced, `svsu_${'a'.repeat(43)}`])
    assert.deepEqual(
      [(await setUp(wrong)).status, (await setUp(wrong)).body.code],
      [401, 'setup_token_invalid'],
    )
  const printed = (await product.command('setup-link')).trim()
  assert.equal((await setUp(token)).status, 401, 'the command has printed a newer one')
  const newest = printed.replace(`${product.url}/setup#token=`, '')
  const { status, body } = await setUp(newest)
  assert.equal(status, 201)
  assert.deepEqual(await open(), { is_open: false })

  const root = createClient({ base_url: product.url, credential: { access_token: body.access_token! } })
  assert.equal((await root.GET('/api/v1/me')).role, 'admin')
  assert.equal((await root.GET('/api/v1/config')).site_name, 'Night Lab')
  await root.POST('/api/v1/me/topup', { body: { amount: 1_000 } })
  await makeVideo(root, 1)

  for (const used of [newest, token])
    assert.equal((await setUp(used, 'eve@example.org')).body.code, 'setup_over')
  await assert.rejects(product.command('setup-link'), { code: 1, stdout: '' })
  await second.stop()
  assert.equal(second.said().split('token=').length, 2, 'it was printed once, and is not in the log')
  const third = await startAtTerminal(t, product)
  await third.stop()
  assert.ok(!third.said().includes('setup'), third.said())
})

test('a link that was not followed within half an hour gives nothing', async (t) => {
  const product = await installProduct(t)
  const terminal = await startAtTerminal(t, product)
  const { token } = await linkAt(terminal)
  const [, , , , host] = (await readFile(join(product.data_dir, 'pg18/postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client({ host: host!, user: 'postgres', database: 'clipwright' })
  await client.connect()
  await client.query("update setup_link set expires_at = expires_at - interval '30 minutes'")
  await client.end()
  const check = () =>
    fetch(`${product.url}/api/v1/setup/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
  assert.equal((await check()).status, 401)
  await terminal.stop()
})
