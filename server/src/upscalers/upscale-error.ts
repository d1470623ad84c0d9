export type UpscaleErrorCode =
  | 'source_unreadable'
  | 'out_of_memory'
  /** No frame came for too long; the processes were killed. */
  | 'hung'
  /** ffmpeg, onnxruntime or the network's file is not there. */
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

/** What a process that ended badly died of, by what it last said and the signal that ended it. */
export function causeOf(said: string, signal: NodeJS.Signals | null): UpscaleErrorCode {
  // Nobody here has killed it when this is asked: the system did, and that is how it takes memory back.
  return signal === 'SIGKILL' || OUT_OF_MEMORY.test(said) ? 'out_of_memory' : 'failed'
}
