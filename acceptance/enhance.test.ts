import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Client, downloadResult, waitForTask } from '@clipwright/client'
import { createMaker, installProduct, makeVideo, type Product, until } from './lib/product.ts'
import { inspectVideo } from './lib/video.ts'

const path = (task_id: string) => ({ params: { path: { task_id } } })

async function download(product: Product, maker: Client, task_id: string): Promise<string> {
  const file = join(product.data_dir, `${task_id}.mp4`)
  const response = await downloadResult(maker, task_id)
  await writeFile(file, Buffer.from(await new Response(response.body).arrayBuffer()))
  return file
}

/** The processes that make a video of this product larger: known by their environment, whoever is their parent now. */
async function enhancing({ data_dir }: Product): Promise<string[]> {
  const read = (pid: string, what: string) => readFile(`/proc/${pid}/${what}`, 'latin1').catch(() => '')
  const isOurs = async (pid: string): Promise<boolean> =>
    (await read(pid, 'environ')).includes(`DATA_DIR=${data_dir}\0`) &&
    /ffmpeg|worker\.ts/.test(await read(pid, 'cmdline'))
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(isOurs))
  return pids.filter((_, i) => found[i])
}

/** What lies in the data folder only while a video is enhanced. */
async function unfinished({ data_dir }: Product): Promise<string[]> {
  const folders = ['upscale', 'receiving'].map((name) => readdir(join(data_dir, name)).catch(() => []))
  return (await Promise.all(folders)).flat()
}

const isEmpty = (list: string[]): boolean => list.length === 0

test('a finished video becomes larger and sharper, frame for frame, with a report, and is paid once', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url, 10_000)
  const source = await makeVideo(maker, 2)
  const { balance } = await maker.GET('/api/v1/me')
  const made = await maker.POST('/api/v1/tasks/{task_id}/enhance', {
    ...path(source),
    body: { target: '1080p' },
  })
  const task = await waitForTask(maker, made.task_id, { timeout_ms: 400_000 })
  assert.equal(task.status, 'completed', JSON.stringify(task.error))
  assert.deepEqual(
    [task.model, task.parent_task_id, task.params.upscaler, task.cost],
    ['enhance', source, 'onnx', 8],
  )
  assert.equal((await maker.GET('/api/v1/me')).balance, balance - 8)

  const [before, after] = [
    await inspectVideo(await download(product, maker, source)),
    await inspectVideo(await download(product, maker, made.task_id)),
  ]
  assert.deepEqual([after.stream.width, after.stream.height], [1872, 1080])
  for (const fact of ['nb_frames', 'avg_frame_rate', 'duration', 'codec_name', 'pix_fmt'] as const)
    assert.equal(after.stream[fact], before.stream[fact], fact)
  const recipe = JSON.parse(after.tags['recipe'] ?? '{}') as { prompt: string; seed: number; model: string }
  assert.deepEqual(
    [recipe.prompt, recipe.seed, recipe.model],
    ['a red balloon drifts over a calm sea at sunset', 7, 'preview'],
  )

  const report = (await maker.GET('/api/v1/tasks/{task_id}/report', path(made.task_id))) as unknown as {
    upscaler: string
    quality: { psnr_y_db: number; ssim: number; flicker_index: number | null }
  }
  assert.equal(report.upscaler, 'onnx')
  assert.ok(report.quality.psnr_y_db > 35 && report.quality.ssim > 0.95, JSON.stringify(report))
  t.diagnostic(JSON.stringify(report.quality))
  assert.deepEqual(new Set(Object.values(JSON.parse(await product.command('reconcile')))), new Set([0]))
})

test('kill -9 in the middle of it: the next attempt finishes, the money is right, nothing is left; nor by a cancel, which gives it back', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url, 10_000)
  const source = await makeVideo(maker, 3)
  const { balance } = await maker.GET('/api/v1/me')
  const { task_id } = await maker.POST('/api/v1/tasks/{task_id}/enhance', {
    ...path(source),
    body: { target: '1080p' },
  })
  const inTheMiddle = (id: string) =>
    until(
      () => maker.GET('/api/v1/tasks/{task_id}', path(id)),
      ({ progress }) => (progress ?? 0) > 0.1,
      60_000,
    )
  await inTheMiddle(task_id)
  assert.ok((await enhancing(product)).length >= 3, 'a worker and two ffmpegs')
  await product.kill()
  await until(() => enhancing(product), isEmpty, 2_000)
  const left = await unfinished(product)
  assert.ok(left.some((name) => name.endsWith('.part.mp4')) && left.length >= 2, left.join())
  await product.start()
  assert.equal((await waitForTask(maker, task_id, { timeout_ms: 400_000 })).status, 'completed')
  const { items } = await maker.GET('/api/v1/tasks/{task_id}/attempts', path(task_id))
  assert.deepEqual(new Set(items.map(({ outcome }) => outcome)), new Set(['lost', 'completed']))
  assert.equal((await maker.GET('/api/v1/me')).balance, balance - 12)
  await until(() => unfinished(product), isEmpty)

  const other = await makeVideo(maker, 3)
  const before = (await maker.GET('/api/v1/me')).balance
  const sub = await maker.POST('/api/v1/tasks/{task_id}/enhance', { ...path(other), body: null })
  await inTheMiddle(sub.task_id)
  await maker.POST('/api/v1/tasks/{task_id}/cancel', path(sub.task_id))
  assert.equal((await maker.GET('/api/v1/me')).balance, before)
  await until(() => enhancing(product), isEmpty, 5_000)
  await until(() => unfinished(product), isEmpty)
  assert.deepEqual(new Set(Object.values(JSON.parse(await product.command('reconcile')))), new Set([0]))
})
