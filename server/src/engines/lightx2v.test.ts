import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Compile } from 'typebox/compile'
import { startFakeLightx2v } from '../../../acceptance/fakes/lightx2v.ts'
import { hasEnded, inspectUntil, testEngineContract } from '../testing/contracts/engine-contract.ts'
import {
  download,
  makePicture,
  smallRequest,
  start,
  testClock,
  using,
} from '../testing/neighbours/gpu-servers.ts'
import { inTime } from '../testing/until.ts'
import { EngineError } from './engines.ts'
import { createLightx2vEngine, Lightx2vModelEntry, type Lightx2vOptions } from './lightx2v.ts'

async function open(t: TestContext, more: Partial<Lightx2vOptions> = {}) {
  const fake = await using(t, startFakeLightx2v())
  const models: Lightx2vOptions['models'] = new Map([
    ['wan', { task: 't2v', model_cls: 'wan2.2_moe', resize_mode: 'adaptive' }],
    ['wan-image', { task: 'i2v', model_cls: null, resize_mode: 'fixed_shape' }],
  ])
  const make = (other: Partial<Lightx2vOptions> = {}) =>
    createLightx2vEngine({ name: 'gpu-1', server: { url: fake.url, headers: {} }, models, ...more, ...other })
  return { fake, make, engine: make() }
}

testEngineContract('lightx2v', async (t) => {
  const { engine } = await open(t)
  return { engine, request: smallRequest, slow_request: { ...smallRequest, frames: 33 } }
})

test('lightx2v: every field stands in every task, so that nothing of an earlier one remains', async (t) => {
  const { fake, engine } = await open(t)
  const image = makePicture()
  await start(engine, { model: 'wan-image', mode: 'image-to-video', image, frames: 9, fps: 8 })
  await start(engine, { negative_prompt: null })
  const { task_id: _, ...used } = fake.used[1]!
  assert.deepEqual(used, {
    prompt: 'a red fox in snow',
    negative_prompt: '',
    image_path: '',
    last_frame_path: '',
    audio_path: '',
    video_path: '',
    seed: 42,
    target_shape: [64, 96],
    target_video_length: 5,
    target_fps: 16,
    resize_mode: 'adaptive',
    infer_steps: 4,
  })
  const sent = String(fake.submitted[0]!['image_path'])
  assert.ok(Buffer.from(sent.replace(/^data:image\/png;base64,/, ''), 'base64').equals(image))
})

test('lightx2v: a sound is sent as bytes to a server of the task s2v, with the length of the video, and to no other', async (t) => {
  const models: Lightx2vOptions['models'] = new Map([
    ['talk', { task: 's2v', model_cls: null, resize_mode: 'adaptive' }],
    ['wan', { task: 't2v', model_cls: null, resize_mode: 'adaptive' }],
  ])
  const { fake, engine } = await open(t, { models })
  const { offers } = await engine.capabilities(inTime())
  assert.deepEqual(
    offers.find(({ model }) => model === 'talk'),
    { model: 'talk', modes: ['image-to-video'] },
  )
  const audio = Buffer.from('RIFF....WAVE')
  const talk = { model: 'talk', mode: 'image-to-video' as const, image: makePicture(), frames: 49, fps: 16 }
  await start(engine, { ...talk, audio })
  const { audio_path, video_duration, target_video_length } = fake.submitted[0]!
  assert.equal(audio_path, `data:audio/wav;base64,${audio.toString('base64')}`)
  assert.deepEqual([video_duration, target_video_length], [3, undefined])
  await assert.rejects(start(engine, talk), { code: 'invalid_params', fault: 'request' })
  await assert.rejects(start(engine, { audio }), { code: 'unsupported', fault: 'model' })
})

test('lightx2v: a start whose answer is lost is found and not started again', async (t) => {
  const { fake, engine } = await open(t)
  fake.lose_submit_answer = true
  const operation = await start(engine, {}, 'attempt-1')
  assert.deepEqual(operation, engine.operationFor('attempt-1'))
  assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
  assert.equal(fake.submitted.length, 1)
})

test('lightx2v: a start that never arrived may run, for all we know', async (t) => {
  const { fake, engine } = await open(t)
  fake.drop_submits = true
  await assert.rejects(start(engine), (error: unknown) => error instanceof EngineError && error.mayRun)
})

test('lightx2v: a name that is taken is an earlier start of the same attempt; a full queue is not', async (t) => {
  const { fake, engine, make } = await open(t)
  fake.stuck = true
  const first = await start(engine, {}, 'attempt-1')
  assert.deepEqual(await start(make(), {}, 'attempt-1'), first)
  fake.max_queue_size = 1
  await assert.rejects(start(engine, {}, 'attempt-2'), {
    name: 'EngineError',
    code: 'queue_full',
    retry: true,
  })
  assert.equal((await engine.inspect(engine.operationFor('attempt-2')!, inTime())).status, 'lost')
})

