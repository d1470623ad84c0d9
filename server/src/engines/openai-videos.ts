import {
  type Engine,
  EngineError,
  type EngineProblem,
  type EngineRequest,
  type Operation,
  type OperationState,
} from './engines.ts'
import { StallWatch, timedOut, withoutEffect } from './gpu-server.ts'
import { createVideosApi } from './openai-videos/api.ts'
import { checkServer } from './openai-videos/check-server.ts'
import { type DialectName, dialects } from './openai-videos/dialects.ts'
import { checkExtra, type OpenaiVideosModel } from './openai-videos/entry.ts'
import { failureOf, hasEnded, type VideoRecord } from './openai-videos/record.ts'
import { downloadVideo, storedElsewhere } from './openai-videos/result.ts'
import { RunTimes } from './openai-videos/run-times.ts'
import { sizeOf } from './openai-videos/submission.ts'
import { submitOrFind } from './openai-videos/submit-or-find.ts'
import { type Handle, handleOf, tagOf, toOperation } from './openai-videos/handle.ts'
import { createServerClient, type ServerAddress } from './server.ts'

export { checkExtra, type OpenaiVideosModel, OpenaiVideosModelEntry } from './openai-videos/entry.ts'

export interface OpenaiVideosOptions {
  name: string
  dialect: DialectName
  server: ServerAddress
  /** By our name. A server runs one model; several names may stand for it. */
  models: ReadonlyMap<string, OpenaiVideosModel>
  /** Seconds after which a job that shows no change counts as hung. Default: 6000, after which SGLang itself gives up. */
  hung_after_s?: number
  /** Seconds that a video takes, at most, as long as none of its shape has been made: see `cancel`. Default: 600. */
  assumed_run_s?: number
  /** Milliseconds since 1970. */
  clock?: () => number
}

const forgetWithin_ms = 10_000

/**
 * A server with the OpenAI videos API. SGLang and FastVideo repeat a request's `model` in the job's record: we write our own
 * name of the job there, so a job is found again whatever happens to the answer, and no two starts with one key are two jobs.
 * vLLM-Omni takes no name of ours. There a start without an answer is ours if the list then has exactly one job that it did not have
 * before, that we did not start, and that has our prompt and size; otherwise it fails as one that may run.
 *
 * @throws Error when a model's entry sets a field that it may not.
 */
