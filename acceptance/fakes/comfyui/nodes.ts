// The node classes that a fake ComfyUI has, described as `/object_info` of version 0.26.0 does.

export type Rules = Record<string, unknown>
export type Input = [type: string | string[], rules?: Rules]

export interface NodeClass {
  input: { required: Record<string, Input>; optional?: Record<string, Input> }
  output: string[]
  output_node: boolean
}

const int = (min: number, max: number, step = 1): Input => ['INT', { default: min, min, max, step }]
const float = (min: number, max: number): Input => ['FLOAT', { default: min, min, max, step: 0.01 }]
const text: Input = ['STRING', { multiline: true }]
const combo = (...options: string[]): Input => ['COMBO', { multiselect: false, options }]
const seed: Input = ['INT', { default: 0, min: 0, max: 2 ** 64 }]
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

const side = (step: number) => int(16, 16384, step)
const sampling = {
  steps: int(1, 10000),
  cfg: float(0, 100),
  sampler_name: combo('euler', 'uni_pc', 'lcm'),
  scheduler: combo('simple', 'normal'),
  positive: link('CONDITIONING'),
  negative: link('CONDITIONING'),
  latent_image: link('LATENT'),
}

/** Model files by the input that chooses them. */
const modelFiles = {
  model_name: ['RealESRGAN_x4plus.pth', 'RealESRGAN_x2plus.pth'],
  unet_name: [
    'wan2.2_ti2v_5B_fp16.safetensors',
    'wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_t2v_low_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_low_noise_14B_fp8_scaled.safetensors',
    'seedvr2_3b_fp16.safetensors',
  ],
  clip_name: ['umt5_xxl_fp8_e4m3fn_scaled.safetensors'],
  vae_name: ['wan2.2_vae.safetensors', 'wan_2.1_vae.safetensors', 'seedvr2_ema_vae_fp16.safetensors'],
}

