import type { Readable } from 'node:stream'
export type { JobClock, JobClocks } from './hang-watch.ts'
export { engineProblem, type EngineProblem, type ProblemCode, problemTexts } from './problems.ts'
import type { Json } from '../platform/json.ts'
import type { EngineProblem } from './problems.ts'

// The interface of engines.
//
// - engine: one inference server, or one renderer in this process.
// - model: what a caller chooses; an engine offers one or more.
// - operation: an engine's own handle of an attempt's work, as JSON. It is saved with the attempt and is enough to find the work
//   again from another process.
// - slot: room for one operation at a time; an engine has as many as its entry says.

/** What a model makes a video from. */
export type GenerateMode = 'text-to-video' | 'image-to-video'
/** `enhance` makes a finished video larger and sharper, without generating it again. */
export type Mode = GenerateMode | 'enhance'

/** Whether a model makes a video to a sound that it is given: never, if there is one, or only then. */
export type AudioUse = 'none' | 'optional' | 'required'

/** The model name of sub-tasks that enhance a finished video. */
export const enhanceModel = 'enhance'

/** What an engine offers for one model, right now. */
export interface Capability {
  model: string
  modes: Mode[]
  /** The length limit of its videos; absent without a limit. */
  max_frames?: number
}

export type ParameterValue = string | number | boolean

/**
 * A parameter that the operator gives a model: an input of its graph that callers may set. Where the default is null, the graph
 * keeps its own value.
 */
export type ModelParameter = {
  /** Its name and its explanation in plain words, for forms. */
  title: string
  description: string | null
} & (
  | {
      type: 'number' | 'integer'
      min: number
      max: number
      /** Values are multiples of it; null where all are taken. */
      step: number | null
      default: number
    }
  | { type: 'boolean'; default: boolean }
  | { type: 'string'; max_length: number; default: string | null }
  /** `server`: the choices are those that the engine reports. */
  | { type: 'choice'; choices: readonly string[] | 'server'; default: string | null }
)

/** What an engine has to choose from, for a parameter whose choices are the server's. */
export interface ReportedChoices {
  model: string
  parameter: string
  choices: string[]
}

/** What an engine can do now, and why it cannot do the rest. */
export interface Capabilities {
  /** Each model once, with at least one mode; a mode with a problem is left out. */
  offers: Capability[]
  /** Of parameters whose choices are the server's, of models in `offers`; absent without any. */
  choices?: ReportedChoices[]
  problems: EngineProblem[]
  /** The server's version; null if it reports none. */
  version: string | null
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
  /** Sampling steps and guidance scale; null for the engine's own defaults. */
  steps: number | null
  guidance: number | null
  /** The parameters that the operator gave the model, by name; absent where it has none. */
  parameters?: Readonly<Record<string, ParameterValue>>
  /** The first frame, as a PNG, JPEG or WebP file of exactly `width_px` by `height_px`; null for text-to-video. */
  image: Uint8Array | null
  /** The last frame, likewise; null if the video may end anyhow. */
  last_image: Uint8Array | null
  /** The sound that it is made to, as a WAV file (16 bits, stereo, 48 kHz) that lasts as long as the video; null without one. */
  audio: Uint8Array | null
  /** Opens the mp4 file to enhance; may be called more than once. Absent in other modes. */
  video?: () => Promise<Readable>
}

/** The engine's handle of an attempt's work. Contains no secret: it is stored, and administrators may see it. */
export type Operation = { [key: string]: Json }

export type OperationState =
  | { status: 'waiting' }
  /** `progress` is from 0 to 1, or null if the engine reports none. */
  | { status: 'running'; progress: number | null }
  /** `report`: facts about the result, such as which upscaler made it. */
  | { status: 'succeeded'; report?: { [fact: string]: Json } }
  | { status: 'failed'; error: EngineError }
  /** The engine answers, but does not know this operation: most servers lose their jobs when they restart. */
  | { status: 'lost' }

/** One inference server, or one renderer in this process. Everything that is needed to find work again is in the operation. */
export interface Engine {
  readonly name: string
  /**
   * Seconds that work is assumed to take while no video of its model was made, for work that the engine cannot be asked about.
   * Default: 600.
   */
  readonly assumed_run_s?: number
  /** What it offers now; workers ask every few seconds. @throws EngineError `unavailable` when it does not answer. */
  capabilities(signal: AbortSignal): Promise<Capabilities>
  /**
   * The operation that a start with this key will return. It is saved before the start, so that neither a crash nor a lost
   * answer loses the work. Undefined where the server chooses the handle.
   */
  operationFor(key: string): Operation | undefined
  /**
   * Starts the work and returns before it is done. `key` is unique per attempt; where `operationFor` returns an operation, a
   * second start with the same key starts nothing more.
   * @throws EngineError, with `mayRun` if the work may have been started all the same.
   */
  start(request: EngineRequest, context: { key: string; signal: AbortSignal }): Promise<Operation>
  inspect(operation: Operation, signal: AbortSignal): Promise<OperationState>
  /**
   * The newest picture of unfinished work, as the server sent it: a PNG or JPEG file by its first bytes, of at most 512 KiB,
   * and not to be trusted. The same object until there is a newer one. Absent where the engine shows none.
   */
  livePicture?(operation: Operation): Uint8Array | undefined
  /**
   * Stops the work; may be called again. `still_busy`: the engine still computes, so the slot is not free yet. `unseen`: it may
   * still compute, but tells no more about it.
   */
  cancel(operation: Operation, signal: AbortSignal): Promise<'stopped' | 'still_busy' | 'unseen'>
  /**
   * Whether the server has no unfinished job, so that a start whose answer was lost is over. Absent where no start leaves its
   * work without an operation.
   */
  isIdle?(signal: AbortSignal): Promise<boolean>
  /** Downloads the video after `succeeded`. A broken download is started over by another call. */
  fetch(operation: Operation, signal: AbortSignal): Promise<Readable>
  /** Lets the engine delete its data, once the result is stored or not wanted. Never throws for an unknown operation. */
  forget(operation: Operation): Promise<void>
  /** Ends what runs inside this process. Work on a server goes on and is found again by its operation. */
  close(): Promise<void>
}

/**
 * What caused a failure. A `request` fails on every engine. A `model` is set up wrong on this engine, which is well and goes on
 * with other models. After a failure of the `engine` it rests, and another try may succeed.
 */
export type Fault = 'request' | 'model' | 'engine'

/** The error of an engine. Its `fault` and `retry` decide between another attempt and a failed task. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: string
  readonly fault: Fault
  /** Whether another attempt makes sense: never for a fault of the request. */
  readonly retry: boolean
  /** Whether the engine may still compute it, for example when the answer to the start was lost. */
  readonly mayRun: boolean

  /** The task's owner sees `message`, so internals belong into `cause`. */
  constructor(
    code: string,
    message: string,
    options: { fault: Fault; retry?: boolean; mayRun?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.fault = options.fault
    this.mayRun = options.mayRun ?? false
    this.retry = options.fault !== 'request' && (options.retry ?? true)
  }

  /** For operators: the message with its cause. */
  get explained(): string {
    return this.cause instanceof Error ? `${this.message} ${this.cause.message}` : this.message
  }
}
