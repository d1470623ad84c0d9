import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startFakeVllmOmni } from '../../../acceptance/fakes/vllm-omni.ts'
import { hasEnded, inspectUntil } from '../testing/contracts/engine-contract.ts'
import { start, using } from '../testing/neighbours/gpu-servers.ts'
import { inTime } from '../testing/until.ts'
import { EngineError } from './engines.ts'
import { createOpenaiVideosEngine, type OpenaiVideosOptions } from './openai-videos.ts'

// vLLM-Omni: forms only, failed jobs with the status of their error, and a delete that drops the record before the GPU is done.

async function open(t: TestContext, more: Partial<OpenaiVideosOptions> = {}) {
  const fake = await using(t, startFakeVllmOmni())
  const make = () =>
    createOpenaiVideosEngine({
      name: 'gpu-1',
      dialect: 'vllm-omni',
      server: { url: fake.url, headers: {} },
      models: new Map([['wan', { upstream: null, extra: {} }]]),
      ...more,
    })
  return { fake, make, engine: make() }
}

for (const envelope of ['error', 'detail'] as const) {
  test(`vllm-omni: a job that is unknown is lost, and a refusal is read, when errors come as {${envelope}}`, async (t) => {
    const { fake, engine } = await open(t)
    fake.error_envelope = envelope
    const operation = await start(engine)
    fake.restart()
    assert.equal((await engine.inspect(operation, inTime())).status, 'lost')
    const wrong = createOpenaiVideosEngine({
      name: 'gpu-1',
      dialect: 'sglang', // which says its own name of the job as the model
      server: { url: fake.url, headers: {} },
      models: new Map([['wan', { upstream: null, extra: {} }]]),
    })
    await assert.rejects(start(wrong), { name: 'EngineError', code: 'invalid_params' })
  })
}

test('vllm-omni: a job that failed is failed and no outage, whatever the status of the answer', async (t) => {
  const { fake, engine } = await open(t)
  const failed = async (code: number, text: string) => {
    fake.fail_code = code
    fake.fail_with = text
    const state = (await inspectUntil(engine, await start(engine), hasEnded)).at(-1)!
    assert.ok(state.status === 'failed')
    assert.ok(!state.error.message.includes(text), 'its words are for operators')
    assert.ok(String(state.error.cause).includes(text))
    return [state.error.code, state.error.fault, state.error.retry]
  }
  const sizes = '`height` and `width` have to be divisible by 16 but are 481 and 832.'
  assert.deepEqual(await failed(400, sizes), ['invalid_params', 'request', false])
  assert.deepEqual(await failed(500, 'worker died'), ['engine_error', 'engine', true])
  assert.deepEqual(await failed(504, 'too late'), ['timeout', 'engine', true])
  assert.deepEqual(await failed(500, 'CUDA out of memory'), ['out_of_memory', 'engine', true])
})

test('vllm-omni: a job that waits is waiting, in builds that tell it', async (t) => {
  const { fake, engine } = await open(t)
  fake.late_in_progress = true
  fake.job_ms = 60_000
  const first = await start(engine)
  const second = await start(engine)
  await inspectUntil(engine, first, ({ status }) => status === 'running')
  assert.equal((await engine.inspect(second, inTime())).status, 'waiting')
  assert.equal(await engine.cancel(second, inTime()), 'stopped')
  fake.job_ms = 0
  await inspectUntil(engine, first, hasEnded)
  assert.equal(fake.gpu.waiting, 0)
  assert.equal(fake.gpu.current, null, 'what was cancelled while it waited never runs')
})

test('vllm-omni: what is cancelled while it runs may still compute, unseen, as every process knows', async (t) => {
  const { fake, make, engine } = await open(t)
  fake.job_ms = 60_000
  const operation = await start(engine)
  await inspectUntil(engine, operation, ({ status }) => status === 'running')
  fake.delete_conflicts = 1
  assert.equal(await engine.cancel(operation, inTime()), 'still_busy', 'the server was not able to')
  assert.deepEqual(fake.deleted, [])
  assert.equal(await engine.cancel(operation, inTime()), 'unseen')
  assert.equal(fake.deleted.length, 1)
  assert.notEqual(fake.gpu.current, null)
  assert.equal(await make().cancel(operation, inTime()), 'unseen')
  assert.equal((await make().inspect(operation, inTime())).status, 'lost')
})

test('vllm-omni: a percentage is shown as progress, once there is one', async (t) => {
  const { fake, engine } = await open(t)
  fake.job_ms = 30_000
  const operation = await start(engine)
  await inspectUntil(engine, operation, ({ status }) => status === 'running')
  const [record] = fake.records.values()
  record!['progress'] = 33
  const state = await engine.inspect(operation, inTime())
  assert.deepEqual(state, { status: 'running', progress: 0.33 })
})

test('vllm-omni: a dead engine behind a server that answers is away', async (t) => {
  const { fake, engine } = await open(t)
  fake.dead = true
  await assert.rejects(engine.capabilities(inTime()), { name: 'EngineError', code: 'unavailable' })
})

test('vllm-omni: the model is not sent, since any other name than its own is refused', async (t) => {
  const { fake, engine } = await open(t)
  await start(engine)
  assert.equal('model' in fake.submitted[0]!, false)
})

test('vllm-omni: a start without an answer takes no job of another prompt or size, no older one, and none of two alike', async (t) => {
  const { fake, engine } = await open(t)
  await inspectUntil(engine, await start(engine), hasEnded)
  const [known] = fake.records.values()
  const mayRun = (error: unknown) => error instanceof EngineError && error.mayRun
  const meanwhile = (fields: object) => {
    const id = `video_gen_${fake.records.size}`
    fake.on_submit = () => fake.records.set(id, { ...known!, id, ...fields })
  }

  fake.drop_submits = true
  await assert.rejects(start(engine), mayRun, 'not the one of before either')
  const created_at = Number(known!['created_at'])
  for (const fields of [{ prompt: 'a blue fox' }, { size: '64x64' }, { created_at: created_at - 10 }]) {
    meanwhile(fields)
    await assert.rejects(start(engine), mayRun)
  }

  fake.drop_submits = false
  fake.lose_submit_answer = true
  meanwhile({})
  await assert.rejects(start(engine), mayRun, 'one of the two is a stranger’s')
})

test('vllm-omni: a start without an answer takes no job that this engine has started for another task', async (t) => {
  const { fake, engine } = await open(t)
  fake.on_submit = async () => {
    fake.on_submit = null
    await start(engine)
    fake.drop_submits = true
  }
  await assert.rejects(start(engine), (error: unknown) => error instanceof EngineError && error.mayRun)
  assert.equal(fake.records.size, 1)
})
