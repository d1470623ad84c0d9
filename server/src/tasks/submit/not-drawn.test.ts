import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { createWorld, type Person, type World } from '../../testing/world.ts'

const prompt = 'a fisherman by the sea at dawn'

async function quoted(world: World, { token }: Person, input: object): Promise<unknown> {
  const answer = await world.post('/api/v1/video/quote', token, { prompt, ...input })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().not_drawn
}

suite('what the preview does not draw', () => {
  test('is told with the price, before anything is paid, and with the task', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 1_000)
    assert.deepEqual(await quoted(world, ann, {}), ['fisherman'])
    assert.deepEqual(await quoted(world, ann, { prompt: 'a red balloon over a calm sea' }), [])
    const task_id = await world.task(ann, { prompt })
    const { not_drawn } = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual(not_drawn, ['fisherman'])
  })

  test('is nothing where a picture is the scene', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 1_000)
    const { image_key } = (
      await world.app.inject({
        method: 'POST',
        url: '/api/v1/uploads/put',
        headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'image/png' },
        payload: await sharp({ create: { width: 100, height: 100, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      })
    ).json()
    assert.deepEqual(await quoted(world, ann, { image_url: image_key }), [])
    const task_id = await world.task(ann, { prompt, image_url: image_key })
    assert.deepEqual((await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json().not_drawn, [])
  })
})
