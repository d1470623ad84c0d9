import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { startFakeFastvideo } from '../../../acceptance/fakes/fastvideo.ts'
import { startFakeSglang } from '../../../acceptance/fakes/sglang.ts'
import type { FakeVideos } from '../../../acceptance/fakes/videos-server.ts'
import { startFakeVllmOmni } from '../../../acceptance/fakes/vllm-omni.ts'
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
import { type Engine, EngineError } from './engines.ts'
import { createMemoryClocks } from './hang-watch.ts'
import {
  createOpenaiVideosEngine,
  OpenaiVideosModelEntry,
  type OpenaiVideosOptions,
} from './openai-videos.ts'

// What holds for every server with the OpenAI videos API. What only one of them does has a file of its own.

const servers = {
  sglang: startFakeSglang,
  'vllm-omni': startFakeVllmOmni,
  fastvideo: startFakeFastvideo,
}
const dialects = ['sglang', 'vllm-omni', 'fastvideo'] as const
type DialectName = (typeof dialects)[number]

function engineFor(
  { url }: { url: string },
  dialect: DialectName,
  more: Partial<OpenaiVideosOptions> = {},
): Engine {
  return createOpenaiVideosEngine({
    name: 'gpu-1',
    dialect,
    server: { url, headers: {} },
    models: new Map([['wan', { upstream: null, extra: {} }]]),
    ...more,
  })
}

