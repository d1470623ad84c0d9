import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed, startFakeService } from './testing/fake-service.ts'
import { createHome } from './testing/run-cli.ts'

test('what a video does not show is said once it is there, and nothing where nothing is known', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const withKey = { env: { CLIPWRIGHT_API_KEY: 'svck_test' } }
  service.task = { ...completed, not_drawn: ['fisherman', 'net'] }
  const told = await home.run(['generate', 'a fisherman mends a net', '--output', 'a.mp4'], withKey)
  assert.match(told.stderr, /^Not drawn: fisherman, net$/m)
  service.task = completed
  const untold = await home.run(['generate', 'a sea', '--output', 'b.mp4'], withKey)
  assert.ok(!untold.stderr.includes('Not drawn'))
})
