import { Type } from 'typebox'
import type { EngineEntry, EngineKind } from './entries.ts'
import {
  ComfyuiEnhanceEntry,
  type ComfyuiModel,
  ComfyuiModelEntry,
  createComfyuiEngine,
  loadEnhance,
  loadModel,
  PreviewMethod,
} from '../engines/comfyui.ts'
import type { JobClocks } from '../engines/engines.ts'
import { createLightx2vEngine, type Lightx2vModel, Lightx2vModelEntry } from '../engines/lightx2v.ts'
import {
  checkExtra,
  createOpenaiVideosEngine,
  type OpenaiVideosModel,
  OpenaiVideosModelEntry,
} from '../engines/openai-videos.ts'
import type { Log } from '../platform/log.ts'
import { ConfigError } from '../platform/setting.ts'

const hung_after_s = Type.Optional(Type.Integer({ minimum: 10, maximum: 86_400 }))

/** The options that all kinds share. */
function common<Model>({ name, server, models, options }: EngineEntry, clocks?: JobClocks) {
  const limit = options['hung_after_s']
  return {
    name,
    server,
    models: models as ReadonlyMap<string, Model>,
    ...(typeof limit === 'number' && { hung_after_s: limit }),
    ...(clocks && { clocks }),
  }
}

/** The kinds of inference servers, by their name in the engines file. */
export function engineKinds(log: Log): Readonly<Record<string, EngineKind>> {
  return {
    comfyui: {
      title: 'ComfyUI',
      about: 'Runs graphs: those that come with Clipwright, and your own.',
      model: ComfyuiModelEntry,
      enhance: ComfyuiEnhanceEntry,
      engine: { hung_after_s, preview_method: Type.Optional(PreviewMethod) },
      takesParameters: true,
      load: (content, graphs, { modes, parameters, audio }) =>
        modes.includes('enhance')
          ? loadEnhance(graphs, content as ComfyuiEnhanceEntry)
          : loadModel(graphs, content as ComfyuiModelEntry, parameters, audio),
      create: (entry) => {
        const preview_method = entry.options['preview_method'] as PreviewMethod | undefined
        const options = { ...common<ComfyuiModel>(entry), log }
        return createComfyuiEngine({ ...options, ...(preview_method && { preview_method }) })
      },
    },
    sglang: openaiVideos('sglang', 'SGLang'),
    'vllm-omni': openaiVideos('vllm-omni', 'vLLM-Omni'),
    fastvideo: openaiVideos('fastvideo', 'FastVideo'),
    lightx2v: {
      title: 'LightX2V',
      about: 'Serves one model for one task: from text, from a picture, or to a sound.',
      model: Lightx2vModelEntry,
      engine: { hung_after_s },
      load: async (content, _graphs, { audio }) => {
        const { task, model_cls = null, resize_mode = 'adaptive' } = content as Lightx2vModelEntry
        if ((task === 's2v') !== (audio === 'required'))
          throw new ConfigError(
            'the task s2v needs audio: required at the model, and no other task takes a sound',
          )
        return { task, model_cls, resize_mode } satisfies Lightx2vModel
      },
      create: (entry, clocks) => createLightx2vEngine(common<Lightx2vModel>(entry, clocks)),
    },
  }
}

function openaiVideos(dialect: 'sglang' | 'vllm-omni' | 'fastvideo', title: string): EngineKind {
  return {
    title,
    about: 'Serves one model of the Diffusers format.',
    model: OpenaiVideosModelEntry,
    engine: { hung_after_s, assumed_run_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })) },
    load: async (content, _graphs, { modes, audio }) => {
      if (audio !== 'none') throw new ConfigError('engines of this kind make no videos to a sound')
      const { upstream = null, extra = {}, download_hosts } = content as OpenaiVideosModelEntry
      const model = {
        upstream,
        modes: [...modes],
        extra: extra as OpenaiVideosModel['extra'],
        ...(download_hosts && { download_hosts }),
      }
      try {
        checkExtra(model.extra)
      } catch (error) {
        throw new ConfigError((error as Error).message)
      }
      return model satisfies OpenaiVideosModel
    },
    create: (entry, clocks) => {
      const { assumed_run_s } = entry.options as { assumed_run_s?: number }
      const options = { ...common<OpenaiVideosModel>(entry, clocks), dialect }
      return createOpenaiVideosEngine({ ...options, ...(assumed_run_s !== undefined && { assumed_run_s }) })
    },
  }
}
