import { Readable } from 'node:stream'
import { EngineError } from './engines.ts'

/** How an inference server is reached. */
export interface ServerAddress {
  /** Without a slash at its end. May carry a path, for a server behind a proxy. */
  url: string
  /** Sent with every request: what a reverse proxy asks for. Secret. */
  headers: Readonly<Record<string, string>>
}

export interface ServerRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON; a form is sent as it is. */
  body?: object | FormData
  /** Instead: what is too large to be held at once, sent as it comes. */
  stream?: { content_type: string; bytes: AsyncIterable<Uint8Array> }
  signal: AbortSignal
  /** Milliseconds until the last byte of an answer, or the first of a stream; default 10,000. */
  timeout_ms?: number
}

export interface ServerAnswer {
  status: number
  /** Parsed when it says that it is JSON, else the text. */
  body: unknown
}

/** The HTTP side of one inference server. It never follows a redirect and sends no Origin. */
export interface ServerClient {
  /** Any status is an answer. @throws EngineError `unavailable` when there is none; the signal's reason when it aborts. */
  ask(path: string, request: ServerRequest): Promise<ServerAnswer>
  /** A file's bytes, checked against the length that is announced. @throws EngineError `unavailable`, `result_gone` for any status but 200. */
  download(path: string, signal: AbortSignal): Promise<Readable>
}

const answerWithin_ms = 10_000
/** Documents are small; a server that sends more is broken. ComfyUI's list of all nodes has 3 MB. */
const maxAnswer_bytes = 32 * 2 ** 20

/** `mayRun`: the request was sent, and perhaps heard. */
function noAnswer(name: string, error: unknown, mayRun: boolean): EngineError {
  return new EngineError('unavailable', 'The engine does not answer.', {
    fault: 'engine',
    mayRun,
    cause: new Error(`${name}: ${causeText(error)}`, { cause: error }),
  })
}

export function createServerClient(name: string, { url, headers }: ServerAddress): ServerClient {
  const send = async (path: string, { method = 'GET', body, stream, signal, timeout_ms }: ServerRequest) => {
    signal.throwIfAborted()
    const isForm = body instanceof FormData
    // Whoever reads a stream takes the time that it takes: only the first byte is due.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), timeout_ms ?? answerWithin_ms)
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...(stream && { 'content-type': stream.content_type }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        ...(stream && { body: stream.bytes, duplex: 'half' }),
        redirect: 'manual',
        signal: AbortSignal.any([signal, late.signal]),
      })
      return { response, timer }
    } catch (error) {
      clearTimeout(timer)
      signal.throwIfAborted()
      throw noAnswer(name, error, !isRefusal(error))
    }
  }

  return {
    async ask(path, request) {
      const { response, timer } = await send(path, request)
      try {
        return { status: response.status, body: await readBody(response) }
      } catch (error) {
        request.signal.throwIfAborted()
        throw noAnswer(name, error, true)
      } finally {
        clearTimeout(timer)
      }
    },

    async download(path, signal) {
      const { response, timer } = await send(path, { signal })
      clearTimeout(timer)
      if (response.status !== 200 || !response.body) {
        await response.body?.cancel()
        throw new EngineError('result_gone', 'The engine does not have the video any more.', {
          fault: 'engine',
          cause: new Error(`${name}: ${response.status} for ${path}`),
        })
      }
      return Readable.from(checkedLength(name, response))
    },
  }
}

async function readBody(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxAnswer_bytes) throw new Error('an answer without end')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  if (!response.headers.get('content-type')?.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The bytes of an answer; a connection that breaks, or ends early, is the engine's failure. */
async function* checkedLength(name: string, response: Response): AsyncGenerator<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? Number.NaN)
  let seen = 0
  try {
    for await (const chunk of response.body!) {
      seen += chunk.length
      yield chunk
    }
  } catch (error) {
    throw noAnswer(name, error, true)
  }
  if (!Number.isNaN(announced) && seen !== announced) {
    throw noAnswer(name, new Error(`${seen} of ${announced} bytes`), true)
  }
}

/** Whether the connection was never made, so that the server can't have heard the request. */
function isRefusal(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code)
}

function causeText(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
