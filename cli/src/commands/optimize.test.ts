import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuse, startFakeService } from '../testing/fake-service.ts'
import { createHome } from '../testing/run-cli.ts'

const withKey = { env: { CLIPWRIGHT_API_KEY: 'svck_test' } }
const optimize = 'POST /api/v1/agent/optimize-prompt'
const generateTags = 'POST /api/v1/agent/generate-tags'

const optimized = (cost = 0) => ({
  prompt_id: '0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11',
  optimized_prompt: 'Waves.\nSoft light.\u001b[31m',
  original_prompt: 'waves',
  source: 'rules',
  language: 'en',
  preserved: [],
  cost,
})

test('an optimized prompt is one line on stdout, whatever the service says, and a program gets all of it', async (t) => {
  const service = await startFakeService(t)
  service.routes[optimize] = () => ({ status: 200, body: optimized(7) })
  const home = createHome(t, service.url)
  const told = await home.run(['optimize', 'waves', '--model', 'wan', '--language', 'en'], withKey)
  assert.deepEqual([told.code, told.stdout], [0, 'Waves. Soft light.\n'])
  assert.match(told.stderr, /0\.07 credits charged/)
  assert.deepEqual(service.calls(optimize)[0]!.body, { prompt: 'waves', model: 'wan', language: 'en' })
  const { json } = await home.run(['optimize', 'waves', '--json'], withKey)
  assert.deepEqual(json(), optimized(7))
})

test('a video made from an optimized prompt remembers the original', async (t) => {
  const service = await startFakeService(t)
  service.routes[optimize] = () => ({ status: 200, body: optimized() })
  const home = createHome(t, service.url)
  const { code } = await home.run(['generate', 'waves', '--optimize', '--model', 'm', '--no-wait'], withKey)
  assert.equal(code, 0)
  assert.deepEqual(service.calls(optimize)[0]!.body, { prompt: 'waves', model: 'm' })
  const body = { prompt: optimized().optimized_prompt, original_prompt: 'waves', model: 'm' }
  assert.deepEqual(service.calls('POST /api/v1/video/generate')[0]!.body, body)
})

test('tags come one a line; without any text nothing is asked', async (t) => {
  const service = await startFakeService(t)
  service.routes[generateTags] = () => ({
    status: 200,
    body: { tags: ['sea', 'red balloon'], source: 'rules', cost: 0 },
  })
  const home = createHome(t, service.url)
  const { code, stdout } = await home.run(['tags', 'a sea', '--title', 'Sea', '--max', '2'], withKey)
  assert.deepEqual([code, stdout], [0, 'sea\nred balloon\n'])
  assert.deepEqual(service.calls(generateTags)[0]!.body, { prompt: 'a sea', title: 'Sea', max_tags: 2 })
  assert.equal((await home.run(['tags'], withKey)).code, 2)
  assert.equal((await home.run(['tags', 'x', '--max', '21'], withKey)).code, 2)
  assert.equal(service.calls(generateTags).length, 1)
  service.routes[generateTags] = () => refuse(503, 'agent_unavailable', 'No answer; go on without it.')
  const failed = await home.run(['tags', 'x'], withKey)
  assert.notEqual(failed.code, 0)
  assert.match(failed.stderr, /go on without it/)
})
