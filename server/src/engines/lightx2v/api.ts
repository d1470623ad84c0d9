import { EngineError } from '../engines.ts'
import { isObject, isOutOfMemory, outOfMemory } from '../gpu-server.ts'
import type { ServerClient } from '../server.ts'

/** Longer than for other calls, because a submission carries a picture. */
const submitTimeout_ms = 30_000

export interface Lightx2vTask {
  id: string
  status: string
  /** Whether it was cancelled, even if its status is `completed`. */
  isCancelled: boolean
  error: string
  error_type: string
}

/** The server's calls. All throw `EngineError` with code `unavailable` for an unexpected answer, or none. */
export interface Lightx2vApi {
  find(id: string, signal: AbortSignal): Promise<Lightx2vTask | undefined>
  /** Submits a task. A second call with the same task id changes nothing. */
  submit(task: object, signal: AbortSignal): Promise<void>
  cancel(id: string, signal: AbortSignal): Promise<void>
  /** The id of the task that the GPU computes; null when it is idle. */
  currentTask(signal: AbortSignal): Promise<string | null>
}

export function createLightx2vApi(name: string, client: ServerClient): Lightx2vApi {
  const unexpected = (status: number, path: string): EngineError =>
    new EngineError('unavailable', 'The engine does not answer.', {
      fault: 'engine',
      cause: new Error(`${name}: ${status} for ${path}`),
    })
  const pathOf = (id: string) => `/v1/tasks/${encodeURIComponent(id)}`

  return {
    async find(id, signal) {
      const path = `${pathOf(id)}/status`
      const { status, body } = await client.ask(path, { signal })
      // A proxy's own 404 says nothing about the task.
      if (status === 404 && isObject(body)) return undefined
      if (status !== 200 || !isObject(body)) throw unexpected(status, path)
      const state = textOf(body['status'])
      const error = textOf(body['error'])
      const isCancelled = state === 'cancelled' || (state === 'completed' && /cancelled by user/i.test(error))
      return { id, status: state, isCancelled, error, error_type: textOf(body['error_type']) }
    },

    async submit(task, signal) {
      // The slash at the end is needed: without it the server refuses the request.
      const path = '/v1/tasks/video/'
      const { status, body } = await client.ask(path, {
        method: 'POST',
        body: task,
        signal,
        timeout_ms: submitTimeout_ms,
      })
      if (status === 200 && isObject(body) && 'task_id' in body) return
      const text = detailOf(body)
      // Ids are unique per attempt, so an existing task is an earlier start of the same attempt.
      if (status === 503 && /already exists/i.test(text)) return
      throw refusalOf(status, text, name)
    },

    async cancel(id, signal) {
      const { status, body } = await client.ask(pathOf(id), { method: 'DELETE', signal })
      if (status !== 200 || !isObject(body) || body['stop_status'] === 'error') {
        throw unexpected(status, pathOf(id))
      }
    },

    async currentTask(signal) {
      const path = '/v1/service/status'
      const { status, body } = await client.ask(path, { signal })
      if (status !== 200 || !isObject(body)) throw unexpected(status, path)
      if (body['service_status'] === 'idle') return null
      return typeof body['current_task'] === 'string' ? body['current_task'] : null
    },
  }
}

/** Why a submission was refused. The server's texts may contain paths, so they go into the cause. */
function refusalOf(status: number, text: string, server: string): EngineError {
  const cause = new Error(`${server}: ${status} for a submit: ${text}`)
  const engine = (code: string, message: string) => new EngineError(code, message, { fault: 'engine', cause })
  if (isOutOfMemory(text)) return outOfMemory(cause)
  if (status === 503 && /queue is full/i.test(text)) return engine('queue_full', 'The engine is busy.')
  // The server may wrap its own 400 into a 500.
  const isRequest = status === 400 || status === 413 || status === 422 || /^\s*400:/.test(text)
  if (isRequest && /image/i.test(text)) {
    return new EngineError('input_rejected', 'The engine does not take this image.', {
      fault: 'request',
      cause,
    })
  }
  if (isRequest) {
    return new EngineError('invalid_params', 'The engine does not take these settings.', {
      fault: 'request',
      cause,
    })
  }
  if (status === 401 || status === 403) return engine('unavailable', 'The engine refuses the platform.')
  if (status === 502 || status === 503 || status === 504) {
    return engine('unavailable', 'The engine does not answer.')
  }
  return engine('engine_error', 'The engine did not take the task.')
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function detailOf(body: unknown): string {
  const detail = isObject(body) ? body['detail'] : body
  return typeof detail === 'string' ? detail : JSON.stringify(detail ?? '').slice(0, 2000)
}
