import { findProgram, ProcessError } from '../platform/media/run.ts'
import { UpscaleError } from './upscale-error.ts'

/** The ffmpeg to use. @throws {UpscaleError} `runtime_missing` */
export function locateFfmpeg(path: string | undefined): string {
  try {
    return findProgram('ffmpeg', path)
  } catch (cause) {
    if (cause instanceof ProcessError)
      throw new UpscaleError('runtime_missing', 'ffmpeg is not there.', { cause })
    throw cause
  }
}
