import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { parseArgs } from 'node:util'
import { createComfyuiEngine, loadModel } from '../../engines/comfyui.ts'
import type { Engine, EngineRequest, Mode } from '../../engines/engines.ts'
import { createLightx2vEngine } from '../../engines/lightx2v.ts'
import { createOpenaiVideosEngine } from '../../engines/openai-videos.ts'
import { hasEnded, inspectUntil, testEngineContract } from '../contracts/engine-contract.ts'
import { cleanUp } from '../clean-up.ts'
import { makePicture } from '../neighbours/gpu-servers.ts'
import { startRecorder } from './recorder.ts'

// npm run real-engines -- --kind KIND --url URL: docs/engines/testing.md has the options.

const kinds = ['comfyui', 'sglang', 'vllm-omni', 'fastvideo', 'lightx2v'] as const
type Kind = (typeof kinds)[number]

const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    url: { type: 'string' },
    token: { type: 'string' },
    size: { type: 'string', default: '832x480' },
    frames: { type: 'string', default: '17' },
    fps: { type: 'string', default: '16' },
    steps: { type: 'string' },
    'slow-frames': { type: 'string' },
    task: { type: 'string', default: 't2v' },
    model: { type: 'string' },
    patience: { type: 'string', default: '900' },
    restart: { type: 'string' },
    record: { type: 'string' },
  },
})
const kind = kinds.find((one) => one === values.kind)
if (!kind || values.url === undefined) {
  console.error(
    `npm run real-engines -- --kind ${kinds.join('|')} --url URL\ndocs/engines/testing.md has the options.`,
  )
  process.exit(2)
}
const patience_ms = Number(values.patience) * 1000
const inTime = () => AbortSignal.timeout(patience_ms)
const [width_px, height_px] = values.size.split('x').map(Number) as [number, number]
const recorder =
  values.record === undefined ? undefined : await startRecorder(values.url.replace(/\/$/, ''), values.record)

const name = 'real'
const model = 'model'
const headers: Record<string, string> =
  values.token === undefined ? {} : { authorization: `Bearer ${values.token}` }
const server = { url: recorder?.url ?? values.url.replace(/\/$/, ''), headers }
const own = values.model === undefined ? {} : (JSON.parse(values.model) as object)
const comfyuiModel = await loadModel(process.cwd(), {
  'text-to-video': { graph: 'modelless-solid-color-t2v' },
  'image-to-video': { graph: 'modelless-still-image-i2v' },
  ...own,
})

function open(of: Kind): Engine {
  switch (of) {
    case 'comfyui':
      return createComfyuiEngine({ name, server, models: new Map([[model, comfyuiModel]]) })
    case 'lightx2v': {
      const task = values.task === 'i2v' ? 'i2v' : 't2v'
      const models = new Map([[model, { task, model_cls: null, resize_mode: 'adaptive' } as const]])
      return createLightx2vEngine({ name, server, models })
    }
    case 'sglang':
    case 'vllm-omni':
    case 'fastvideo': {
      const models = new Map([[model, { upstream: null, extra: {}, ...own }]])
      return createOpenaiVideosEngine({ name, dialect: of, server, models })
    }
  }
}

const engine = open(kind)
const { offers, problems, version } = await engine.capabilities(inTime())
console.log(`${kind} ${version ?? 'of an unknown version'}: ${JSON.stringify({ offers, problems })}`)
const modes: readonly Mode[] = offers[0]?.modes ?? []

function requestFor(mode: Mode, frames = Number(values.frames)): EngineRequest {
  return {
    model,
    mode,
    prompt: 'a red fox in fresh snow',
    negative_prompt: 'blurry',
    width_px,
    height_px,
    fps: Number(values.fps),
    frames,
    seed: 42 + Math.floor(Math.random() * 1e6), // ComfyUI answers from its cache what it has made before
    steps: values.steps === undefined ? null : Number(values.steps),
    guidance: null,
    image: mode === 'image-to-video' ? makePicture({ width_px, height_px }) : null,
    last_image: null,
    audio: null,
  }
}

const usual = modes.includes('text-to-video') ? 'text-to-video' : 'image-to-video'
const slowFrames = Number(values['slow-frames'] ?? Number(values.frames) * 4 - 3)

// Of a suite, since hooks of a whole file wait until nothing is open any more.
suite(`a ${kind} at ${values.url}`, () => {
  after(async () => {
    await engine.close()
    await recorder?.[Symbol.asyncDispose]()
  })
  testEngineContract(
    kind,
    async (t) => {
      const fresh = open(kind)
      cleanUp(t, () => fresh.close())
      return { engine: fresh, request: requestFor(usual), slow_request: requestFor(usual, slowFrames) }
    },
    { takesKey: engine.operationFor('any') !== undefined, patience_ms },
  )

  const takesBoth = modes.includes('text-to-video') && modes.includes('image-to-video')
  test(`${kind}: a video from a picture`, { skip: !takesBoth }, async (t) => {
    const operation = await engine.start(requestFor('image-to-video'), {
      key: crypto.randomUUID(),
      signal: inTime(),
    })
    const states = await inspectUntil(engine, operation, hasEnded, inTime())
    assert.equal(states.at(-1)?.status, 'succeeded', JSON.stringify(states.at(-1)))
    const percent = states.flatMap((state) => (state.status === 'running' ? [state.progress] : []))
    t.diagnostic(`progress: ${[...new Set(percent)].map((part) => part ?? 'none').join(', ')}`)
    await engine.forget(operation)
  })

  test(
    `${kind}: what a restarted server has lost is told as lost, and the next job is made`,
    { skip: values.restart === undefined },
    async () => {
      const lost = await engine.start(requestFor(usual, slowFrames), {
        key: crypto.randomUUID(),
        signal: inTime(),
      })
      await inspectUntil(engine, lost, ({ status }) => status === 'running', inTime())
      await run(values.restart!)
      await untilItAnswers()
      assert.equal((await engine.inspect(lost, inTime())).status, 'lost')
      const operation = await engine.start(requestFor(usual), { key: crypto.randomUUID(), signal: inTime() })
      assert.equal((await inspectUntil(engine, operation, hasEnded, inTime())).at(-1)?.status, 'succeeded')
      await engine.forget(operation)
    },
  )
})

async function run(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  assert.equal(code, 0, command)
}

async function untilItAnswers(): Promise<void> {
  for (const limit = inTime(); ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    limit.throwIfAborted()
    const answered = await engine.capabilities(limit).catch(() => undefined)
    if (answered) return
  }
}
