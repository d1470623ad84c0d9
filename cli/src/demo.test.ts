import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { refuse, startFakeService, video } from './testing/fake-service.ts'
import { createHome } from './testing/run-cli.ts'

test('the demo goes from no account to a saved video, and does not pass it off as the work of an AI', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const { code, stdout } = await home.run(['a', 'red', 'balloon', '--seed', '7'], { script: 'demo.ts' })
  assert.equal(code, 0)
  const path = join(home.folder, 'demo', 'a-red-balloon-0b6f5c1e.mp4')
  assert.deepEqual(readFileSync(path), video)
  assert.ok(stdout.includes(path))
  assert.match(stdout, /832x480, 5\.1 s, 300 kB/)
  assert.match(stdout, /0\.50 credits/)
  assert.match(stdout, /no AI model/)
  assert.partialDeepStrictEqual(service.calls('POST /api/v1/video/generate')[0]?.body, {
    prompt: 'a red balloon',
    seed: 7,
  })
})

test('each demo is somebody new', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  service.routes['POST /api/v1/video/generate'] = () => refuse(503, 'busy', 'Later.')
  const ended = await Promise.all([1, 2].map(() => home.run([], { script: 'demo.ts' })))
  assert.deepEqual(
    ended.map(({ code }) => code),
    [1, 1],
  )
  const emails = service
    .calls('POST /api/v1/auth/register')
    .map(({ body }) => (body as { email: string }).email)
  assert.equal(new Set(emails).size, 2)
  assert.ok(emails.every((email) => email.endsWith('@example.org')))
})
