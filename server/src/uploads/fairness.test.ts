import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { until } from '../testing/until.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'

/** Takes a second or so to be drawn again, and few bytes to send. */
const large = () =>
  sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
const small = () =>
  sharp({ create: { width: 100, height: 100, channels: 3, background: 'crimson' } })
    .png()
    .toBuffer()

const put = (world: World, { token }: Person, payload: Buffer) =>
  world.app.inject({
    method: 'POST',
    url: '/api/v1/uploads/put',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload,
  })

const waitingFiles = ({ folder }: World) => readdir(join(folder, 'pictures'))

suite('pictures of several users at once', () => {
  test('one user’s many large pictures do not delay another user’s picture', async (t) => {
    const world = await createWorld(t)
    const [greedy, modest] = [await world.person(), await world.person()]
    const bytes = await large()
    let drawn = 0
    const all = Array.from({ length: 12 }, async () => {
      const { statusCode } = await put(world, greedy, bytes)
      drawn++
      return statusCode
    })
    await all[0] // by now all of them are there
    const answer = await put(world, modest, await small())
    assert.equal(answer.statusCode, 200, answer.body)
    // First come, first served, all twelve of them would be. Some end while the request is on its way.
    assert.ok(drawn <= 8, `${drawn} of the other’s pictures came first`)
    assert.deepEqual(new Set(await Promise.all(all)), new Set([200]))
  })

  test('who sends more at once than may wait is told when to come back, others are served, and no file stays behind', async (t) => {
    const world = await createWorld(t)
    const [greedy, modest] = [await world.person(), await world.person()]
    const bytes = await large()
    const sent = Array.from({ length: 17 }, () => put(world, greedy, bytes))
    const refused = await Promise.any(
      sent.map(async (one) => {
        const answer = await one
        assert.equal(answer.statusCode, 503)
        return answer
      }),
    )
    assert.deepEqual([refused.json().code, refused.headers['retry-after']], ['pictures_busy', '5'])
    await until(async () => (await waitingFiles(world)).length >= 16, 'sixteen pictures as files')
    assert.equal((await put(world, modest, await small())).statusCode, 200)
    const sound = await world.app.inject({
      method: 'POST',
      url: '/api/v1/uploads/audio/put',
      headers: { authorization: `Bearer ${greedy.token}`, 'content-type': 'audio/wav' },
      payload: Buffer.from('RIFF'),
    })
    assert.deepEqual([sound.statusCode, sound.json().code], [503, 'pictures_busy'])
    const { object_key } = (
      await world.post('/api/v1/me/avatar/presign', greedy.token, { content_type: 'image/png' })
    ).json()
    const avatar = await world.post('/api/v1/me/avatar/complete', greedy.token, { object_key })
    assert.deepEqual([avatar.statusCode, avatar.json().code], [503, 'pictures_busy'])
    const answers = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    assert.deepEqual([answers.filter((status) => status === 200).length, answers.length], [16, 17])
    assert.deepEqual(await waitingFiles(world), [])
  })
})
