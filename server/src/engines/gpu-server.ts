import { EngineError, type EngineProblem } from './engines.ts'

// What adapters of inference servers have in common.

/** Whether an error's text, or the name of its class, tells of memory that ran out. */
export function isOutOfMemory(text: string): boolean {
  return /out of memory|OutOfMemory|\bOOM\b/i.test(text)
}

export function outOfMemory(cause: Error): EngineError {
  return new EngineError('out_of_memory', 'The engine ran out of memory on this video.', {
    fault: 'engine',
    cause,
  })
}

/** What became of a job that shows no sign of life. */
export function timedOut(cause: Error): EngineError {
  return new EngineError('timeout', 'The engine did not finish in time.', { fault: 'engine', cause })
}

/** What an answer to the first question says of the whole server: that it wants a key, or that it is another server. */
export function wrongServer(status: number, title: string, path: string): EngineProblem | undefined {
  if (status === 401 || status === 403) {
    return {
      model: null,
      message: `The server needs a key, and refuses the one it got, if any (status ${status}).`,
      remedy: 'Put the key into an environment variable and name that in key_variable of the entry.',
    }
  }
  if (status === 404 || status === 405) {
    return {
      model: null,
      message: `There is no ${title} server at this address: it has no ${path}.`,
      remedy: 'Set url to the address of the server, without /v1 at its end.',
    }
  }
  return undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: Uint8Array
}

/** @throws EngineError `input_rejected` for what is no PNG, JPEG or WebP file. */
export function readPicture(bytes: Uint8Array): Picture {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG')) return { type: 'image/png', bytes }
  if (head.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', bytes }
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return { type: 'image/webp', bytes }
  throw new EngineError('input_rejected', 'The image is no PNG, JPEG or WebP file.', { fault: 'request' })
}

/** The bytes themselves: a server is never told an address to fetch, nor a path to read. */
export function dataUrl({ type, bytes }: Picture): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** The same failure of a call that asked and changed nothing. */
export function withoutEffect(error: unknown): unknown {
  if (!(error instanceof EngineError) || !error.mayRun) return error
  const { code, message, fault, retry, cause } = error
  return new EngineError(code, message, { fault, retry, cause })
}

/**
 * Which jobs have shown the same for too long. These servers tell no progress, so a job that hangs looks like a long one. Kept in
 * memory: after a restart of this process a job has its whole time again.
 */
export class StallWatch {
  readonly #limit_ms: number
  readonly #now: () => number
  readonly #seen = new Map<string, { status: string; since_ms: number }>()
  readonly #stalled = new Set<string>()

  /** `now` gives milliseconds. */
  constructor(limit_s: number, now: () => number) {
    this.#limit_ms = limit_s * 1000
    this.#now = now
  }

  /** Notes what an unfinished job shows; true from when it has shown it for too long. */
  isStalled(id: string, status: string): boolean {
    const last = this.#seen.get(id)
    if (last?.status !== status) {
      this.#seen.set(id, { status, since_ms: this.#now() })
      return this.#stalled.has(id)
    }
    if (this.#now() - last.since_ms > this.#limit_ms) this.#stalled.add(id)
    return this.#stalled.has(id)
  }

  /** A job has ended, or the server knows it no more. */
  settle(id: string): void {
    this.#seen.delete(id)
    this.#stalled.delete(id)
  }

  /** Jobs that hung and have not been seen to end: as long as there is one, the server is suspect. */
  get stalled(): readonly string[] {
    return [...this.#stalled]
  }
}