test('lightx2v: a name that is no plain word becomes one, and stays inside the folder of the server', async (t) => {
  const { fake, engine } = await open(t)
  const operation = await start(engine, {}, '../../etc/passwd')
  assert.match(String(fake.submitted[0]!['task_id']), /^[0-9a-f]{64}$/)
  await inspectUntil(engine, operation, hasEnded)
})

test('lightx2v: what is cancelled while it runs keeps its slot until the GPU is done, and stays cancelled when it says completed', async (t) => {
  const { fake, engine, make } = await open(t)
  fake.job_ms = 60_000
  const operation = await start(engine)
  await inspectUntil(engine, operation, ({ status }) => status === 'running')
  assert.equal(await engine.cancel(operation, inTime()), 'still_busy')
  assert.equal((await engine.inspect(operation, inTime())).status, 'running')
  assert.equal(await make().cancel(operation, inTime()), 'still_busy', 'another process sees it as well')

  fake.job_ms = 0
  const states = await inspectUntil(engine, operation, hasEnded)
  assert.equal(states.at(-1)?.status, 'lost')
  assert.equal(fake.gpu.current, null)
  assert.equal(fake.statusOf(operation['task_id'] as string), 'completed')
  assert.equal(await engine.cancel(operation, inTime()), 'stopped')
  await assert.rejects(engine.fetch(operation, inTime()), { code: 'result_gone' })
})

test('lightx2v: what is cancelled while it waits never runs, and what runs is left alone', async (t) => {
  const { fake, engine } = await open(t)
  fake.job_ms = 60_000
  const first = await start(engine)
  const second = await start(engine)
  assert.equal((await engine.inspect(second, inTime())).status, 'waiting')
  assert.equal(await engine.cancel(second, inTime()), 'stopped')
  fake.job_ms = 0
  assert.equal((await inspectUntil(engine, first, hasEnded)).at(-1)?.status, 'succeeded')
  assert.equal((await engine.inspect(second, inTime())).status, 'lost')
  assert.ok(fake.requests.every((request) => !request.includes('all/running')))
})

test('lightx2v: a task that the server knows no more is lost, and a proxy’s own 404 says nothing', async (t) => {
  const { fake, engine } = await open(t)
  const operation = await start(engine)
  for (const status of [404, 502]) {
    fake.broken_with = status
    await assert.rejects(engine.inspect(operation, inTime()), { name: 'EngineError', code: 'unavailable' })
  }
  fake.broken_with = null
  fake.restart()
  assert.equal((await engine.inspect(operation, inTime())).status, 'lost')
  assert.equal(await engine.cancel(operation, inTime()), 'stopped')
})

test('lightx2v: a failed task tells why in our words, and keeps the server’s for operators', async (t) => {
  const { fake, engine } = await open(t)
  const failed = async (error: string, error_type: string) => {
    fake.fail_with = { error, error_type }
    const state = (await inspectUntil(engine, await start(engine), hasEnded)).at(-1)!
    assert.ok(state.status === 'failed')
    assert.doesNotMatch(state.error.message, /srv/)
    assert.match(String(state.error.cause), /srv/)
    return state.error.code
  }
  assert.equal(await failed('allocation failed in /srv/x.py', 'OutOfMemoryError'), 'out_of_memory')
  assert.equal(await failed('no attribute in /srv/x.py', 'AttributeError'), 'engine_error')
})

test('lightx2v: a refusal that hides in a 500 is the request’s fault, and a plain 500 the engine’s', async (t) => {
  const { fake, engine } = await open(t)
  const refused = async (text: string) => {
    fake.refuse_submit_with = text
    const error = await start(engine).then(
      () => assert.fail('it was taken'),
      (reason: unknown) => reason as EngineError,
    )
    return [error.code, error.fault]
  }
  assert.deepEqual(await refused('400: Image URL is not accessible: x'), ['input_rejected', 'request'])
  assert.deepEqual(await refused('400: no such shape'), ['invalid_params', 'request'])
  assert.deepEqual(await refused('no space left on device'), ['engine_error', 'engine'])
  fake.refuse_submit_with = null
  await assert.rejects(start(engine, { seed: 1.5 }), { code: 'invalid_params', fault: 'request' })
})

