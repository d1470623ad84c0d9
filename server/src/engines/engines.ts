import type { Readable } from 'node:stream'
import type { Json } from '../platform/json.ts'

/**
 * What computes a video, and how tasks talk to it.
 *
 * - **engine**: one inference server, or one renderer in this process.
 * - **model**: what a caller chooses; an engine offers one or more.
 * - **operation**: an engine's own handle of work under way: JSON, saved with the attempt, enough to find the
 *   work again from another process.
 * - **slot**: one operation at a time; an engine has as many as its entry says.
 */

/** How a model makes a video. */
export type GenerateMode = 'text-to-video' | 'image-to-video'
/** `enhance` makes a finished video larger and sharper; nothing is rendered again. */
export type Mode = GenerateMode | 'enhance'

/** The model of sub-tasks that enhance a finished video. */
export const enhanceModel = 'enhance'

/** What an engine offers for one model, right now. */
export interface Capability {
  model: string
  modes: Mode[]
  /** The longest video it takes; absent where any will do. */
  max_frames?: number
}

/** What an engine can do now, and why it can't do the rest. */
export interface Capabilities {
  /** Each model once, with at least one mode; what has a problem is left out. */
  offers: Capability[]
  problems: EngineProblem[]
  /** Of the server, as it tells it; null where it doesn't. */
  version: string | null
}

/** For operators: what is wrong, and what to do about it. */
export interface EngineProblem {
  /** The model it keeps from being offered; null when it concerns the whole engine. */
  model: string | null
  message: string
  remedy: string
}

/** One video to make; every choice is already resolved and within the model's limits. */
export interface EngineRequest {
  model: string
  mode: Mode
  prompt: string
  negative_prompt: string | null
  width_px: number
  height_px: number
  fps: number
  /** The video lasts `frames / fps` seconds. */
  frames: number
  seed: number
  /** Sampling steps and guidance scale; null for the engine's own. */
  steps: number | null
  guidance: number | null
  /** The first frame, as the bytes of a PNG, JPEG or WebP file of exactly the asked size; null for text-to-video. */
  image: Uint8Array | null
  /** The last frame, likewise; null where it is open. */
  last_image: Uint8Array | null
  /** Opens the finished video that is to be enhanced, an mp4 file; may be called again. Absent in other modes. */
  video?: () => Promise<Readable>
}

/** Names the work inside the engine. Never holds a secret: it is stored and may be shown to an administrator. */
export type Operation = { [key: string]: Json }

export type OperationState =
  | { status: 'waiting' }
  /** `progress` is from 0 to 1, or null where the engine does not tell. */
  | { status: 'running'; progress: number | null }
  /** `report`: what the engine says of its result. */
  | { status: 'succeeded'; report?: { [fact: string]: Json } }
  | { status: 'failed'; error: EngineError }
  /** The engine answers, but knows nothing of this operation: no server keeps its jobs over a restart. */
  | { status: 'lost' }

/** One inference server, or one renderer in this process. Stateless: everything to find work again is in the operation. */
export interface Engine {
  readonly name: string
  /** What it offers now; throws `EngineError` with code `unavailable` when it does not answer. Asked every few seconds. */
  capabilities(signal: AbortSignal): Promise<Capabilities>
  /**
   * The operation that a start with this key gives, where the engine lets us choose its handle: it is saved before the start,
   * so that a crash, or an answer that never arrives, loses no work. Undefined where the server chooses.
   */
  operationFor(key: string): Operation | undefined
  /**
   * Starts the work and returns before it is done. `key` is unique per attempt: where the engine takes a key, a
   * second start with the same one is the same start.
   */
  start(request: EngineRequest, context: { key: string; signal: AbortSignal }): Promise<Operation>
  inspect(operation: Operation, signal: AbortSignal): Promise<OperationState>
  /** `still_busy`: the result is not wanted any more, but the slot is not free until the engine is idle. Twice is once. */
  cancel(operation: Operation, signal: AbortSignal): Promise<'stopped' | 'still_busy'>
  /** The video's bytes, after `succeeded`. May be called again: a broken download starts over. */
  fetch(operation: Operation, signal: AbortSignal): Promise<Readable>
  /** The result is stored or not wanted: what the engine keeps of it may go. Never throws for unknown operations. */
  forget(operation: Operation): Promise<void>
  /** Ends what runs inside this process; what runs elsewhere goes on, and is found again by its operation. */
  close(): Promise<void>
}

/** Whose fault: `request` will fail again anywhere, `engine` may work elsewhere or later. */
export type Fault = 'request' | 'engine'

/** How an engine fails. Decides between `failed`, another attempt, and money back. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: string
  readonly fault: Fault
  /** Whether the same request may be started again: never for a fault of the request. */
  readonly retry: boolean
  /** Whether the engine may be at work on it all the same: a start whose answer never arrived. */
  readonly mayRun: boolean

  /** `message` is shown to the task's owner: what went wrong, without internals; those go into `cause`. */
  constructor(
    code: string,
    message: string,
    options: { fault: Fault; retry?: boolean; mayRun?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.fault = options.fault
    this.mayRun = options.mayRun ?? false
    this.retry = options.fault === 'engine' && (options.retry ?? true)
  }

  /** For operators: the message, and what lies behind it. */
  get explained(): string {
    return this.cause instanceof Error ? `${this.message} ${this.cause.message}` : this.message
  }
}
