import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ApiError, type Client, downloadResult, type Schema } from '@clipwright/client'
import { createMaker, installProduct, waitForEnd } from './lib/product.ts'
import { beginsWithIndex, frameHashes, inspectVideo } from './lib/video.ts'

test('a prompt becomes a video that is its own, and the same again for the same seed', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)

  const make = async (
    input: Schema<'TaskCreate'>,
  ): Promise<{ path: string; bytes: Buffer; task: Schema<'TaskOut'> }> => {
    const { task_id } = await maker.POST('/api/v1/video/generate', { body: input })
    const task = await waitForEnd(maker, task_id)
    assert.equal(task.status, 'completed', JSON.stringify(task.error))
    const response = await downloadResult(maker, task_id)
    const bytes = Buffer.from(await new Response(response.body).arrayBuffer())
    const path = join(product.data_dir, `${task_id}.mp4`)
    await writeFile(path, bytes)
    return { path, bytes, task }
  }
  const prompt = 'a red balloon drifts over a calm sea at sunset'
  const first = await make({ prompt, duration_seconds: 2, seed: 7 })
  const { stream, tags } = await inspectVideo(first.path)
  assert.deepEqual(
    [stream.codec_name, stream.profile, stream.pix_fmt, stream.width, stream.height, stream.avg_frame_rate],
    ['h264', 'High', 'yuv420p', 832, 480, '16/1'],
  )
  assert.equal(Number(stream.nb_frames), 33)
  assert.ok(Math.abs(Number(stream.duration) - 2) <= 1 / 16 + 1e-6, 'within a frame of what was asked')
  assert.ok(beginsWithIndex(first.bytes))
  assert.match(tags['comment'] ?? '', /procedural preview, no AI model/i)

  const again = await make({ prompt, duration_seconds: 2, seed: 7 })
  assert.deepEqual(await frameHashes(again.path), await frameHashes(first.path))
  const other = await make({ prompt: '雪山上的极光', duration_seconds: 1, seed: 7, aspect_ratio: '9:16' })
  const otherFrames = await frameHashes(other.path)
  assert.equal(otherFrames.length, 17)
  assert.equal((await inspectVideo(other.path)).stream.height, 832)
  const reseeded = await make({ prompt, duration_seconds: 1, seed: 8 })
  assert.notDeepEqual((await frameHashes(reseeded.path))[0], (await frameHashes(first.path))[0])

  const me = await maker.GET('/api/v1/me')
  assert.deepEqual([me.balance, me.balance_held], [10_000 - 20 - 20 - 10 - 10, 0])
  await checkLink(maker, product.url, first.task.task_id, first.bytes)
})

/** The link to a result: open to anybody who has it, and to nothing else. */
async function checkLink(maker: Client, url: string, task_id: string, bytes: Buffer): Promise<void> {
  const answer = await maker.open(`/api/v1/result/${task_id}`)
  assert.equal(answer.status, 302)
  const link = new URL(answer.headers.get('location')!, url)
  const part = await fetch(link, { headers: { range: 'bytes=4-7' } })
  assert.deepEqual(
    [part.status, part.headers.get('content-type'), await part.text()],
    [206, 'video/mp4', 'ftyp'],
  )
  assert.equal(part.headers.get('content-range'), `bytes 4-7/${bytes.length}`)
  for (const name of link.searchParams.keys()) {
    const changed = new URL(link)
    changed.searchParams.set(name, `${changed.searchParams.get(name)!}0`)
    assert.equal((await fetch(changed)).status, 403, name)
  }
  const stranger = await createMaker(url)
  await assert.rejects(
    stranger.open(`/api/v1/result/${task_id}`),
    (error) => error instanceof ApiError && error.status === 404 && error.code === 'task_not_found',
  )
}

test('without enough money nothing is queued, and the answer says how much is missing', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url, 49)
  await assert.rejects(
    maker.POST('/api/v1/video/generate', { body: { prompt: 'a calm sea' } }),
    (error) =>
      error instanceof ApiError &&
      error.status === 402 &&
      error.code === 'insufficient_balance' &&
      (error.body as { required: number })['required'] === 50 &&
      (error.body as { available: number })['available'] === 49,
  )
  assert.equal((await maker.GET('/api/v1/tasks')).total, 0)
})
