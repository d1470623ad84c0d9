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
export const modelFiles = {
  unet_name: [
    'wan2.2_ti2v_5B_fp16.safetensors',
    'wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_t2v_low_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_low_noise_14B_fp8_scaled.safetensors',
  ],
  clip_name: ['umt5_xxl_fp8_e4m3fn_scaled.safetensors'],
  vae_name: ['wan2.2_vae.safetensors', 'wan_2.1_vae.safetensors'],
}

/** A fresh description each time: a test may take classes and files away. */
export function describeNodes(files: Record<keyof typeof modelFiles, string[]>): Record<string, NodeClass> {
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
    RepeatImageBatch: make({ image: link('IMAGE'), amount: int(1, 4096) }, ['IMAGE']),
    CreateVideo: make({ images: link('IMAGE'), fps: float(1, 120) }, ['VIDEO'], {
      optional: { audio: link('AUDIO') },
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
    UNETLoader: make(
      { unet_name: combo(...files.unet_name), weight_dtype: oldCombo('default', 'fp8_e4m3fn') },
      ['MODEL'],
    ),
    CLIPLoader: make({ clip_name: combo(...files.clip_name), type: oldCombo('wan', 'ltxv') }, ['CLIP'], {
      optional: { device: oldCombo('default', 'cpu') },
    }),
    VAELoader: make({ vae_name: combo(...files.vae_name) }, ['VAE']),
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
