import { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import { Stream } from 'openai/streaming'
import { LlmError } from './chat-server.ts'

interface Completion {
  choices?: { message?: { content?: unknown }; delta?: { content?: unknown }; finish_reason?: unknown }[]
}

/** Reads the text of an answer, whole or streamed, as the server chose. @throws LlmError when it is cut off or empty. */
export async function readAnswer(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const { text, finish } = await (isStream ? readStream(response) : readWhole(response))
  if (finish === 'length') throw new LlmError('too_long', 'The answer was cut off')
  if (!text.trim()) throw new LlmError('broken', 'The answer is empty')
  return text
}

async function readWhole(response: Response): Promise<{ text: string; finish: unknown }> {
  const [choice] = ((await response.json()) as Completion | null)?.choices ?? []
  const content = choice?.message?.content
  return { text: typeof content === 'string' ? content : '', finish: choice?.finish_reason }
}

async function readStream(response: Response): Promise<{ text: string; finish: unknown }> {
  let text = ''
  let finish: unknown
  for await (const chunk of Stream.fromSSEResponse<Completion>(response, new AbortController())) {
    const [choice] = chunk.choices ?? []
    if (typeof choice?.delta?.content === 'string') text += choice.delta.content
    finish = choice?.finish_reason ?? finish
  }
  return { text, finish }
}

export function toLlmError(error: unknown, signal: AbortSignal): LlmError {
  if (error instanceof LlmError) return error
  if (signal.aborted) {
    const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
    return new LlmError(isLate ? 'too_slow' : 'canceled', 'No answer in time', { cause: error })
  }
  const own = findOwn(error)
  if (own) return own
  if (error instanceof APIUserAbortError || error instanceof APIConnectionError)
    return new LlmError('unreachable', 'It cannot be reached', { cause: error })
  if (error instanceof APIError && error.status !== undefined) {
    const status = error.status as number
    const retry_after_ms = status === 429 || status === 503 ? retryAfter(error.headers) : undefined
    const reason = status === 429 ? 'rate_limited' : status < 500 ? 'refused' : 'broken'
    return new LlmError(reason, `It answered ${status}`, { status, retry_after_ms, cause: error })
  }
  return new LlmError('broken', 'The answer cannot be read', { cause: error })
}

/** Finds our own error, which the library wraps. */
function findOwn(error: unknown): LlmError | undefined {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth++
  )
    if (cause instanceof LlmError) return cause
  return undefined
}

const unsaid_ms = 1_000

/** Accepts seconds or a date. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after')
  if (value === null || value === undefined) return unsaid_ms
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? unsaid_ms : Math.max(0, date - Date.now())
}
