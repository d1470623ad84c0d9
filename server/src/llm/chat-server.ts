import type { Log } from '../platform/log.ts'

export interface LlmOptions {
  /** Of an OpenAI-compatible server, with its version: `http://127.0.0.1:11434/v1`. */
  base_url: string
  api_key: string | null
  model: string
  /** Asks for the answer in pieces; some servers offer nothing else. */
  stream: boolean
  /** Questions under way at once in this process; more fail at once. */
  concurrency: number
  log: Log
}

/** One question. */
export interface Question {
  /** What to do; nothing of any user's. */
  instructions: string
  /** What to do it with: told as JSON, so that a text of a user is never anything but a value. */
  material: Record<string, unknown>
  /** JSON Schema of the answer, an object. */
  schema: { name: string; properties: Record<string, unknown> }
}

/** A chat server. Everything it says is data: checked by whoever asks. */
export interface Llm {
  readonly model: string
  /**
   * The answer as a JSON object; whether it follows the schema is for the caller to see.
   * @throws LlmError when there is none in time, or the signal's reason.
   */
  ask(question: Question, signal: AbortSignal): Promise<Record<string, unknown>>
}

export type LlmReason =
  | 'unreachable'
  | 'too_slow'
  | 'canceled'
  | 'too_long'
  | 'refused'
  | 'rate_limited'
  | 'broken'
  | 'not_json'
  | 'resting'
  | 'busy'

/** Why a chat server gave no answer. */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly reason: LlmReason
  readonly status: number | undefined
  /** What the server asks to wait. */
  readonly retry_after_ms: number | undefined

  constructor(
    reason: LlmReason,
    message: string,
    options: { status?: number | undefined; retry_after_ms?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.status = options.status
    this.retry_after_ms = options.retry_after_ms
  }

  /** The server doesn't like how it was asked: without a schema it may. */
  get isAboutRequest(): boolean {
    return this.status === 400 || this.status === 404 || this.status === 422 || this.status === 501
  }
}
