import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { completed, startFakeService } from '../testing/fake-service.ts'
import { createHome } from '../testing/run-cli.ts'

const withKey = { env: { CLIPWRIGHT_API_KEY: 'svck_test' } }
const at = completed.created_at
const key = {
  key_id: '5f0e21aa-0000-4000-8000-000000000001',
  name: 'ci',
  key_prefix: 'svck_abcd',
  last4: 'wxyz',
  scopes: ['video:read'],
  is_active: true,
  status: 'active',
  rate_limit_per_minute: null,
  spend_cap: 2000,
  spend_cap_period: 'month',
  spent_in_period: 150,
  created_at: at,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  disabled_at: null,
}

test('a key that is made is all there is on stdout, so that a script can keep it', async (t) => {
  const service = await startFakeService(t)
  const create = 'POST /api/v1/me/api-keys'
  service.routes[create] = () => ({ status: 201, body: { ...key, api_key: 'svck_secret' } })
  const home = createHome(t, service.url)
  const made = await home.run(
    ['keys', 'create', 'ci', '--scope', 'video:read', '--days', '30', '--spend-cap', '20'],
    withKey,
  )
  assert.equal(made.stdout, 'svck_secret\n')
  const body = service.calls(create)[0]!.body as { expires_at: string }
  const { expires_at, ...rest } = body
  assert.deepEqual(rest, { name: 'ci', scopes: ['video:read'], spend_cap: 2000 })
  const days = (Date.parse(expires_at) - Date.now()) / 86_400_000
  assert.ok(days > 29 && days <= 30)
})

test('keys are listed, and revoked by the beginning of their id', async (t) => {
  const service = await startFakeService(t)
  const list = { items: [key], total: 1, page: 1, page_size: 100 }
  service.routes['GET /api/v1/me/api-keys'] = () => ({ status: 200, body: list })
  const revoke = `POST /api/v1/me/api-keys/${key.key_id}/revoke`
  service.routes[revoke] = () => ({ status: 200, body: { ...key, status: 'revoked' } })
  const home = createHome(t, service.url)
  const { stdout } = await home.run(['keys'], withKey)
  assert.match(stdout, /^KEY +STATUS +SHOWN AS +SPENT +LAST USED +ENDS +NAME\n/)
  assert.match(stdout, /active +svck_abcd…wxyz +1\.50 of 20\.00 +never +never +ci\n$/)
  assert.equal((await home.run(['keys', 'revoke', '5f0e'], withKey)).stdout, 'Revoked ci.\n')
  assert.equal(service.calls(revoke).length, 1)
  assert.equal((await home.run(['keys', 'revoke', 'ffff'], withKey)).code, 1)
})

test('webhooks are made with a secret, listed, tried and deleted', async (t) => {
  const service = await startFakeService(t)
  const webhook = {
    webhook_id: '9a3a7d11-0000-4000-8000-000000000001',
    url: 'https://example.org/videos',
    description: '',
    event_types: ['task.completed', 'task.failed'],
    enabled: true,
    disabled_at: null,
    disabled_by: null,
    failing_since: null,
    previous_secret_until: null,
    created_at: at,
    updated_at: at,
  }
  const all = '/api/v1/me/webhooks'
  const list = { items: [webhook], total: 1, page: 1, page_size: 100 }
  service.routes[`GET ${all}`] = () => ({ status: 200, body: list })
  service.routes[`POST ${all}`] = () => ({ status: 201, body: { ...webhook, secret: 'whsec_x' } })
  service.routes[`POST ${all}/${webhook.webhook_id}/test`] = () => ({ status: 200, body: {} })
  service.routes[`DELETE ${all}/${webhook.webhook_id}`] = () => ({ status: 204 })
  const home = createHome(t, service.url)
  const made = await home.run(['webhooks', 'create', webhook.url, '--event', 'task.completed'], withKey)
  assert.equal(made.stdout, 'whsec_x\n')
  assert.deepEqual(service.calls(`POST ${all}`)[0]!.body, {
    url: webhook.url,
    event_types: ['task.completed'],
  })
  assert.match((await home.run(['webhooks'], withKey)).stdout, / on +completed, failed .*example\.org/)
  assert.equal((await home.run(['webhooks', 'test', '9a3a'], withKey)).code, 0)
  assert.equal((await home.run(['webhooks', 'delete', '9a3a'], withKey)).code, 0)
  assert.equal(service.calls(`DELETE ${all}/${webhook.webhook_id}`).length, 1)
})

