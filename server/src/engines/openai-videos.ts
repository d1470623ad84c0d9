import {
  type Engine,
  EngineError,
  engineProblem,
  type EngineProblem,
  type EngineRequest,
  type Operation,
  type OperationState,
} from './engines.ts'
import { timedOut, withoutMayRun } from './gpu-server.ts'
import { createMemoryClocks, HangWatch, type JobClocks } from './hang-watch.ts'
import { createVideosApi } from './openai-videos/api.ts'
import { createServerCheck } from './openai-videos/check-server.ts'
import { type DialectName, dialects } from './openai-videos/dialects.ts'
import { checkExtra, type OpenaiVideosModel } from './openai-videos/entry.ts'
import { failureOf, hasEnded, type VideoRecord } from './openai-videos/record.ts'
import { downloadVideo, storedElsewhere } from './openai-videos/result.ts'
import { submitOrFind } from './openai-videos/submit-or-find.ts'
import { type Handle, handleOf, tagOf, toOperation } from './openai-videos/handle.ts'
import { createServerClient, type ServerAddress } from './server.ts'

export { checkExtra, type OpenaiVideosModel, OpenaiVideosModelEntry } from './openai-videos/entry.ts'

export interface OpenaiVideosOptions {
  name: string
  dialect: DialectName
  server: ServerAddress
  /** By the name that callers choose. A server runs one model; several names may stand for it. */
  models: ReadonlyMap<string, OpenaiVideosModel>
  /** Seconds without a change after which a job counts as hung. Default: 6000, the timeout of SGLang itself. */
  hung_after_s?: number
  /** See `Engine.assumed_run_s`. */
  assumed_run_s?: number
  /** Where the clocks of hung jobs are kept; default: in memory. */
  clocks?: JobClocks
  /** Milliseconds since 1970. */
  clock?: () => number
}

const forgetTimeout_ms = 10_000

/**
 * An engine for a server with the OpenAI videos API.
 *
 * SGLang and FastVideo return a request's `model` in the job's record. There the adapter sends a tag of its own as the model:
 * it finds the job again even if the answer to the start is lost, and two starts with the same key make one job. vLLM-Omni
 * accepts no tag. If the answer to a start is lost there, the adapter takes the job for its own only if exactly one job is
 * new in the list, is unknown to this engine, and has the same prompt and size; otherwise the start fails with `mayRun`.
 *
 * @throws Error when a model's entry sets a field that it may not.
 */