export function createOpenaiVideosEngine(options: OpenaiVideosOptions): Engine {
  const { name, models, hung_after_s = 6000, assumed_run_s = 600, clock = Date.now } = options
  const dialect = dialects[options.dialect]
  for (const [model, { extra }] of models) checkExtra(extra, `${name}: ${model}: extra`)
  const client = createServerClient(name, options.server)
  const api = createVideosApi(name, client)
  const stalls = new StallWatch(hung_after_s, clock)
  const runTimes = new RunTimes(assumed_run_s)
  const download_hosts = new Set([...models.values()].flatMap((model) => model.download_hosts ?? []))
  /** Server ids of what was started or found here, by our own name of the job. */
  const ids = new Map<string, string>()
  /** Jobs that were deleted while they ran: until when, in milliseconds, the GPU may go on with them. */
  const draining = new Map<string, number>()
  /** Starts under way, by key: one after the other. */
  const starting = new Map<string, Promise<unknown>>()
  /** Whether this server repeats our name of a job: seen with the first job. */
  let echoes = dialect.echoes_model

  async function findByTag(tag: string, signal: AbortSignal): Promise<VideoRecord | undefined> {
    const id = ids.get(tag)
    if (id !== undefined) return api.find(id, signal)
    const record = await api.findByModel(tag, signal)
    if (record) ids.set(tag, record.id)
    return record
  }

  async function find(handle: Handle, signal: AbortSignal): Promise<VideoRecord | undefined> {
    return 'tag' in handle ? findByTag(handle.tag, signal) : api.find(handle.id, signal)
  }

  function handleFor(request: EngineRequest, record: VideoRecord): Handle {
    const { model, frames, steps } = request
    const shape = [model, sizeOf(request), frames, steps ?? '-'].join(' ')
    return { id: record.id, shape, started_at: clock() }
  }

  async function startOnce(request: EngineRequest, key: string, signal: AbortSignal): Promise<Operation> {
    const tag = echoes ? tagOf(key) : null
    const model = models.get(request.model)
    if (!model) throw modelMissing(name, request.model)
    const before = await look(async () => {
      if (tag !== null && (await findByTag(tag, signal))) return 'started'
      return api.list(signal)
    })
    if (before === 'started') return toOperation({ tag: tagOf(key) })
    if (dialect.has_no_queue && before.some((record) => !hasEnded(record))) throw busy(name)
    const isKnown = (id: string) => [...ids.values()].includes(id)
    const deps = { api, dialect, findByTag, isKnown }
    const record = await submitOrFind(deps, { request, model, tag, before }, signal)
    const handle = handleFor(request, record)
    ids.set(tag ?? record.id, record.id)
    if (tag === null) return toOperation(handle)
    if (record.model !== tag) echoes = false
    return toOperation({ tag })
  }

  function unfinishedState(record: VideoRecord): OperationState {
    const isWaiting = record.status === 'queued' && dialect.shows_running
    if (stalls.isStalled(record.id, record.status)) {
      const cause = new Error(`${name}: job ${record.id} is ${record.status} without change for too long`)
      return { status: 'failed', error: timedOut(cause) }
    }
    return isWaiting ? { status: 'waiting' } : { status: 'running', progress: record.progress }
  }

  /** Whether the GPU may still be at work on a job whose record we deleted. */
  function isDraining(handle: Handle): boolean {
    const id = 'id' in handle ? handle.id : ''
    const until = draining.get(id)
    if (until !== undefined && clock() >= until) draining.delete(id)
    return draining.has(id)
  }

  /** Hung jobs that the server still has: what it runs next would hang as well. */
  async function findStuck(signal: AbortSignal): Promise<EngineProblem | undefined> {
    for (const id of stalls.stalled) {
      const record = await api.find(id, signal)
      if (record && !hasEnded(record)) {
        return {
          model: null,
          message: `The server hangs: its job ${id} has not changed for ${hung_after_s} seconds.`,
          remedy: 'Restart the server. If the job is only slow, the engine comes back when it ends.',
        }
      }
      stalls.settle(id)
      if (record) await api.remove(id, signal)
    }
    return undefined
  }

  return {
    name,

    async capabilities(signal) {
      const found = await checkServer(client, dialect, models, signal)
      const stuck = await findStuck(signal)
      return stuck ? { ...found, offers: [], problems: [...found.problems, stuck] } : found
    },

    operationFor: (key) => (echoes ? toOperation({ tag: tagOf(key) }) : undefined),

    async start(request, { key, signal }) {
      signal.throwIfAborted()
      const earlier = starting.get(key) ?? Promise.resolve()
      const mine = earlier.then(() => startOnce(request, key, signal))
      const settled = mine.catch(() => undefined)
      starting.set(key, settled)
      try {
        return await mine
      } finally {
        if (starting.get(key) === settled) starting.delete(key)
      }
    },

    async inspect(operation, signal) {
      const handle = handleOf(operation)
      if (!handle) return { status: 'lost' }
      const record = await find(handle, signal)
      if (!record) {
        if (isDraining(handle)) return { status: 'running', progress: null }
        drop(handle)
        return { status: 'lost' }
      }
      if (!hasEnded(record)) return unfinishedState(record)
      stalls.settle(record.id)
      if (record.status === 'failed') return { status: 'failed', error: failureOf(record, name) }
      if ('shape' in handle && record.took_s !== null) runTimes.learn(handle.shape, record.took_s)
      const problem = storedElsewhere(record, download_hosts, name)
      return problem ? { status: 'failed', error: problem } : { status: 'succeeded' }
    },

    async cancel(operation, signal) {
      const handle = handleOf(operation)
      const record = handle && (await find(handle, signal))
      if (!record) return handle && isDraining(handle) ? 'still_busy' : 'stopped'
      if (!hasEnded(record)) {
        // Where a deleted job runs on unseen, its record is the only sign of when the GPU is free.
        if (dialect.deleting === 'forgets') return 'still_busy'
        if ((await api.remove(record.id, signal)) === 'later') return 'still_busy'
        stalls.settle(record.id)
        if (record.status === 'queued' || !('started_at' in handle)) return 'stopped'
        draining.set(record.id, handle.started_at + runTimes.estimate_s(handle.shape) * 1000)
        return isDraining(handle) ? 'still_busy' : 'stopped'
      }
      await api.remove(record.id, signal)
      return 'stopped'
    },

    async fetch(operation, signal) {
      signal.throwIfAborted()
      const handle = handleOf(operation)
      const record = handle && (await find(handle, signal))
      // Before the end some servers send as much of the file as there is.
      if (record?.status !== 'completed') {
        throw new EngineError('result_gone', 'The engine does not have the video.', {
          fault: 'engine',
          cause: new Error(`${name}: no completed job: ${record?.status ?? 'unknown'}`),
        })
      }
      return downloadVideo(client, record, download_hosts, { name, signal })
    },

    async forget(operation) {
      const handle = handleOf(operation)
      if (!handle) return
      const signal = AbortSignal.timeout(forgetWithin_ms)
      try {
        const record = await find(handle, signal)
        // One that hangs stays: as long as it is there the server is suspect.
        if (record && hasEnded(record)) await api.remove(record.id, signal)
        if (!record || hasEnded(record)) drop(handle)
      } catch {
        // Best effort: what is left takes some disk on the server.
      }
    },

    async close() {},
  }

  function drop(handle: Handle): void {
    const id = 'tag' in handle ? ids.get(handle.tag) : handle.id
    ids.delete('tag' in handle ? handle.tag : handle.id)
    if (id !== undefined) stalls.settle(id)
  }
}

/** A look before a start: when it fails, nothing was started. */
async function look<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw withoutEffect(error)
  }
}

function modelMissing(name: string, model: string): EngineError {
  return new EngineError('model_missing', 'The engine does not have this model.', {
    fault: 'engine',
    cause: new Error(`${name}: no model ${model}`),
  })
}

function busy(name: string): EngineError {
  return new EngineError('queue_full', 'The engine is busy.', {
    fault: 'engine',
    cause: new Error(`${name}: a job runs already, and the server would run a second one beside it`),
  })
}
