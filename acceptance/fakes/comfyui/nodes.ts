import recorded from '../recorded/comfyui-0.26.0-nodes.json' with { type: 'json' }

// The node classes that a fake ComfyUI has: as `/object_info` of version 0.26.0 describes them, and those of node packs by hand.

export type Rules = Record<string, unknown>
export type Input = [type: string | string[], rules?: Rules]

export interface NodeClass {
  input: { required: Record<string, Input>; optional?: Record<string, Input> }
  output: string[]
  output_node: boolean
}

const int = (min: number, max: number, step = 1): Input => ['INT', { default: min, min, max, step }]
const float = (min: number, max: number): Input => ['FLOAT', { default: min, min, max, step: 0.01 }]
const combo = (...options: string[]): Input => ['COMBO', { multiselect: false, options }]
const link = (type: string): Input => [type, {}]
/** The form of a list in older versions. */
const oldCombo = (...options: string[]): Input => [options, {}]

const make = (
  required: Record<string, Input>,
  output: string[],
  more: { optional?: Record<string, Input>; output_node?: boolean } = {},
): NodeClass => ({
  input: { required, ...(more.optional && { optional: more.optional }) },
  output,
  output_node: more.output_node ?? false,
})

const umt5 = 'umt5_xxl_fp8_e4m3fn_scaled.safetensors'
/** The model files of a fake, by the input that chooses from them. */
const modelFiles: Record<string, readonly string[]> = {
  'UpscaleModelLoader.model_name': ['RealESRGAN_x4plus.pth', 'RealESRGAN_x2plus.pth'],
  'UNETLoader.unet_name': [
    'wan2.2_ti2v_5B_fp16.safetensors',
    'wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_t2v_low_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_low_noise_14B_fp8_scaled.safetensors',
    'hunyuanvideo1.5_720p_t2v_fp16.safetensors',
    'hunyuanvideo1.5_720p_i2v_fp16.safetensors',
    'seedvr2_3b_fp16.safetensors',
  ],
  'CLIPLoader.clip_name': [umt5],
  'DualCLIPLoader.clip_name1': [umt5, 'qwen_2.5_vl_7b_fp8_scaled.safetensors'],
  'DualCLIPLoader.clip_name2': [umt5, 'byt5_small_glyphxl_fp16.safetensors'],
  'CLIPVisionLoader.clip_name': ['sigclip_vision_patch14_384.safetensors'],
  'VAELoader.vae_name': [
    'wan2.2_vae.safetensors',
    'wan_2.1_vae.safetensors',
    'hunyuanvideo15_vae_fp16.safetensors',
    'seedvr2_ema_vae_fp16.safetensors',
  ],
  'CheckpointLoaderSimple.ckpt_name': ['ltx-2-19b-dev-fp8.safetensors'],
  'LTXVAudioVAELoader.ckpt_name': ['ltx-2-19b-dev-fp8.safetensors'],
  'LTXAVTextEncoderLoader.ckpt_name': ['ltx-2-19b-dev-fp8.safetensors'],
  'LTXAVTextEncoderLoader.text_encoder': ['gemma_3_12B_it_fp4_mixed.safetensors'],
  'LatentUpscaleModelLoader.model_name': ['ltx-2-spatial-upscaler-x2-1.0.safetensors'],
  'LoraLoaderModelOnly.lora_name': [
    'ltx-2-19b-distilled-lora-384.safetensors',
    'rain.safetensors',
    'style/anime.safetensors',
  ],
}

/** A fresh description each time: a test may take classes and files away. */
export function describeNodes(has: (file: string) => boolean): Record<string, NodeClass> {
  const nodes = structuredClone(recorded) as unknown as Record<string, NodeClass>
  for (const [place, files] of Object.entries(modelFiles)) {
    const [name, input] = place.split('.') as [string, string]
    const [type, rules] = nodes[name]!.input.required[input]!
    const options = Array.isArray(type) ? type : (rules!['options'] as string[])
    options.push(...files.filter(has))
  }
  return { ...nodes, VHS_VideoCombine: describeVideoCombine() }
}

