import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed, startFakeService } from '../testing/fake-service.ts'
import { createHome } from '../testing/run-cli.ts'

test('a video is enhanced, saved under the name of the one it was made from, and not paid for twice', async (t) => {
  const service = await startFakeService(t)
  const route = `POST /api/v1/tasks/${completed.task_id}/enhance`
  const sub = { ...completed, task_id: '77d1e0c4-0000-4000-8000-000000000000', prompt: null, cost: 60 }
  const made = {
    ...sub,
    model: 'enhance',
    parent_task_id: completed.task_id,
    params: { ...completed.params, mode: 'enhance', target: '2k' },
  }
  const answer = {
    task_id: sub.task_id,
    status: 'queued',
    model: 'enhance',
    cost: 60,
    currency: 'CREDIT',
    balance: 890,
    created_at: completed.created_at,
  }
  const answers = [false, true]
  service.routes[route] = () => ({ status: 200, body: { ...answer, existing: answers.shift() } })
  service.routes[`GET /api/v1/tasks/${sub.task_id}`] = () => ({ status: 200, body: made })
  service.routes[`GET /api/v1/result/${sub.task_id}`] = () => ({
    status: 302,
    headers: { location: '/storage/video' },
  })
  const home = createHome(t, service.url)
  const env = { env: { CLIPWRIGHT_API_KEY: 'svck_test' } }
  const first = await home.run(['enhance', completed.task_id, '--target', '2k'], env)
  assert.match(first.stdout, /^a-red-balloon-2k-77d1e0c4\.mp4 /)
  assert.match(
    first.stderr,
    /^Costs 0\.60 credits of your 9\.50 credits\nSubmitted 77d1e0c4.*0\.60 credits held/,
  )
  service.task = { ...completed, enhance_task_id: sub.task_id }
  const second = await home.run(['enhance', completed.task_id, '--no-wait'], env)
  assert.match(second.stderr, /^It is enhanced by 77d1e0c4/)
  assert.deepEqual(
    service.calls(route).map(({ body }) => body),
    [{ target: '2k' }, null],
  )
  assert.equal((await home.run(['enhance', completed.task_id, '--target', '4k'], env)).code, 2)
})