/** A fresh description each time: a test may take classes and files away. */
export function describeNodes(has: (file: string) => boolean): Record<string, NodeClass> {
  const choose = (input: keyof typeof modelFiles) => combo(...modelFiles[input].filter(has))
  return {
    EmptyImage: make(
      { width: int(1, 16384), height: int(1, 16384), batch_size: int(1, 4096), color: int(0, 0xffffff) },
      ['IMAGE'],
    ),
    LoadImage: make({ image: ['COMBO', { options: ['example.png'], image_upload: true }] }, [
      'IMAGE',
      'MASK',
    ]),
    ImageScale: make(
      {
        image: link('IMAGE'),
        upscale_method: oldCombo('nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'),
        width: int(0, 16384),
        height: int(0, 16384),
        crop: oldCombo('disabled', 'center'),
      },
      ['IMAGE'],
    ),
    ImageScaleBy: make(
      {
        image: link('IMAGE'),
        upscale_method: oldCombo('nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'),
        scale_by: float(0.01, 8),
      },
      ['IMAGE'],
    ),
    LoadAudio: make({ audio: ['COMBO', { multiselect: false, options: [], audio_upload: true }] }, ['AUDIO']),
    LoadVideo: make({ file: ['COMBO', { options: [], video_upload: true }] }, ['VIDEO']),
    GetVideoComponents: make({ video: link('VIDEO') }, ['IMAGE', 'AUDIO', 'FLOAT', 'INT']),
    UpscaleModelLoader: make({ model_name: choose('model_name') }, ['UPSCALE_MODEL']),
    ImageUpscaleWithModel: make({ upscale_model: link('UPSCALE_MODEL'), image: link('IMAGE') }, ['IMAGE']),
    RepeatImageBatch: make({ image: link('IMAGE'), amount: int(1, 4096) }, ['IMAGE']),
    CreateVideo: make({ images: link('IMAGE'), fps: float(1, 120) }, ['VIDEO'], {
      optional: { audio: link('AUDIO'), bit_depth: int(8, 10, 2) },
    }),
    SaveVideo: make(
      {
        video: link('VIDEO'),
        filename_prefix: ['STRING', { default: 'video/ComfyUI' }],
        format: combo('auto', 'mp4'),
        codec: combo('auto', 'h264'),
      },
      ['VIDEO'],
      { output_node: true },
    ),
    SaveWEBM: make(
      {
        images: link('IMAGE'),
        filename_prefix: ['STRING', { default: 'ComfyUI' }],
        codec: combo('vp9', 'av1'),
        fps: float(0.01, 1000),
        crf: float(0, 63),
      },
      [],
      { output_node: true },
    ),
    SaveAnimatedWEBP: make(
      {
        images: link('IMAGE'),
        filename_prefix: ['STRING', { default: 'ComfyUI' }],
        fps: float(0.01, 1000),
        lossless: ['BOOLEAN', { default: true }],
        quality: int(0, 100),
        method: combo('default', 'fastest', 'slowest'),
      },
      [],
      { output_node: true },
    ),
    PrimitiveStringMultiline: make({ value: text }, ['STRING']),
    VHS_VideoCombine: make(
      {
        images: link('IMAGE'),
        frame_rate: float(1, 120),
        filename_prefix: ['STRING', { default: 'AnimateDiff' }],
        format: oldCombo('image/gif', 'video/h264-mp4'),
        save_output: ['BOOLEAN', { default: true }],
      },
      ['VHS_FILENAMES'],
      { output_node: true },
    ),
    UNETLoader: make({ unet_name: choose('unet_name'), weight_dtype: oldCombo('default', 'fp8_e4m3fn') }, [
      'MODEL',
    ]),
    CLIPLoader: make({ clip_name: choose('clip_name'), type: oldCombo('wan', 'ltxv') }, ['CLIP'], {
      optional: { device: oldCombo('default', 'cpu') },
    }),
    VAELoader: make({ vae_name: choose('vae_name') }, ['VAE']),
    CLIPTextEncode: make({ text, clip: link('CLIP') }, ['CONDITIONING']),
    ModelSamplingSD3: make({ model: link('MODEL'), shift: float(0, 100) }, ['MODEL']),
    EmptyHunyuanLatentVideo: make(
      { width: side(16), height: side(16), length: int(1, 16384, 4), batch_size: int(1, 4096) },
      ['LATENT'],
    ),
    Wan22ImageToVideoLatent: make(
      {
        vae: link('VAE'),
        width: side(32),
        height: side(32),
        length: int(1, 16384, 4),
        batch_size: int(1, 4096),
      },
      ['LATENT'],
      { optional: { start_image: link('IMAGE') } },
    ),
    WanImageToVideo: make(
      {
        positive: link('CONDITIONING'),
        negative: link('CONDITIONING'),
        vae: link('VAE'),
        width: side(16),
        height: side(16),
        length: int(1, 16384, 4),
        batch_size: int(1, 4096),
      },
      ['CONDITIONING', 'CONDITIONING', 'LATENT'],
      { optional: { start_image: link('IMAGE') } },
    ),
    WanFirstLastFrameToVideo: make(
      {
        positive: link('CONDITIONING'),
        negative: link('CONDITIONING'),
        vae: link('VAE'),
        width: side(16),
        height: side(16),
        length: int(1, 16384, 4),
        batch_size: int(1, 4096),
      },
      ['CONDITIONING', 'CONDITIONING', 'LATENT'],
      { optional: { start_image: link('IMAGE'), end_image: link('IMAGE') } },
    ),
    KSampler: make({ model: link('MODEL'), seed, ...sampling, denoise: float(0, 1) }, ['LATENT']),
    KSamplerAdvanced: make(
      {
        model: link('MODEL'),
        add_noise: oldCombo('enable', 'disable'),
        noise_seed: seed,
        ...sampling,
        start_at_step: int(0, 10000),
        end_at_step: int(0, 10000),
        return_with_leftover_noise: oldCombo('disable', 'enable'),
      },
      ['LATENT'],
    ),
    VAEDecode: make({ samples: link('LATENT'), vae: link('VAE') }, ['IMAGE']),
  }
}

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

const tiled = { tile_size: int(64, 4096), overlap: int(0, 4096) }
const inTime = { temporal_size: int(8, 4096), temporal_overlap: int(4, 4096) }

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
    VAEEncodeTiled: make({ pixels: link('IMAGE'), vae: link('VAE'), ...tiled, ...inTime }, ['LATENT']),
    SeedVR2Conditioning: make({ model: link('MODEL'), vae_conditioning: link('LATENT') }, [
      'CONDITIONING',
      'CONDITIONING',
    ]),
    VAEDecodeTiled: make({ samples: link('LATENT'), vae: link('VAE'), ...tiled, ...inTime }, ['IMAGE']),
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
