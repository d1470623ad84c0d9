import { integer, oneOf, type Setting } from '../platform/setting.ts'
import { ownNetwork } from '../upscalers/upscalers.ts'

function upscaleModel(): Setting<string> {
  return {
    name: 'UPSCALE_MODEL',
    about:
      'ONNX network with a scale factor of 2, 3 or 4 (NCHW, 0 to 1, luma or RGB), such as an export of Real-ESRGAN.',
    default: 'our own, server/models/upscale-x2.onnx',
    read: (value) => value ?? ownNetwork.model_path,
  }
}

/** Settings of the built-in engine that enhances videos. */
export const upscaleSettings = {
  upscaler: oneOf<'auto' | 'onnx' | 'ffmpeg'>(
    'UPSCALER',
    'auto',
    ['auto', 'onnx', 'ffmpeg'],
    'What enhances videos: a network (`onnx`), a spline with mild sharpening (`ffmpeg`, fast), or the first of these that can run (`auto`).',
  ),
  upscale_model: upscaleModel(),
  upscale_slots: integer(
    'UPSCALE_SLOTS',
    1,
    [0, 16],
    'Videos that each process enhances at once; 0 switches it off.',
  ),
}