export function createOpenaiVideosEngine(options: OpenaiVideosOptions): Engine {
  const { name, models, hung_after_s = 6000, assumed_run_s, clock = Date.now } = options
  const { clocks = createMemoryClocks(clock) } = options
  const dialect = dialects[options.dialect]
  for (const [model, { extra }] of models) checkExtra(extra, `${name}: ${model}: extra`)
  const client = createServerClient(name, options.server)
  const api = createVideosApi(name, client)
  const checkServer = createServerCheck(client, dialect, models)
  const hangs = new HangWatch(hung_after_s, clocks, clock)
  const download_hosts = new Set([...models.values()].flatMap((model) => model.download_hosts ?? []))
  /** The server's ids of the jobs that were started or found here, by tag, or by id where the server takes no tag. */
  const ids = new Map<string, string>()
  /** Starts in progress, by key: starts with the same key run one after the other. */
  const starting = new Map<string, Promise<unknown>>()
  /** Whether this server accepts tags: assumed from its dialect, corrected by its first job. */
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

  async function startOnce(request: EngineRequest, key: string, signal: AbortSignal): Promise<Operation> {
    const tag = echoes ? tagOf(key) : null
    const model = models.get(request.model)
    if (!model) throw modelMissing(name, request.model)
    const before = await readBeforeStart(async () => {
      if (tag !== null && (await findByTag(tag, signal))) return 'started'
      return api.list(signal)
    })
    if (before === 'started') return toOperation({ tag: tagOf(key) })
    if (dialect.runs_jobs_in_parallel && before.some((record) => !hasEnded(record))) throw busy(name)
    const isKnown = (id: string) => [...ids.values()].includes(id)
    const deps = { api, dialect, findByTag, isKnown }
    const record = await submitOrFind(deps, { request, model, tag, before }, signal)
    ids.set(tag ?? record.id, record.id)
    if (tag === null) return toOperation({ id: record.id })
    if (record.model === tag) return toOperation({ tag })
    echoes = false
    return toOperation({ id: record.id })
  }

  async function unfinishedState(record: VideoRecord): Promise<OperationState> {
    const isWaiting = record.status === 'queued' && dialect.reports_running
    if (await hangs.isHung(record.id, [record.status, record.progress ?? 0].join(' '))) {
      const cause = new Error(`${name}: job ${record.id} is ${record.status} without change for too long`)
      return { status: 'failed', error: timedOut(cause) }
    }
    return isWaiting ? { status: 'waiting' } : { status: 'running', progress: record.progress }
  }

  /** Whether the GPU may work on a job that has no record: one that was deleted while it ran, or that has not got its tag. */
  function mayRunWithoutRecord(handle: Handle): boolean {
    return 'tag' in handle ? !echoes : dialect.delete_effect === 'dequeues'
  }

  /** Finds a hung job that the server still has: the jobs behind it would hang as well. Deletes hung jobs that have ended since. */
  async function findStuck(signal: AbortSignal): Promise<EngineProblem | undefined> {
    for (const id of await hangs.listHung()) {
      const record = await api.find(id, signal)
      if (record && !hasEnded(record)) {
        return engineProblem('job_hangs', { job: id, seconds: hung_after_s })
      }
      await hangs.settle(id)
      if (record) await api.remove(id, signal)
    }
    return undefined
  }

  return {
    name,
    ...(assumed_run_s !== undefined && { assumed_run_s }),

    async capabilities(signal) {
      const found = await checkServer(signal)
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
        await forgetHandle(handle)
        return { status: 'lost' }
      }
      if (!hasEnded(record)) return unfinishedState(record)
      await hangs.settle(record.id)
      if (record.status === 'failed') return { status: 'failed', error: failureOf(record, name) }
      const problem = storedElsewhere(record, download_hosts, name)
      return problem ? { status: 'failed', error: problem } : { status: 'succeeded' }
    },

    async cancel(operation, signal) {
      const handle = handleOf(operation)
      const record = handle && (await find(handle, signal))
      if (!record) return handle && mayRunWithoutRecord(handle) ? 'unseen' : 'stopped'
      if (!hasEnded(record)) {
        // The job would run on without a record, and only its record tells when the GPU is free.
        if (dialect.delete_effect === 'removes_record') return 'still_busy'
        if ((await api.remove(record.id, signal)) === 'later') return 'still_busy'
        await hangs.settle(record.id)
        return record.status === 'queued' ? 'stopped' : 'unseen'
      }
      await api.remove(record.id, signal)
      return 'stopped'
    },

    isIdle: async (signal) => (await api.list(signal)).every(hasEnded),

    async fetch(operation, signal) {
      signal.throwIfAborted()
      const handle = handleOf(operation)
      const record = handle && (await find(handle, signal))
      // Some servers send an incomplete file before the job has ended.
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
      const signal = AbortSignal.timeout(forgetTimeout_ms)
      try {
        const record = await find(handle, signal)
        // A hung job keeps its record: while the record exists, `findStuck` takes the server out of use.
        if (record && hasEnded(record)) await api.remove(record.id, signal)
        if (!record || hasEnded(record)) await forgetHandle(handle)
      } catch {
        // Best effort: a leftover video only takes some of the server's disk.
      }
    },

    async close() {},
  }

  async function forgetHandle(handle: Handle): Promise<void> {
    const id = 'tag' in handle ? ids.get(handle.tag) : handle.id
    ids.delete('tag' in handle ? handle.tag : handle.id)
    if (id !== undefined) await hangs.settle(id)
  }
}

/** Reads from the server before a start. An error then never says `mayRun`, since nothing was started. */
async function readBeforeStart<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw withoutMayRun(error)
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