test('lightx2v: a download that breaks off may start over, and gives the whole file', async (t) => {
  const { fake, engine } = await open(t)
  const operation = await start(engine)
  await assert.rejects(engine.fetch(operation, inTime()), { code: 'result_gone' })
  await inspectUntil(engine, operation, hasEnded)
  fake.short_result = true
  await assert.rejects(download(engine, operation), { name: 'EngineError', code: 'unavailable' })
  fake.short_result = false
  assert.ok((await download(engine, operation)).includes('moov'))
})

test('lightx2v: a task that hangs fails, and nothing is offered until it ends or the server is new', async (t) => {
  const clock = testClock()
  const { fake, engine } = await open(t, { hung_after_s: 60, clock: clock.now })
  fake.stuck = true
  const operation = await start(engine)
  const waiting = await start(engine)
  await inspectUntil(engine, operation, ({ status }) => status === 'running')
  assert.equal((await engine.inspect(waiting, inTime())).status, 'waiting')
  clock.pass(59)
  assert.equal((await engine.inspect(operation, inTime())).status, 'running')
  clock.pass(2)
  const state = await engine.inspect(operation, inTime())
  assert.ok(state.status === 'failed' && state.error.code === 'timeout' && state.error.retry)
  assert.equal((await engine.inspect(waiting, inTime())).status, 'waiting', 'it waits behind the other')
  const { offers, problems } = await engine.capabilities(inTime())
  assert.deepEqual(offers, [])
  assert.match(problems[0]!.message, /hangs/)
  fake.restart()
  assert.equal((await engine.capabilities(inTime())).offers.length, 2)
})

test('lightx2v: what is cancelled and hangs gives its slot back in the end', async (t) => {
  const clock = testClock()
  const { fake, engine } = await open(t, { hung_after_s: 60, clock: clock.now })
  fake.stuck = true
  const operation = await start(engine)
  await inspectUntil(engine, operation, ({ status }) => status === 'running')
  await engine.cancel(operation, inTime())
  assert.equal((await engine.inspect(operation, inTime())).status, 'running')
  clock.pass(61)
  assert.equal((await engine.inspect(operation, inTime())).status, 'failed')
})

test('lightx2v: the server offers what its entry says, and what is wrong is told with what to do', async (t) => {
  const { fake, engine, make } = await open(t)
  assert.deepEqual((await engine.capabilities(inTime())).offers, [
    { model: 'wan', modes: ['text-to-video'] },
    { model: 'wan-image', modes: ['image-to-video'] },
  ])
  fake.model_cls = 'seedvr2'
  const other = await engine.capabilities(inTime())
  assert.deepEqual(
    other.offers.map(({ model }) => model),
    ['wan-image'],
  )
  assert.match(other.problems[0]!.message, /runs seedvr2 and not wan2\.2_moe/)

  const models: Lightx2vOptions['models'] = new Map([
    ['wan-last', { task: 'flf2v', model_cls: null, resize_mode: 'adaptive' }],
  ])
  const last = await make({ models }).capabilities(inTime())
  assert.deepEqual(last.offers, [])
  assert.match(last.problems[0]!.message, /last frame/)

  fake.key = 'a-key'
  const closed = await engine.capabilities(inTime())
  assert.deepEqual([closed.offers, closed.problems[0]!.model], [[], null])
  assert.match(closed.problems[0]!.remedy, /key_variable/)
})

test('lightx2v: a server that does not answer is away within a few seconds', async (t) => {
  const { fake, engine } = await open(t)
  fake.hanging = true
  const asked = engine.capabilities(AbortSignal.timeout(8_000))
  await assert.rejects(asked, { name: 'EngineError', code: 'unavailable' })
})

test('lightx2v: what can’t be made is refused before anything is sent', async (t) => {
  const { fake, engine } = await open(t)
  const refused = { name: 'EngineError', retry: false }
  await assert.rejects(start(engine, { last_image: makePicture() }), { ...refused, code: 'unsupported' })
  await assert.rejects(start(engine, { mode: 'image-to-video' }), { ...refused, code: 'invalid_params' })
  const image = Buffer.from('GIF89a')
  await assert.rejects(start(engine, { mode: 'image-to-video', image }), {
    ...refused,
    code: 'input_rejected',
  })
  await assert.rejects(start(engine, { model: 'unknown' }), { code: 'model_missing' })
  assert.equal(fake.submitted.length, 0)
})

test('lightx2v: an entry names the task, and nothing that the server has no word for', () => {
  const entry = Compile(Lightx2vModelEntry)
  assert.ok(entry.Check({ task: 'i2v', model_cls: 'wan2.2_moe', resize_mode: 'fixed_shape' }))
  for (const wrong of [
    {},
    { task: 'sr' },
    { task: 't2v', resize_mode: 'x' },
    { task: 't2v', video_path: '/x' },
  ])
    assert.equal(entry.Check(wrong), false)
})
