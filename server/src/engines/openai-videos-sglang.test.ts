import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { type FakeFastvideo, startFakeFastvideo } from '../../../acceptance/fakes/fastvideo.ts'
import { type FakeSglang, startFakeSglang } from '../../../acceptance/fakes/sglang.ts'
import { hasEnded, inspectUntil } from '../testing/contracts/engine-contract.ts'
import { download, makePicture, smallRequest, start, using } from '../testing/neighbours/gpu-servers.ts'
import { inTime } from '../testing/until.ts'
import { EngineError, type Mode, type OperationState } from './engines.ts'
import { createOpenaiVideosEngine, type OpenaiVideosModel } from './openai-videos.ts'
import { cleanUp } from '../testing/clean-up.ts'

// SGLang and FastVideo: no sign of life until the end, no way to stop, and our own name of a job in its record.

function engineFor(
  fake: FakeSglang | FakeFastvideo,
  model: Partial<OpenaiVideosModel> = {},
  headers: Record<string, string> = {},
) {
  return createOpenaiVideosEngine({
    name: 'gpu-1',
    dialect: 'task_type' in fake ? 'sglang' : 'fastvideo',
    server: { url: fake.url, headers },
    models: new Map([['wan', { upstream: null, extra: {}, ...model }]]),
  })
}

for (const [dialect, startFake] of [
  ['sglang', startFakeSglang],
  ['fastvideo', startFakeFastvideo],
] as const) {
  const open = async (t: TestContext) => {
    const fake = await using<FakeSglang | FakeFastvideo>(t, startFake())
    return { fake, engine: engineFor(fake) }
  }

  test(`${dialect}: a job that says queued is running, with no progress to show`, async (t) => {
    const { fake, engine } = await open(t)
    if ('progress' in fake) fake.progress = null // as in versions that never tell that a job runs
    fake.job_ms = 60_000
    const operation = await start(engine)
    const state = await engine.inspect(operation, inTime())
    assert.deepEqual(state, { status: 'running', progress: null })
  })

  test(`${dialect}: what is cancelled keeps its record and its slot until the GPU is done, and is deleted then`, async (t) => {
    const { fake, engine } = await open(t)
    fake.job_ms = 60_000
    const operation = await start(engine)
    assert.equal(await engine.cancel(operation, inTime()), 'still_busy')
    assert.deepEqual(fake.deleted, [])
    assert.notEqual(fake.gpu.current, null)
    fake.job_ms = 0
    await inspectUntil(engine, operation, hasEnded)
    assert.equal(fake.gpu.current, null)
    assert.equal(await engine.cancel(operation, inTime()), 'stopped')
    assert.equal(fake.deleted.length, 1)
    assert.equal((await engine.inspect(operation, inTime())).status, 'lost')
  })

  test(`${dialect}: another process finds a job by what was known before its start`, async (t) => {
    const { fake, engine } = await open(t)
    fake.lose_submit_answer = true
    const foreseen = engine.operationFor('attempt-1')!
    await start(engine, {}, 'attempt-1')
    const elsewhere = engineFor(fake)
    assert.equal((await inspectUntil(elsewhere, foreseen, hasEnded)).at(-1)?.status, 'succeeded')
    assert.deepEqual(await start(elsewhere, {}, 'attempt-1'), foreseen)
    assert.equal(fake.submitted.length, 1)
  })

  test(`${dialect}: starts with one key at the same time are one job`, async (t) => {
    const { fake, engine } = await open(t)
    await Promise.all([1, 2, 3].map(() => start(engine, {}, 'attempt-1')))
    assert.equal(fake.submitted.length, 1)
  })

  test(`${dialect}: a job of a stranger is never taken for ours, whatever its size and time`, async (t) => {
    const { fake, engine } = await open(t)
    const theirs = engineFor(fake)
    const first = await start(theirs)
    await inspectUntil(theirs, first, hasEnded)
    const foreseen = engine.operationFor('attempt-1')!
    assert.equal((await engine.inspect(foreseen, inTime())).status, 'lost')
    assert.equal(await engine.cancel(foreseen, inTime()), 'stopped')
    await engine.forget(foreseen)
    assert.deepEqual(fake.deleted, [])
  })

  test(`${dialect}: a job is found behind a hundred newer ones`, async (t) => {
    const { fake, engine } = await open(t)
    const operation = await start(engine)
    const [record] = fake.records.values()
    for (let n = 0; n < 150; n++) fake.records.set(`other-${n}`, { ...record!, id: `other-${n}`, model: 'x' })
    assert.equal((await engineFor(fake).inspect(operation, inTime())).status, 'running')
  })

  test(`${dialect}: a server that takes no model but its own still works, by its own name of a job`, async (t) => {
    const { fake, engine } = await open(t)
    fake.refuse_model = true
    for (const starts of [1, 2]) {
      const operation = await start(engine)
      assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
      assert.equal(fake.submitted.length, starts)
    }
    assert.equal(engine.operationFor('attempt-9'), undefined)
    await assert.rejects(start(engine, { width_px: -1 }), { code: 'invalid_params' })
  })

  test(`${dialect}: a server that does not repeat our name of a job still works, by its own`, async (t) => {
    const { fake, engine } = await open(t)
    const run = async () => {
      const operation = await start(engine)
      assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
      return operation
    }
    fake.hide_model = true
    await run()
    assert.equal(engine.operationFor('attempt-9'), undefined)
    const operation = await run()
    assert.equal((await engineFor(fake).inspect(operation, inTime())).status, 'succeeded')
  })
}

