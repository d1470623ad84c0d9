import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { type FakeComfyui, startFakeComfyui } from '../../../../acceptance/fakes/comfyui.ts'
import {
  type ComfyuiModel,
  createComfyuiEngine,
  loadEnhance,
  loadModel,
  type PreviewMethod,
} from '../../engines/comfyui.ts'
import { type Engine, enhanceModel, type EngineRequest, type ModelParameter } from '../../engines/engines.ts'
import { makeVideo } from '../media/video.ts'
import { cleanUp } from '../clean-up.ts'

/** A ComfyUI of the test's own, and an engine that speaks to it. */
export interface ComfyuiUnderTest {
  fake: FakeComfyui
  engine: Engine
  /** Another process's engine for the same server. */
  again: () => Engine
}

export const plain: EngineRequest = {
  model: 'plain',
  mode: 'text-to-video',
  prompt: 'a red fox runs through fresh snow',
  negative_prompt: null,
  width_px: 64,
  height_px: 96,
  fps: 16,
  frames: 5,
  seed: 7,
  steps: null,
  guidance: null,
  image: null,
  last_image: null,
  audio: null,
}

/** Asks for a video of five frames to be made twice as large. */
export async function enhancing(): Promise<EngineRequest> {
  const folder = await mkdtemp(join(tmpdir(), 'small-video-'))
  try {
    const bytes = await makeVideo(folder, 5, '32x48')
    return {
      ...plain,
      model: enhanceModel,
      mode: 'enhance',
      prompt: '',
      video: async () => Readable.from([bytes]),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
export const wan: EngineRequest = { ...plain, model: 'wan2.2-5b', steps: 10 }

/** Enough of a PNG for a server that does not look inside. */
export const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])

export async function builtInModels(): Promise<Map<string, ComfyuiModel>> {
  const pairs = {
    plain: ['modelless-solid-color-t2v', 'modelless-still-image-i2v'],
    'wan2.2-5b': ['wan22-5b-t2v', 'wan22-5b-i2v'],
    'wan2.2-14b': ['wan22-14b-t2v', 'wan22-14b-i2v'],
    'hunyuan-1.5': ['hunyuan15-t2v', 'hunyuan15-i2v'],
    'ltx-2': ['ltx2-t2v', 'ltx2-i2v'],
  } as const
  const models = new Map<string, ComfyuiModel>()
  for (const [name, [text, image]] of Object.entries(pairs)) {
    const entry = { 'text-to-video': { graph: text }, 'image-to-video': { graph: image } }
    models.set(name, await loadModel('/nowhere', entry))
  }
  models.set('wan2.2-5b-lora', await loraModel())
  return models
}

const words = { title: 'Style', description: null }
export const loraRules = {
  lora: { ...words, type: 'choice', choices: 'server', default: 'rain.safetensors' },
  lora_strength: { ...words, type: 'number', min: 0, max: 2, step: 0.05, default: 0 },
} as const satisfies Record<string, ModelParameter>
export const loraBindings = { lora: [['13', 'lora_name']], lora_strength: [['13', 'strength_model']] }

/** A model with parameters of its own; `bindings` and `rules` beside, or in place of those for a LoRA. */
export async function loraModel(
  bindings: Record<string, string[][]> = {},
  rules: Record<string, ModelParameter> = {},
): Promise<ComfyuiModel> {
  const graph = (name: string) => ({ graph: name, bindings: { ...loraBindings, ...bindings } })
  const entry = {
    'text-to-video': graph('wan22-5b-lora-t2v'),
    'image-to-video': graph('wan22-5b-lora-i2v'),
  }
  return loadModel('/nowhere', entry, { ...loraRules, ...rules })
}

/** The entry of an engine that only enhances, with one of the built-in graphs. */
export async function enhanceModels(graph: string): Promise<Map<string, ComfyuiModel>> {
  return new Map([[enhanceModel, await loadEnhance('/nowhere', { enhance: { graph } })]])
}

export async function openComfyui(
  t: TestContext,
  options: {
    switches?: Parameters<typeof startFakeComfyui>[0]
    models?: ReadonlyMap<string, ComfyuiModel>
    headers?: Record<string, string>
    hung_after_s?: number
    preview_method?: PreviewMethod
  } = {},
): Promise<ComfyuiUnderTest> {
  const fake = await startFakeComfyui(options.switches)
  const models = options.models ?? (await builtInModels())
  const engines: Engine[] = []
  const again = (): Engine => {
    const server = { url: fake.url, headers: options.headers ?? {} }
    const { hung_after_s = 60, preview_method = 'auto' } = options
    const engine = createComfyuiEngine({ name: 'comfy-1', server, models, hung_after_s, preview_method })
    engines.push(engine)
    return engine
  }
  cleanUp(t, async () => {
    for (const engine of engines) await engine.close()
    await fake[Symbol.asyncDispose]()
  })
  return { fake, engine: again(), again }
}

/** Reads a stream to its end and gives its length in bytes. */
export async function drain(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let size_bytes = 0
  for await (const chunk of stream) size_bytes += chunk.length
  return size_bytes
}
