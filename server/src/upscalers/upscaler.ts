import type { Size } from './size.ts'

export interface UpscaleJob extends Size {
  source_path: string
  /**
   * An mp4, written under another name beside it (`<name>.<random>.part.mp4`) and renamed when it is whole. What a killed
   * process leaves is such a part only.
   */
  target_path: string
  /** Aborted: both cores are free within a second, nothing is left on disk, and `run` throws the signal's reason. */
  signal: AbortSignal
  /** `done` grows up to `of`; the last call has both the same. */
  onFrame: (done: number, of: number) => void
}

/**
 * Makes a finished video larger, frame by frame: the number of frames, the rate, the sound (bit for bit), the colour tags
 * and the file's own tags stay. A source whose frames are not evenly spaced gets its mean rate. Memory doesn't grow with the
 * length, and nothing but the result is written to disk.
 */
export interface Upscaler {
  readonly name: 'onnx' | 'ffmpeg'
  /** @throws {UpscaleError} */
  run(job: UpscaleJob): Promise<void>
  /** Ends what runs (its `run` rejects) and resolves once no process of it is left. A later `run` is refused. */
  close(): Promise<void>
}
