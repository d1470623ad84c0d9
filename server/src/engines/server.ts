import { Readable } from 'node:stream'
import { EngineError } from './engines.ts'

/** How an inference server is reached. */
export interface ServerAddress {
  /** Without a slash at its end. May contain a path, for a server behind a proxy. */
  url: string
  /** Sent with every request: the credentials that a reverse proxy requires. Secret. */
  headers: Readonly<Record<string, string>>
}

export interface ServerRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON, or as the form that it is. */
  body?: object | FormData
  /** Streamed in place of `body`, for what is too large for memory. */
  stream?: { content_type: string; bytes: AsyncIterable<Uint8Array> }
  signal: AbortSignal
  /** Milliseconds until the answer is complete, or until its headers for a download; default 10,000. */
  timeout_ms?: number
}

export interface ServerAnswer {
  status: number
  /** The parsed JSON if the content type says JSON and it parses, else the text. */
  body: unknown
}

/** An HTTP client for one inference server. It never follows a redirect and sends no Origin. */
export interface ServerClient {
  /** Resolves for any status. @throws EngineError `unavailable` when no answer arrives; the signal's reason when it aborts. */
  ask(path: string, request: ServerRequest): Promise<ServerAnswer>
  /**
   * Streams a file; the stream fails if its length differs from the announced one.
   * @throws EngineError `unavailable`; `result_gone` for any status but 200.
   */
  download(path: string, signal: AbortSignal): Promise<Readable>
}

const answerTimeout_ms = 10_000
/** A server that sends more is broken: the largest known answer, ComfyUI's list of all nodes, has 3 MB. */
const maxAnswer_bytes = 32 * 2 ** 20

/** `mayRun`: the request was sent, so the server may have received it. */
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
    // The timeout covers the headers; `ask` keeps it on for the body, `download` does not.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), timeout_ms ?? answerTimeout_ms)
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

/** The body of an answer. A connection that breaks or ends early becomes an EngineError. */
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

/** Whether no connection was made, so that the server cannot have received the request. */
function isRefusal(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code)
}

function causeText(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