for (const dialect of dialects) {
  const open = async (t: Parameters<typeof using>[0]) => {
    const fake: FakeVideos = await using(t, servers[dialect]())
    return { fake, engine: engineFor(fake, dialect) }
  }

  testEngineContract(
    dialect,
    async (t) => {
      const fake: FakeVideos = await using(t, servers[dialect]())
      const engine = engineFor(fake, dialect, {})
      return { engine, request: smallRequest, slow_request: { ...smallRequest, frames: 33 } }
    },
    { takesKey: dialect !== 'vllm-omni' },
  )

  test(`${dialect}: every choice of a request reaches the server, and so do the entry's own fields`, async (t) => {
    const fake: FakeVideos = await using(t, servers[dialect]())
    const extra = { guidance_scale_2: 3, flow_shift: 5 }
    const engine = engineFor(fake, dialect, { models: new Map([['wan', { upstream: null, extra }]]) })
    await start(engine)
    const { model: _, ...submitted } = fake.submitted[0]!
    const expected = {
      prompt: 'a red fox in snow',
      negative_prompt: 'blurry',
      size: '96x64',
      num_frames: 5,
      fps: 16,
      seed: 42,
      num_inference_steps: 4,
      guidance_scale: 4.5,
      ...extra,
    }
    const asText = Object.entries(expected).map(([name, value]) => [name, String(value)])
    assert.deepEqual(submitted, dialect === 'vllm-omni' ? Object.fromEntries(asText) : expected)
  })

  test(`${dialect}: a picture of several megabytes arrives as its bytes, and never as an address`, async (t) => {
    const { fake, engine } = await open(t)
    const image = makePicture({ isLarge: true })
    assert.ok(image.length > 2 ** 20)
    const operation = await start(engine, { mode: 'image-to-video', image })
    const { reference_url, input_reference } = fake.submitted[0]!
    const arrived =
      dialect === 'vllm-omni'
        ? (input_reference as Buffer)
        : Buffer.from(String(reference_url).replace(/^data:image\/png;base64,/, ''), 'base64')
    assert.ok(arrived.equals(image))
    await inspectUntil(engine, operation, hasEnded)
  })

  test(`${dialect}: a job that the server knows no more is lost, and not done`, async (t) => {
    const { fake, engine } = await open(t)
    const operation = await start(engine)
    fake.restart()
    assert.equal((await engine.inspect(operation, inTime())).status, 'lost')
    const gone = dialect === 'vllm-omni' ? 'unseen' : 'stopped' // it may have been deleted while it ran
    assert.equal(await engine.cancel(operation, inTime()), gone)
  })

  test(`${dialect}: a proxy's own 404 or 502 does not make a job lost`, async (t) => {
    const { fake, engine } = await open(t)
    const operation = await start(engine)
    for (const status of [404, 502]) {
      fake.broken_with = status
      await assert.rejects(engine.inspect(operation, inTime()), { name: 'EngineError', code: 'unavailable' })
    }
  })

  test(`${dialect}: a start whose answer is lost is found and not started again`, async (t) => {
    const { fake, engine } = await open(t)
    fake.lose_submit_answer = true
    const operation = await start(engine)
    assert.equal(fake.submitted.length, 1)
    assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
  })

  test(`${dialect}: a start that can't look first has started nothing`, async (t) => {
    const { fake, engine } = await open(t)
    fake.drop_reads = true
    await assert.rejects(
      start(engine),
      (error: unknown) => error instanceof EngineError && error.code === 'unavailable' && !error.mayRun,
    )
    assert.equal(fake.submitted.length, 0)
  })

  test(`${dialect}: a start that was sent and can't be found may run`, async (t) => {
    const { fake, engine } = await open(t)
    fake.lose_submit_answer = true
    fake.on_submit = () => {
      fake.drop_reads = true
    }
    await assert.rejects(
      start(engine),
      (error: unknown) => error instanceof EngineError && error.code === 'unavailable' && error.mayRun,
    )
  })

  test(`${dialect}: a submit may be accepted with 202, and an answer without a job is told to the operator`, async (t) => {
    const { fake, engine } = await open(t)
    fake.submit_status = 202
    const operation = await start(engine)
    assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
    fake.submit_answer = { created: 1767000000, data: [{ b64_json: 'AAAA' }] }
    await assert.rejects(start(engine), (error: unknown) => {
      assert.ok(error instanceof EngineError && error.code === 'engine_error' && !error.retry)
      assert.match(String(error.cause), /older than March 2026/)
      return true
    })
  })

  test(`${dialect}: memory that ran out is told as such, and without the server's words`, async (t) => {
    const { fake, engine } = await open(t)
    fake.fail_with = 'Model generation returned no output. Error from scheduler: CUDA out of memory. /srv/x'
    const operation = await start(engine)
    const state = (await inspectUntil(engine, operation, hasEnded)).at(-1)!
    assert.ok(state.status === 'failed')
    assert.equal(state.error.code, 'out_of_memory')
    assert.doesNotMatch(state.error.message, /srv|CUDA/)
    assert.match(String(state.error.cause), /CUDA out of memory/)
  })

  test(`${dialect}: a file is not fetched before its job is completed`, async (t) => {
    const { fake, engine } = await open(t)
    fake.job_ms = 60_000
    const operation = await start(engine)
    await inspectUntil(engine, operation, ({ status }) => status === 'running')
    await assert.rejects(engine.fetch(operation, inTime()), { code: 'result_gone' })
    assert.equal(fake.early_downloads, 0)
  })

  test(`${dialect}: a download that breaks off is the engine's failure, and may start over`, async (t) => {
    const { fake, engine } = await open(t)
    const operation = await start(engine)
    await inspectUntil(engine, operation, hasEnded)
    fake.short_content = true
    await assert.rejects(download(engine, operation), { name: 'EngineError', code: 'unavailable' })
    fake.short_content = false
    assert.ok((await download(engine, operation)).length > 0)
  })

  test(`${dialect}: a video whose file is gone is told as gone`, async (t) => {
    const { fake, engine } = await open(t)
    const operation = await start(engine)
    await inspectUntil(engine, operation, hasEnded)
    fake.loseFiles()
    await assert.rejects(download(engine, operation), { name: 'EngineError', code: 'result_gone' })
  })

  test(`${dialect}: what is forgotten is deleted, and what is not over yet is not`, async (t) => {
    const { fake, engine } = await open(t)
    fake.job_ms = 60_000
    const operation = await start(engine)
    await engine.forget(operation)
    assert.deepEqual(fake.deleted, [])
    fake.job_ms = 0
    await inspectUntil(engine, operation, hasEnded)
    await engine.forget(operation)
    assert.equal(fake.deleted.length, 1)
    fake.broken_with = 500
    await engine.forget(operation)
  })

  test(`${dialect}: a job that hangs fails, and nothing is offered until it ends or the server is new`, async (t) => {
    const fake: FakeVideos = await using(t, servers[dialect]())
    const clock = testClock()
    const engine = engineFor(fake, dialect, { hung_after_s: 60, clock: clock.now })
    fake.stuck = true
    const operation = await start(engine)
    await inspectUntil(engine, operation, ({ status }) => status === 'running')
    clock.pass(59)
    assert.equal((await engine.inspect(operation, inTime())).status, 'running')
    assert.equal((await engine.capabilities(inTime())).offers.length, 1)
    clock.pass(2)
    const state = await engine.inspect(operation, inTime())
    assert.ok(state.status === 'failed' && state.error.code === 'timeout' && state.error.retry)
    await engine.forget(operation)

    const { offers, problems } = await engine.capabilities(inTime())
    assert.deepEqual(offers, [])
    assert.match(problems[0]!.message, /hangs/)
    fake.restart()
    assert.equal((await engine.capabilities(inTime())).offers.length, 1)
  })

  test(`${dialect}: another process goes on with the clock of a job that hangs`, async (t) => {
    const fake: FakeVideos = await using(t, servers[dialect]())
    const clock = testClock()
    const clocks = createMemoryClocks(clock.now)
    const make = () => engineFor(fake, dialect, { hung_after_s: 60, clock: clock.now, clocks })
    fake.stuck = true
    const operation = await start(make())
    await inspectUntil(make(), operation, ({ status }) => status === 'running')
    clock.pass(61)
    const state = await make().inspect(operation, inTime())
    assert.ok(state.status === 'failed' && state.error.code === 'timeout')
    assert.deepEqual((await make().capabilities(inTime())).offers, [], 'nor does a third one offer it')
    fake.restart()
    assert.equal((await make().capabilities(inTime())).offers.length, 1)
    assert.deepEqual(await clocks.listHung(), [])
  })

  test(`${dialect}: a job whose percentage goes up does not hang`, async (t) => {
    const fake: FakeVideos = await using(t, servers[dialect]())
    const clock = testClock()
    const engine = engineFor(fake, dialect, { hung_after_s: 60, clock: clock.now })
    fake.stuck = true
    const operation = await start(engine)
    await inspectUntil(engine, operation, ({ status }) => status === 'running')
    const [record] = fake.records.values()
    for (const progress of [10, 20, 30]) {
      clock.pass(40)
      record!['progress'] = progress
      assert.deepEqual(await engine.inspect(operation, inTime()), {
        status: 'running',
        progress: progress / 100,
      })
    }
  })

  test(`${dialect}: a server is idle when it has no unfinished job`, async (t) => {
    const { fake, engine } = await open(t)
    fake.job_ms = 60_000
    assert.equal(await engine.isIdle!(inTime()), true)
    const operation = await start(engine)
    assert.equal(await engine.isIdle!(inTime()), false)
    fake.job_ms = 0
    await inspectUntil(engine, operation, hasEnded)
    assert.equal(await engine.isIdle!(inTime()), true)
  })

  test(`${dialect}: a server that asks for a key says so to the operator, and takes the right one`, async (t) => {
    const { fake, engine } = await open(t)
    fake.key = 'a-key'
    const { offers, problems } = await engine.capabilities(inTime())
    assert.deepEqual(offers, [])
    assert.match(problems[0]!.remedy, /key_variable/)
    await assert.rejects(start(engine), { code: 'unavailable' })
    const keyed = engineFor(fake, dialect, {
      server: { url: fake.url, headers: { authorization: 'Bearer a-key' } },
    })
    assert.equal((await keyed.capabilities(inTime())).offers.length, 1)
  })

  test(`${dialect}: a server with another model than its entry names offers nothing, and says why`, async (t) => {
    const fake: FakeVideos = await using(t, servers[dialect]())
    const models = new Map([['wan', { upstream: 'Some/Other-Model', extra: {} }]])
    const { offers, problems } = await engineFor(fake, dialect, { models }).capabilities(inTime())
    assert.deepEqual(offers, [])
    assert.equal(problems[0]!.model, 'wan')
    assert.match(problems[0]!.message, /runs Wan-AI\/.* and not Some\/Other-Model/)
  })

  test(`${dialect}: a server that tells no kind offers the modes that its entry names, or both`, async (t) => {
    const { fake, engine } = await open(t)
    const { offers } = await engine.capabilities(inTime())
    assert.deepEqual(offers[0]!.modes, ['text-to-video', 'image-to-video'])
    const models = new Map([['wan', { upstream: null, extra: {}, modes: ['image-to-video' as const] }]])
    const named = await engineFor(fake, dialect, { models }).capabilities(inTime())
    assert.deepEqual(named.offers, [{ model: 'wan', modes: ['image-to-video'] }])
  })

  test(`${dialect}: what can't be made is refused before anything is sent`, async (t) => {
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
}

test('a server that warms up, and so answers nothing, is away within a few seconds', async (t) => {
  await Promise.all(
    dialects.map(async (dialect) => {
      const fake: FakeVideos = await using(t, servers[dialect]())
      fake.warming_up = true
      const asked = engineFor(fake, dialect).capabilities(AbortSignal.timeout(8_000))
      await assert.rejects(asked, { name: 'EngineError', code: 'unavailable' })
    }),
  )
})

test('no entry may set what names a file of the server, an address, or what a request says itself', () => {
  const entry = Compile(OpenaiVideosModelEntry)
  assert.ok(entry.Check({ upstream: 'Wan-AI/Wan2.2', extra: { guidance_scale_2: 3, enable_teacache: true } }))
  const refused = [
    'output_path',
    'input_reference',
    'video_path',
    'reference_url',
    'extra_body',
    'model',
    'n',
  ]
  for (const name of [...refused, 'upscaling_model_path', 'prompt', 'a.b']) {
    const extra = { [name]: '/etc/passwd' }
    assert.equal(entry.Check({ extra }), false, name)
    for (const [where, value] of Object.entries({ plain: extra, deep: { extra_params: { a: [extra] } } })) {
      const models = new Map([['wan', { upstream: null, extra: value }]])
      const make = () => engineFor({ url: 'http://127.0.0.1:9' }, 'sglang', { models })
      assert.throws(
        make,
        new RegExp(`${name.replace('.', '\\.')}: an entry may not set`),
        `${name}, ${where}`,
      )
    }
  }
})
