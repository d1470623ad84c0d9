export type UpscaleErrorCode =
  | 'source_unreadable'
  | 'out_of_memory'
  /** No frame came for too long; the processes were killed. */
  | 'hung'
  /** ffmpeg, onnxruntime or the network's file is missing. */
  | 'runtime_missing'
  | 'failed'

export class UpscaleError extends Error {
  override readonly name = 'UpscaleError'
  readonly code: UpscaleErrorCode

  constructor(code: UpscaleErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

const OUT_OF_MEMORY = /bad_alloc|allocate memory|heap out of memory|ENOMEM|out of memory/i

/** The cause of a failed process, by its last output and signal. */
export function causeOf(said: string, signal: NodeJS.Signals | null): UpscaleErrorCode {
  // We did not kill it: the system does so when memory runs out.
  return signal === 'SIGKILL' || OUT_OF_MEMORY.test(said) ? 'out_of_memory' : 'failed'
}
