import type { Log } from '../platform/log.ts'

export interface LlmOptions {
  /** Base URL of an OpenAI-compatible server, with its version: `http://127.0.0.1:11434/v1`. */
  base_url: string
  api_key: string | null
  model: string
  /** Requests a streamed answer; some servers offer nothing else. */
  stream: boolean
  /** Concurrent questions of this process; further ones fail at once. */
  concurrency: number
  log: Log
}

export interface Question {
  /** Instructions, without any user's text. */
  instructions: string
  /** The material, sent as JSON, so that a user's text is always a value. */
  material: Record<string, unknown>
  /** JSON Schema of the answer, which is an object. */
  schema: { name: string; properties: Record<string, unknown> }
}

/** A chat server. Its answers are untrusted: the caller validates them. */
export interface Llm {
  readonly model: string
  /**
   * Returns the answer as a JSON object; the caller checks it against the schema. @throws LlmError when none arrives in
   * time; the signal's reason.
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
  /** From the server's `Retry-After`. */
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

  /** The server rejects the form of the request: without a schema it may accept it. */
  get isAboutRequest(): boolean {
    return this.status === 400 || this.status === 404 || this.status === 422 || this.status === 501
  }
}
