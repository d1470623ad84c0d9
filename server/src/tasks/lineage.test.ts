import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld, type Person, type World } from '../testing/world.ts'

const generate = (world: World, of: Person, body: object) =>
  world.post('/api/v1/video/generate', of.token, { prompt: 'a calm sea', ...body })

async function familyOf(world: World, of: Person, task_id: string): Promise<string[]> {
  const response = await world.get(`/api/v1/tasks/${task_id}/lineage`, of.token)
  assert.equal(response.statusCode, 200, response.body)
  return response.json<{ items: { task_id: string }[] }>().items.map((task) => task.task_id)
}

test('a family is the same, whichever of it is asked, and knows who came from whom', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const first = await world.task(ann, {})
  const made: string[] = []
  for (const parent_task_id of [first, first]) {
    const response = await generate(world, ann, { parent_task_id })
    made.push(response.json<{ task_id: string }>().task_id)
  }
  const last = (await generate(world, ann, { parent_task_id: made[1] })).json<{ task_id: string }>().task_id
  const stranger = await world.task(ann, {})
  const family = [last, ...made.toReversed(), first]
  for (const task_id of family) assert.deepEqual(await familyOf(world, ann, task_id), family)
  assert.deepEqual(await familyOf(world, ann, stranger), [stranger])
  const { parent_task_id } = (await world.get(`/api/v1/tasks/${last}`, ann.token)).json()
  assert.equal(parent_task_id, made[1])

  await world.post(`/api/v1/tasks/${made[1]}/cancel`, ann.token)
  await world.post('/api/v1/tasks/delete', ann.token, { task_ids: [made[1]] })
  assert.deepEqual(
    await familyOf(world, ann, last),
    [last, made[0], first],
    'it looks through what was deleted',
  )
})

test('a video goes on only from one of the same user', async (t) => {
  const world = await createWorld(t)
  const [ann, eve] = [await world.person(), await world.person()]
  await world.credits(ann, 1_000)
  await world.credits(eve, 1_000)
  const hers = await world.task(ann, {})
  for (const parent_task_id of [hers, 'no-such-video']) {
    const response = await generate(world, eve, { parent_task_id })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(response.json<{ detail: { loc: string[] }[] }>().detail[0]!.loc, [
      'body',
      'parent_task_id',
    ])
  }
  assert.equal((await world.get(`/api/v1/tasks/${hers}/lineage`, eve.token)).statusCode, 404)
})
