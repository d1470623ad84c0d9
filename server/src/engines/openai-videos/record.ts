import { EngineError } from '../engines.ts'
import { isObject, isOutOfMemory, outOfMemory, timedOut } from '../gpu-server.ts'

/** The parts of a job's record that the adapter reads. */
export interface VideoRecord {
  id: string
  status: string
  model: string | null
  prompt: string | null
  size: string | null
  /** Seconds since 1970, by the server's clock. */
  created_at: number
  /** Above 0 and up to 1; null where the server reports none. */
  progress: number | null
  /** Where the server uploaded the video to; null when it kept the file. */
  url: string | null
  error: { code: number | null; message: string } | null
}

/** Undefined for a body that is no job: a proxy's page, an error, the answer of an older server. */
export function readRecord(body: unknown): VideoRecord | undefined {
  if (!isObject(body) || body['object'] !== 'video') return undefined
  const { id, status, progress, error, created_at } = body
  if (typeof id !== 'string' || id === '' || typeof status !== 'string') return undefined
  const part = typeof progress === 'number' ? progress / 100 : 0
  return {
    id,
    status,
    model: textOrNull(body['model']),
    prompt: textOrNull(body['prompt']),
    size: textOrNull(body['size']),
    created_at: typeof created_at === 'number' ? created_at : 0,
    progress: part > 0 && part <= 1 ? part : null, // most servers report 0 until the end
    url: textOrNull(body['url']),
    error: isObject(error)
      ? { code: Number(error['code']) || null, message: textOrNull(error['message']) ?? '' }
      : null,
  }
}

export function hasEnded({ status }: VideoRecord): boolean {
  return status === 'completed' || status === 'failed'
}

/** The text of an error, in any of the servers' shapes: `{detail}`, `{error: {message}}`, `{error}`, or plain text. */
export function errorText(body: unknown): string {
  if (!isObject(body)) return String(body).slice(0, 500)
  const { detail, error } = body
  const text = isObject(error) ? error['message'] : (error ?? detail)
  return typeof text === 'string' ? text : JSON.stringify(text ?? body).slice(0, 2000)
}

/** Why a job failed. Servers' texts contain paths and stack traces, so they go into the cause. */
export function failureOf(record: VideoRecord, server: string): EngineError {
  const { code, message } = record.error ?? { code: null, message: 'no reason given' }
  const cause = new Error(`${server}: job ${record.id} failed: ${message}`)
  if (isOutOfMemory(message)) return outOfMemory(cause)
  if (code === 504 || /did not respond in time|timed? ?out/i.test(message)) return timedOut(cause)
  if (code !== null && code >= 400 && code < 500) return invalidParams(cause)
  return new EngineError('engine_error', 'The engine failed to make the video.', { fault: 'engine', cause })
}

export function invalidParams(cause: Error): EngineError {
  return new EngineError('invalid_params', 'The engine does not take these settings.', {
    fault: 'request',
    cause,
  })
}

/** Why a submit was refused. */
export function refusalOf(status: number, body: unknown, server: string): EngineError {
  const text = errorText(body)
  const cause = new Error(`${server}: ${status} for a submit: ${text}`)
  const engine = (code: string, message: string) => new EngineError(code, message, { fault: 'engine', cause })
  if (isOutOfMemory(text)) return outOfMemory(cause)
  if (status === 401 || status === 403) return engine('unavailable', 'The engine refuses the platform.')
  if (status === 429) return engine('queue_full', 'The engine is busy.')
  if (/model mismatch/i.test(text)) return engine('model_missing', 'The engine runs another model.')
  if (/is required for image-to-video|is not supported for T2V/.test(text)) {
    const message = 'The engine does not make videos in this mode.'
    return new EngineError('unsupported', message, { fault: 'model', retry: false, cause })
  }
  // Some servers wrap their own 400 into a 500.
  const isRequest = status === 400 || status === 413 || status === 422 || /^\s*400:/.test(text)
  if (isRequest && /image|reference|picture/i.test(text)) {
    return new EngineError('input_rejected', 'The engine does not take this image.', {
      fault: 'request',
      cause,
    })
  }
  if (isRequest) return invalidParams(cause)
  if (status === 502 || status === 503 || status === 504) {
    return engine('unavailable', 'The engine does not answer.')
  }
  return engine('engine_error', 'The engine did not take the task.')
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