test('whoami, quote and transactions say what the service says', async (t) => {
  const service = await startFakeService(t)
  const row = (type: string, amount: number, balance_after: number) => ({
    transaction_id: key.key_id,
    type,
    amount,
    balance_after,
    status: 'settled',
    task_id: type === 'topup' ? null : completed.task_id,
    description: null,
    created_at: at,
  })
  const items = [row('task_charge', -50, 950), row('topup', 1000, 1000)]
  const list = { items, total: 30, page: 1, page_size: 2 }
  service.routes['GET /api/v1/me/transactions'] = () => ({ status: 200, body: list })
  const home = createHome(t, service.url)
  const who = await home.run(['whoami'], withKey)
  assert.match(who.stdout, /ada@example\.org \(ada\)\nService +http.*\nBy +the API key in CLIPWRIGHT_API_KEY/)
  const quote = await home.run(['quote', '--duration', '5'], withKey)
  assert.match(
    quote.stdout,
    /Cost +0\.50 credits\nBalance +9\.50 credits\nEnhance +0\.40 credits more for 1080p/,
  )
  const { stdout } = await home.run(['transactions', '--page-size', '2'], withKey)
  assert.match(stdout, /task +-0\.50 +9\.50 .*0b6f5c1e.*\n.*top-up +\+10\.00 +10\.00/)
  assert.match(stdout, /Page 1 of 15, 30 transactions altogether/)
})

test('what a mailed link is for is done with the whole link, or with its token', async (t) => {
  const service = await startFakeService(t)
  const ok = { status: 200, body: { status: 'ok' } }
  const verify = 'GET /api/v1/auth/verify-email'
  const reset = 'POST /api/v1/auth/reset-password'
  const undo = 'POST /api/v1/auth/undo-delete'
  Object.assign(service.routes, { [verify]: () => ok, [reset]: () => ok, [undo]: () => ok })
  const home = createHome(t, service.url)
  const confirmed = await home.run(['link', `${service.url}/verify#t=abc`])
  assert.match(confirmed.stdout, /confirmed/)
  assert.equal(String(service.calls(verify)[0]!.query), 'token=abc')
  const set = await home.run(['link', `${service.url}/reset-password#t=def`], { input: 'a new secret\n' })
  assert.equal(set.code, 0)
  assert.deepEqual(service.calls(reset)[0]!.body, {
    token: 'def',
    new_password: 'a new secret',
    revoke_api_keys: false,
  })
  assert.equal((await home.run(['link', 'ghi', '--for', 'undo-deletion'])).code, 0)
  assert.deepEqual(service.calls(undo)[0]!.body, { token: 'ghi' })
  assert.equal((await home.run(['link', `${service.url}/verify`])).code, 2)
})

test('bash completes commands, options and their choices', async (t) => {
  const home = createHome(t, 'http://127.0.0.1:1')
  const { stdout: script, code } = await home.run(['completion', 'bash'])
  assert.equal(code, 0)
  const complete = (...words: string[]) => {
    const line = `${script}
COMP_WORDS=(clipwright ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_clipwright 2>/dev/null; printf '%s ' "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', line], { encoding: 'utf8', cwd: home.folder }).stdout.trim()
  }
  assert.equal(complete('tran'), 'transactions')
  assert.equal(complete('keys', 're'), 'revoke')
  assert.equal(complete('tasks', '--status', 'r'), 'running')
  assert.equal(complete('generate', '--dur'), '--duration')
  writeFileSync(join(home.folder, 'films.csv'), '')
  mkdirSync(join(home.folder, 'films'))
  assert.equal(complete('ev'), 'events')
  assert.equal(complete('batch', 'films.'), 'films.csv')
  assert.equal(complete('batch', '--bud'), '--budget')
  assert.equal(complete('batch', 'films.csv', '--out', 'films'), 'films films.csv')
  assert.equal(complete('--json', 'enhance', 'x', '--target', ''), '1080p 2k')
})
