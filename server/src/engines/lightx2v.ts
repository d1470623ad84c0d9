import {
  type Engine,
  EngineError,
  engineProblem,
  type EngineProblem,
  type OperationState,
} from './engines.ts'
import { isOutOfMemory, outOfMemory, timedOut } from './gpu-server.ts'
import { createMemoryClocks, HangWatch, type JobClocks } from './hang-watch.ts'
import { createLightx2vApi, type Lightx2vTask } from './lightx2v/api.ts'
import { checkServer } from './lightx2v/check-server.ts'
import type { Lightx2vModel } from './lightx2v/entry.ts'
import { idOf, toTask } from './lightx2v/task.ts'
import { createServerClient, type ServerAddress } from './server.ts'

export { type Lightx2vModel, Lightx2vModelEntry } from './lightx2v/entry.ts'

export interface Lightx2vOptions {
  name: string
  server: ServerAddress
  /** By the name that callers choose. A server runs one model with one `--task`; several names may stand for it. */
  models: ReadonlyMap<string, Lightx2vModel>
  /** Seconds without a change after which a task counts as hung. Default: 6000. */
  hung_after_s?: number
  /** Where the clocks of hung tasks are kept; default: in memory. */
  clocks?: JobClocks
  /** Milliseconds since 1970. */
  clock?: () => number
}

/**
 * An engine for a LightX2V server. The server accepts a task id that is made of the attempt's key, so a task is found again
 * even if the answer to its start is lost. A task that is cancelled while it runs goes on and ends as `completed`, with an
 * error text that says it was cancelled; the adapter goes by that text.
 */
export function createLightx2vEngine(options: Lightx2vOptions): Engine {
  const { name, models, hung_after_s = 6000, clock = Date.now } = options
  const { clocks = createMemoryClocks(clock) } = options
  const client = createServerClient(name, options.server)
  const api = createLightx2vApi(name, client)
  const hangs = new HangWatch(hung_after_s, clocks, clock)

  async function stateOf(task: Lightx2vTask, signal: AbortSignal): Promise<OperationState> {
    if (task.isCancelled) {
      const isBusy = (await api.currentTask(signal)) === task.id
      return isBusy ? unfinished(task.id, 'cancelled') : { status: 'lost' }
    }
    switch (task.status) {
      case 'completed':
        await hangs.settle(task.id)
        return { status: 'succeeded' }
      case 'failed':
        await hangs.settle(task.id)
        return { status: 'failed', error: failureOf(task, name) }
      case 'pending':
        return { status: 'waiting' } // behind others: no sign of a hang
      default:
        return unfinished(task.id, task.status)
    }
  }

  async function unfinished(id: string, status: string): Promise<OperationState> {
    if (!(await hangs.isHung(id, status))) return { status: 'running', progress: null }
    return {
      status: 'failed',
      error: timedOut(new Error(`${name}: task ${id} is ${status} without change for too long`)),
    }
  }

  /** Finds a hung task that the server still runs: the tasks behind it would wait for ever. */
  async function findStuck(signal: AbortSignal): Promise<EngineProblem | undefined> {
    const hung = await hangs.listHung()
    if (hung.length === 0) return undefined
    const current = await api.currentTask(signal)
    for (const id of hung) if (id !== current) await hangs.settle(id)
    const id = hung.find((one) => one === current)
    if (id === undefined) return undefined
    return engineProblem('job_hangs', { job: id, seconds: hung_after_s })
  }

  return {
    name,

    async capabilities(signal) {
      const found = await checkServer(client, models, signal)
      const stuck = await findStuck(signal)
      return stuck ? { ...found, offers: [], problems: [...found.problems, stuck] } : found
    },

    operationFor: (key) => ({ task_id: idOf(key) }),

    async start(request, { key, signal }) {
      signal.throwIfAborted()
      const model = models.get(request.model)
      if (!model) {
        throw new EngineError('model_missing', 'The engine does not have this model.', {
          fault: 'engine',
          cause: new Error(`${name}: no model ${request.model}`),
        })
      }
      const task_id = idOf(key)
      try {
        await api.submit(toTask(request, model, task_id), signal)
      } catch (error) {
        if (!(error instanceof EngineError) || !error.mayRun) throw error
        const found = await api.find(task_id, signal).catch(() => signal.throwIfAborted())
        if (!found) throw error
      }
      return { task_id }
    },

    async inspect({ task_id }, signal) {
      if (typeof task_id !== 'string') return { status: 'lost' }
      const task = await api.find(task_id, signal)
      if (!task) await hangs.settle(task_id)
      return task ? stateOf(task, signal) : { status: 'lost' }
    },

    async cancel({ task_id }, signal) {
      if (typeof task_id !== 'string') return 'stopped'
      const task = await api.find(task_id, signal)
      if (!task || task.status === 'failed') return 'stopped'
      if (task.status === 'pending' || task.status === 'processing') await api.cancel(task_id, signal)
      else if (task.status === 'completed' && !task.isCancelled) return 'stopped'
      return (await api.currentTask(signal)) === task_id ? 'still_busy' : 'stopped'
    },

    async fetch({ task_id }, signal) {
      signal.throwIfAborted()
      const task = typeof task_id === 'string' ? await api.find(task_id, signal) : undefined
      if (!task || task.status !== 'completed' || task.isCancelled) {
        throw new EngineError('result_gone', 'The engine does not have the video.', {
          fault: 'engine',
          cause: new Error(`${name}: no completed task: ${task?.status ?? 'unknown'}`),
        })
      }
      // No resumption: the server announces byte ranges but does not honour them.
      return client.download(`/v1/tasks/${encodeURIComponent(task.id)}/result`, signal)
    },

    /** The server cannot delete a task or its file: see docs/engines/lightx2v.md. */
    async forget() {},

    async close() {},
  }
}

function failureOf({ id, error, error_type }: Lightx2vTask, server: string): EngineError {
  const cause = new Error(`${server}: task ${id} failed: ${error_type}: ${error}`)
  if (isOutOfMemory(`${error_type} ${error}`)) return outOfMemory(cause)
  return new EngineError('engine_error', 'The engine failed to make the video.', { fault: 'engine', cause })
}
