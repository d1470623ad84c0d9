import type { GenerateMode } from '../engines/engines.ts'
import type { Json } from '../platform/json.ts'

// What is proposed for models that we know. Those of docs/engines/engines.example.yaml are the same there; a test compares.

export interface KnownModel {
  name: string
  /** Matches what servers call it: a repository, a path, a class. */
  pattern: RegExp
  entry: { [field: string]: Json }
  /** Fields of the model in an engine's entry of the kind `sglang`. */
  sglang?: { [field: string]: Json }
}

const prices = { '*': { unit: 'second', unit_price: '20' } }
const wanSizes = {
  '480p': { '16:9': '832x480', '9:16': '480x832' },
  '720p': { '16:9': '1280x720', '9:16': '720x1280' },
}
const seconds = { min: 1, max: 5, default: 5 }

const wan5b = {
  title: 'Wan 2.2 5B',
  licence: 'Apache-2.0',
  modes: ['text-to-video', 'image-to-video'],
  sizes: { '720p': { '16:9': '1280x704', '9:16': '704x1280' } },
  size_multiple_px: 32,
  fps: 24,
  frame_step: 4,
  seconds,
  steps: { min: 4, max: 50, default: 20 },
  guidance: { min: 1, max: 10, default: 5 },
  prices,
}
const wanT2v = {
  title: 'Wan 2.2 T2V A14B',
  licence: 'Apache-2.0',
  modes: ['text-to-video'],
  sizes: wanSizes,
  size_multiple_px: 16,
  fps: 16,
  seconds,
  steps: { min: 4, max: 50, default: 40 },
  guidance: { min: 1, max: 10, default: 4 },
  prices,
}
const wanI2v = { ...wanT2v, title: 'Wan 2.2 I2V A14B', modes: ['image-to-video'] }

/** The more exact pattern comes first. */
export const knownModels: readonly KnownModel[] = [
  { name: 'wan2.2-5b', pattern: /wan2[._]2.*(ti2v|5b)/i, entry: wan5b },
  {
    name: 'wan2.2-i2v-a14b',
    pattern: /wan2[._]2.*i2v/i,
    entry: wanI2v,
    sglang: { extra: { guidance_scale_2: 3.0 } },
  },
  {
    name: 'wan2.2-t2v-a14b',
    pattern: /wan2[._]2.*(t2v|a?14b)/i,
    entry: wanT2v,
    sglang: { extra: { guidance_scale_2: 3.0 } },
  },
  {
    name: 'hunyuanvideo-1.5',
    pattern: /hunyuan-?video-?_?1[._]5/i,
    entry: {
      title: 'HunyuanVideo 1.5',
      licence: 'Tencent Hunyuan Community, not for the EU, the UK and South Korea',
      modes: ['text-to-video'],
      sizes: { '480p': { '16:9': '848x480' } },
      size_multiple_px: 16,
      fps: 24,
      frame_step: 4,
      seconds,
      steps: { min: 10, max: 50, default: 50 },
      guidance: { min: 1, max: 10, default: 6 },
      prices,
    },
  },
  {
    name: 'ltx-2',
    pattern: /ltx-?_?2/i,
    entry: {
      title: 'LTX-2 19B',
      licence: 'LTX-2 Community',
      modes: ['text-to-video', 'image-to-video'],
      sizes: { '512p': { '3:2': '768x512', '2:3': '512x768' } },
      size_multiple_px: 32,
      fps: 24,
      frame_step: 8,
      seconds,
      steps: { min: 8, max: 50, default: 40 },
      guidance: { min: 1, max: 10, default: 4 },
      prices,
    },
  },
]

/** What is assumed of a model that we do not know: sizes and a rate that most take. */
export const unknownModel = {
  modes: ['text-to-video'],
  sizes: { '480p': { '16:9': '832x480', '9:16': '480x832' } },
  size_multiple_px: 16,
  fps: 16,
  frame_step: 4,
  seconds,
  prices,
}

/** A model of built-in graphs of ComfyUI: what the graphs and their files are made for. See docs/engines/comfyui.md. */
export interface GraphModel {
  name: string
  graphs: { readonly [Mode in GenerateMode]: string }
  entry: { [field: string]: Json }
}

export const graphModels: readonly GraphModel[] = [
  {
    name: 'wan2.2-5b',
    graphs: { 'text-to-video': 'wan22-5b-t2v', 'image-to-video': 'wan22-5b-i2v' },
    entry: wan5b,
  },
  {
    name: 'wan2.2-14b',
    graphs: { 'text-to-video': 'wan22-14b-t2v', 'image-to-video': 'wan22-14b-i2v' },
    entry: {
      ...wanT2v,
      title: 'Wan 2.2 14B',
      modes: ['text-to-video', 'image-to-video'],
      steps: { min: 4, max: 50, default: 20 },
      guidance: { min: 1, max: 10, default: 3.5 },
    },
  },
  {
    name: 'hunyuan-1.5',
    graphs: { 'text-to-video': 'hunyuan15-t2v', 'image-to-video': 'hunyuan15-i2v' },
    entry: {
      title: 'HunyuanVideo 1.5',
      licence: 'Tencent Hunyuan Community, not for the EU, the UK and South Korea',
      modes: ['text-to-video', 'image-to-video'],
      sizes: { '720p': { '16:9': '1280x720', '9:16': '720x1280' } },
      size_multiple_px: 16,
      fps: 24,
      frame_step: 4,
      seconds,
      steps: { min: 10, max: 50, default: 20 },
      guidance: { min: 1, max: 10, default: 6 },
      prices: { '*': { unit: 'second', unit_price: '30' } },
    },
  },
  {
    name: 'ltx-2',
    graphs: { 'text-to-video': 'ltx2-t2v', 'image-to-video': 'ltx2-i2v' },
    entry: {
      title: 'LTX-2',
      licence: 'LTX-2 Community',
      modes: ['text-to-video', 'image-to-video'],
      sizes: { '720p': { '16:9': '1280x704', '9:16': '704x1280' } },
      size_multiple_px: 64,
      fps: 24,
      frame_step: 8,
      seconds: { min: 1, max: 10, default: 5 },
      steps: { min: 8, max: 40, default: 20 },
      guidance: { min: 1, max: 10, default: 4 },
      prices: { '*': { unit: 'second', unit_price: '40' } },
    },
  },
]

/** Needs no file: proves that everything is connected. */
export const proofModel: GraphModel = {
  name: 'solid-color',
  graphs: { 'text-to-video': 'modelless-solid-color-t2v', 'image-to-video': 'modelless-still-image-i2v' },
  entry: {
    title: 'One colour',
    modes: ['text-to-video', 'image-to-video'],
    sizes: { '192p': { '16:9': '320x192' } },
    fps: 16,
    seconds: { min: 1, max: 5, default: 2 },
    prices: { '*': { unit: 'second', unit_price: '1' } },
  },
}

/** Of the graphs that enhance videos, the first that a server can run is proposed. */
export const enhanceGraphs = ['upscale-video-esrgan', 'upscale-video-seedvr2-core']