test('fastvideo: no second job runs beside the first, not even one that is cancelled', async (t) => {
  const fake = await using(t, startFakeFastvideo())
  const engine = engineFor(fake)
  fake.job_ms = 60_000
  const operation = await start(engine)
  await assert.rejects(start(engineFor(fake)), { code: 'queue_full', retry: true })
  assert.equal(await engine.cancel(operation, inTime()), 'still_busy')
  await assert.rejects(start(engine), { code: 'queue_full' })
  fake.job_ms = 0
  await inspectUntil(engine, operation, hasEnded)
  await inspectUntil(engine, await start(engine), hasEnded)
  assert.equal(fake.running_at_once_max, 1)
})

test("sglang: the kind of the server's model decides which modes are offered", async (t) => {
  const fake = await using(t, startFakeSglang())
  const offered = async (modes?: Mode[]) => {
    const { offers, problems } = await engineFor(fake, modes ? { modes } : {}).capabilities(inTime())
    return { modes: offers[0]?.modes, problem: problems[0]?.message, remedy: problems[0]?.remedy }
  }
  assert.deepEqual((await offered()).modes, ['text-to-video', 'image-to-video'])
  assert.deepEqual((await offered(['image-to-video'])).modes, ['image-to-video'])
  fake.task_type = 'T2V'
  assert.deepEqual((await offered()).modes, ['text-to-video'])
  const wrong = await offered(['text-to-video', 'image-to-video'])
  assert.equal(wrong.modes, undefined)
  assert.match(wrong.problem!, /of the kind T2V and can't make image-to-video/)
  assert.match(wrong.remedy!, /image-to-video/)
})

test('sglang: what the running model can do counts, and not what its pipeline could', async (t) => {
  const fake = await using(t, startFakeSglang())
  const capabilities = (modes?: Mode[]) => engineFor(fake, modes ? { modes } : {}).capabilities(inTime())
  fake.task_type = 'TI2V'
  fake.supported_task_types = ['T2V']
  assert.deepEqual((await capabilities()).offers[0]?.modes, ['text-to-video'])
  const { offers, problems } = await capabilities(['image-to-video'])
  assert.deepEqual(offers, [])
  assert.match(problems[0]!.message, /of the kind T2V and can't make image-to-video/)
  fake.supported_task_types = ['T2V', 'I2V']
  assert.deepEqual((await capabilities()).offers[0]?.modes, ['text-to-video', 'image-to-video'])
})

test('sglang: a server without a version is asked for it once, and again after it was away', async (t) => {
  const fake = await using(t, startFakeSglang())
  fake.has_server_info = false
  const engine = engineFor(fake)
  const asked = () => fake.requests.filter((request) => request === 'GET /server_info').length
  for (let times = 0; times < 3; times++) {
    const { offers, problems, version } = await engine.capabilities(inTime())
    assert.deepEqual([offers.length, problems, version], [1, [], null])
  }
  assert.equal(asked(), 1)
  fake.broken_with = 502
  await assert.rejects(engine.capabilities(inTime()), { code: 'unavailable' })
  fake.broken_with = null
  fake.has_server_info = true
  assert.equal((await engine.capabilities(inTime())).version, '0.5.9')
})

test('sglang: the percentage that a job tells is its progress', async (t) => {
  const fake = await using(t, startFakeSglang())
  const engine = engineFor(fake)
  fake.job_ms = 60_000
  fake.progress = 35
  const operation = await start(engine)
  const isPartly = (state: OperationState) => state.status === 'running' && state.progress === 0.35
  await inspectUntil(engine, operation, isPartly)
})

test('sglang: the version is told, for operators', async (t) => {
  const fake = await using(t, startFakeSglang())
  assert.equal((await engineFor(fake).capabilities(inTime())).version, '0.5.9')
})

test("sglang: a mode that the server's model lacks is the operator's fault and not tried again", async (t) => {
  const fake = await using(t, startFakeSglang())
  fake.task_type = 'T2V'
  const image = makePicture()
  const refused = { code: 'unsupported', fault: 'model', retry: false }
  await assert.rejects(start(engineFor(fake), { mode: 'image-to-video', image }), refused)
  fake.task_type = 'I2V'
  await assert.rejects(start(engineFor(fake)), refused)
})

test("sglang: a refusal wrapped once more is the request's fault, and its words stay with operators", async (t) => {
  const fake = await using(t, startFakeSglang())
  const refused = start(engineFor(fake), { width_px: -1 })
  await assert.rejects(refused, (error: unknown) => {
    assert.ok(error instanceof EngineError)
    assert.deepEqual([error.code, error.fault, error.retry], ['invalid_params', 'request', false])
    assert.doesNotMatch(error.message, /WIDTHxHEIGHT/)
    assert.match(String(error.cause), /WIDTHxHEIGHT/)
    return true
  })
})

test("sglang: the server's own limit of time is a timeout, to be tried again", async (t) => {
  const fake = await using(t, startFakeSglang())
  const engine = engineFor(fake)
  fake.fail_with = 'Scheduler did not respond in time.'
  const state = (await inspectUntil(engine, await start(engine), hasEnded)).at(-1)!
  assert.ok(state.status === 'failed' && state.error.code === 'timeout' && state.error.retry)
})

test('sglang: a video in cloud storage is fetched only from a host that the entry names, and without our key', async (t) => {
  const fake = await using(t, startFakeSglang())
  const asked: (string | undefined)[] = []
  const cloud = createServer((request, response) => {
    asked.push(request.headers.authorization)
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 5 }).end('cloud')
  })
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve))
  cleanUp(t, () => cloud.close())
  const host = `127.0.0.1:${(cloud.address() as AddressInfo).port}`
  fake.cloud_url = `http://${host}/7f0c.mp4`

  const careful = engineFor(fake)
  const operation = await start(careful, {}, 'attempt-1')
  const state = (await inspectUntil(careful, operation, hasEnded)).at(-1)!
  assert.ok(state.status === 'failed')
  assert.deepEqual([state.error.code, state.error.retry], ['output_missing', false])
  assert.match(String(state.error.cause), /download_hosts/)
  await assert.rejects(careful.fetch(operation, inTime()), { code: 'output_missing' })
  assert.deepEqual(asked, [])

  const engine = engineFor(fake, { download_hosts: [host] }, { authorization: 'Bearer secret' })
  assert.equal((await engine.inspect(operation, inTime())).status, 'succeeded')
  assert.equal((await download(engine, operation)).toString(), 'cloud')
  assert.deepEqual(asked, [undefined])
})

test('sglang: many jobs at once are one after the other on its GPU', async (t) => {
  const fake = await using(t, startFakeSglang())
  const engine = engineFor(fake)
  const operations = await Promise.all([1, 2, 3].map(() => start(engine, smallRequest)))
  for (const operation of operations) await inspectUntil(engine, operation, hasEnded)
  assert.equal(fake.running_at_once_max, 1)
})
