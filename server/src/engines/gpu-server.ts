import { EngineError, engineProblem, type EngineProblem } from './engines.ts'

// What the adapters of inference servers share.

/** Whether the text or the class name of an error says that memory ran out. */
export function isOutOfMemory(text: string): boolean {
  return /out of memory|OutOfMemory|\bOOM\b/i.test(text)
}

export function outOfMemory(cause: Error): EngineError {
  return new EngineError('out_of_memory', 'The engine ran out of memory on this video.', {
    fault: 'engine',
    cause,
  })
}

/** The error of a job that hangs. */
export function timedOut(cause: Error): EngineError {
  return new EngineError('timeout', 'The engine did not finish in time.', { fault: 'engine', cause })
}

/** The problem behind the status of a server's first answer: it requires a key, or it is another kind of server. */
export function wrongServer(status: number, title: string, path: string): EngineProblem | undefined {
  if (status === 401 || status === 403) {
    return engineProblem('key_wanted', { status })
  }
  if (status === 404 || status === 405) {
    return engineProblem('other_server', { title, path })
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

/** The picture as a data URL: no server is given a URL to fetch or a path to read. */
export function dataUrl({ type, bytes }: Picture): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** The same error without `mayRun`, for a call that cannot have started anything. */
export function withoutMayRun(error: unknown): unknown {
  if (!(error instanceof EngineError) || !error.mayRun) return error
  const { code, message, fault, retry, cause } = error
  return new EngineError(code, message, { fault, retry, cause })
}
