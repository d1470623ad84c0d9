import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed, startFakeService } from '../testing/fake-service.ts'
import { createHome } from '../testing/run-cli.ts'

test('a video is enhanced to the target that was named, and one that is already says so', async (t) => {
  const service = await startFakeService(t)
  const route = `POST /api/v1/tasks/${completed.task_id}/enhance`
  const answer = {
    task_id: 'sub',
    status: 'queued',
    model: 'enhance',
    cost: 40,
    currency: 'CREDIT',
    balance: 60,
    created_at: completed.created_at,
  }
  const answers = [false, true]
  service.routes[route] = () => ({ status: 200, body: { ...answer, existing: answers.shift() } })
  const home = createHome(t, service.url)
  const env = { env: { CLIPWRIGHT_API_KEY: 'svck_test' } }
  const first = await home.run(['enhance', completed.task_id, '--target', '2k'], env)
  assert.equal(first.stdout, 'Submitted sub, 0.40 credits held. Follow it: clipwright watch sub\n')
  const second = await home.run(['enhance', completed.task_id], env)
  assert.equal(second.stdout, 'It is enhanced by sub (queued). Follow it: clipwright watch sub\n')
  assert.deepEqual(
    service.calls(route).map(({ body }) => body),
    [{ target: '2k' }, null],
  )
})
