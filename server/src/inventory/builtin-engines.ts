import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { previewModel } from '../catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import { enhanceModel, engineProblem, type EngineProblem } from '../engines/engines.ts'
import { createPreviewEngine } from '../engines/preview.ts'
import { createUpscaleEngine } from '../engines/upscale.ts'
import type { ConfiguredEngine } from './watch-inventory.ts'
import { createFfmpegUpscaler, createOnnxUpscaler, hasRuntime, ownNetwork } from '../upscalers/upscalers.ts'

/** The engines that run in this process, as far as the settings enable them; `preview` also where there is no other model. */
export function builtinEngines(config: Config, hasModels: boolean): ConfiguredEngine[] {
  const hasPreview = config.preview_slots > 0 || !hasModels
  return [...(hasPreview ? [preview(config)] : []), ...(config.upscale_slots > 0 ? [upscale(config)] : [])]
}

function preview(config: Config): ConfiguredEngine {
  return {
    name: 'preview',
    kind: 'preview',
    url: null,
    slots: config.preview_slots,
    models: [previewModel.name],
    fingerprint: 'preview',
    open: () =>
      createPreviewEngine({
        work_dir: join(config.data_dir, 'preview'),
        ffmpeg_path: config.ffmpeg_path ?? undefined,
        render_threads: config.preview_threads || undefined,
      }),
  }
}

function upscale(config: Config): ConfiguredEngine {
  const ffmpeg_path = config.ffmpeg_path ?? undefined
  return {
    name: 'upscale',
    kind: 'upscale',
    url: null,
    slots: config.upscale_slots,
    models: [enhanceModel],
    fingerprint: 'upscale',
    open: () => {
      const missing = missingForNetwork(config)
      const model_path = config.upscale_model
      const network = model_path === ownNetwork.model_path ? ownNetwork : { model_path }
      const isNetwork = config.upscaler === 'onnx' || (config.upscaler === 'auto' && missing === undefined)
      return createUpscaleEngine({
        work_dir: join(config.data_dir, 'upscale'),
        upscaler: isNetwork
          ? createOnnxUpscaler({ ...network, ffmpeg_path })
          : createFfmpegUpscaler({ ffmpeg_path }),
        problems: missing && config.upscaler !== 'ffmpeg' ? [missing] : [],
      })
    },
  }
}

/** The problem that prevents the upscaling network from running here, if any. */
function missingForNetwork({ upscale_model }: Config): EngineProblem | undefined {
  if (!hasRuntime()) return engineProblem('upscaler_not_installed', {}, enhanceModel)
  if (!existsSync(upscale_model))
    return engineProblem('upscaler_network_missing', { path: upscale_model }, enhanceModel)
  return undefined
}