/** A widely used saver of a node pack, as far as its inputs are known. */
const describeVideoCombine = (): NodeClass =>
  make(
    {
      images: link('IMAGE'),
      frame_rate: float(1, 120),
      filename_prefix: ['STRING', { default: 'AnimateDiff' }],
      format: oldCombo('image/gif', 'video/h264-mp4'),
      save_output: ['BOOLEAN', { default: true }],
    },
    ['VHS_FILENAMES'],
    { output_node: true },
  )

const option = (key: string, ...inputs: [name: string, input: Input][]) => ({
  key,
  inputs: { required: Object.fromEntries(inputs) },
})
const choice = (...options: object[]): Input => ['COMFY_DYNAMICCOMBO_V3', { options }]
const encoding = choice(option('auto'), option('re-encode', ['crf', float(0, 51)]))
const coded = (key: string) => ({ key, inputs: { required: {}, optional: { encoding } } })
const codecs = (...keys: string[]): Input => choice(option('auto'), ...keys.map(coded))

/** Nodes as ComfyUI 0.38 describes them, whose inputs depend on the values of others. */
export function describeDynamicNodes(): Record<string, NodeClass> {
  const formats = choice(
    option('auto', ['codec', codecs('h264', 'av1')]),
    option('mp4', ['codec', codecs('h264', 'av1')]),
    option('mkv', ['codec', codecs('h264', 'av1')]),
    option('webm', ['codec', codecs('av1')]),
  )
  const prefix: Input = ['STRING', { default: 'video/ComfyUI' }]
  const template = { input: { required: { video: link('VIDEO') } }, prefix: 'video', min: 1, max: 100 }
  return {
    SaveVideo: make({ video: link('VIDEO'), filename_prefix: prefix, format: formats }, ['VIDEO'], {
      optional: { codec: codecs('h264', 'av1') },
      output_node: true,
    }),
    ConcatenateVideo: make(
      { videos: ['COMFY_AUTOGROW_V3', { template }], codec: combo('auto', 'h264', 'av1') },
      ['VIDEO'],
    ),
  }
}

/** SeedVR2 as ComfyUI has it from 0.27 on and as a node pack does, and a node pack's FlashVSR: as far as their inputs are known. */
export function describeUpscalePacks(): Record<string, NodeClass> {
  const corrections = ['lab', 'wavelet', 'adain', 'none']
  const chunks: Record<string, Input> = {
    batch_size: int(1, 16384, 4),
    uniform_batch_size: ['BOOLEAN', { default: false }],
    temporal_overlap: int(0, 16),
    prepend_frames: int(0, 32),
  }
  return {
    SeedVR2Preprocess: make({ resized_images: link('IMAGE') }, ['IMAGE']),
    SeedVR2Conditioning: make({ model: link('MODEL'), vae_conditioning: link('LATENT') }, [
      'CONDITIONING',
      'CONDITIONING',
    ]),
    SeedVR2PostProcessing: make(
      {
        images: link('IMAGE'),
        original_resized_images: link('IMAGE'),
        color_correction_method: combo(...corrections),
      },
      ['IMAGE'],
    ),
    SeedVR2LoadDiTModel: make(
      { model: combo('seedvr2_ema_3b_fp8_e4m3fn.safetensors'), device: combo('cuda:0') },
      ['SEEDVR2_DIT'],
    ),
    SeedVR2LoadVAEModel: make({ model: combo('ema_vae_fp16.safetensors'), device: combo('cuda:0') }, [
      'SEEDVR2_VAE',
    ]),
    SeedVR2VideoUpscaler: make(
      {
        image: link('IMAGE'),
        dit: link('SEEDVR2_DIT'),
        vae: link('SEEDVR2_VAE'),
        seed: int(0, 2 ** 32 - 1),
        resolution: int(16, 16384, 2),
        max_resolution: int(0, 16384, 2),
        ...chunks,
        color_correction: combo(...corrections),
      },
      ['IMAGE'],
    ),
    FlashVSRNode: make(
      {
        frames: link('IMAGE'),
        mode: combo('tiny', 'tiny-long', 'full'),
        scale: int(2, 4),
        tiled_vae: ['BOOLEAN', { default: true }],
        tiled_dit: ['BOOLEAN', { default: false }],
        unload_dit: ['BOOLEAN', { default: false }],
        seed: int(0, 2 ** 50),
      },
      ['IMAGE'],
    ),
  }
}
