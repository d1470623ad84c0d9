import type { Size } from './size.ts'

export interface UpscaleJob extends Size {
  source_path: string
  /**
   * An mp4, written as `<name>.<random>.part.mp4` beside it and renamed when complete. A killed process leaves only such a
   * part file.
   */
  target_path: string
  /** On abort the cores are free within a second, nothing is left on disk, and `run` throws the signal's reason. */
  signal: AbortSignal
  /** `done` grows up to `of`; the last call has both equal. */
  onFrame: (done: number, of: number) => void
}

/**
 * Enlarges a finished video frame by frame. Frame count, rate, sound (unchanged), colour tags and the file's own tags are
 * kept. A source with uneven frame times gets its mean rate. Memory is constant, and only the result is written to disk.
 */
export interface Upscaler {
  readonly name: 'onnx' | 'ffmpeg'
  /** @throws {UpscaleError} */
  run(job: UpscaleJob): Promise<void>
  /** Aborts running jobs (their `run` rejects), and resolves when all their processes have ended. A later `run` is refused. */
  close(): Promise<void>
}
