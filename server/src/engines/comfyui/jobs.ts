import { setTimeout as wait } from 'node:timers/promises'
import { EngineError } from '../engines.ts'
import type { ServerAnswer, ServerClient } from '../server.ts'
import { type ExecutionError, unexpectedAnswer } from './faults.ts'
import type { Graph, Nodes } from './graph.ts'

/** What the server knows of a prompt; the same from its newer and its older API. */
export interface Job {
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
  /** By node id: what each node saved. Empty until the job has ended. */
  outputs: Record<string, unknown>
  error: ExecutionError | undefined
  /** The graph. Empty until the job has ended. */
  nodes: Nodes
  /** `Graph.output`, which was submitted with the job; undefined if the server does not return it. */
  graph_output: Graph['output'] | undefined
  /** The name of the graph if the job enhanced a video. */
  enhanced_by: string | undefined
}

/** Jobs on one server, through `/api/jobs` or, on older servers, through `/api/queue` and `/api/history`. */
export interface Jobs {
  /** Undefined if the server does not know the job. @throws EngineError `unavailable` */
  find(prompt_id: string, signal: AbortSignal): Promise<Job | undefined>
  /** Asks the server to stop this job and no other. The job may run on until its next step. */
  cancel(prompt_id: string, signal: AbortSignal): Promise<void>
  /** Removes the job from the server's history; its files stay. */
  forget(prompt_id: string, signal: AbortSignal): Promise<void>
}

/** The field of a prompt's `extra_data` that stores what any process needs to know of it later. */
export const extraKey = 'clipwright'

/** How long a server without `/api/jobs` counts as old; it may be updated. */
const assumeOldFor_ms = 60_000
/** Retries, because a broken connection must not cost an hour of computing. */
const retryDelays_ms = [200, 1000]
/** The first version that respects the `prompt_id` of an interrupt. Older ones stop whatever runs, so they are not interrupted. */
const targetedInterrupt = [0, 3, 57]

export function createJobs(name: string, client: ServerClient): Jobs {
  let isOldUntil = 0

  /** Undefined for a 404. */
  const read = async (path: string, signal: AbortSignal): Promise<unknown> => {
    const answer = await askWithRetry(client, path, signal)
    if (answer.status === 404) return undefined
    if (answer.status !== 200 || typeof answer.body !== 'object') throw unexpectedAnswer(name, path, answer)
    return answer.body
  }

  const readQueue = async (signal: AbortSignal) => {
    const path = '/api/queue'
    const queue = (await read(path, signal)) as Record<string, unknown> | undefined
    if (!queue) throw unexpectedAnswer(name, path, { status: 404, body: '' })
    const idsOf = (items: unknown) => new Set((Array.isArray(items) ? items : []).map((item) => item[1]))
    return { running: idsOf(queue['queue_running']), pending: idsOf(queue['queue_pending']) }
  }

  const findInQueue = async (id: string, signal: AbortSignal): Promise<Job | undefined> => {
    // The queue comes first: a job that ends between the two requests is in the history by then.
    const { running, pending } = await readQueue(signal)
    if (running.has(id)) return unfinished('in_progress')
    if (pending.has(id)) return unfinished('pending')
    const history = (await read(`/api/history/${id}`, signal)) as Record<string, HistoryEntry> | undefined
    return history?.[id] && fromHistory(history[id])
  }

  const mayInterrupt = async (signal: AbortSignal): Promise<boolean> => {
    const stats = (await read('/api/system_stats', signal)) as
      | { system?: { comfyui_version?: string } }
      | undefined
    return isAtLeast(stats?.system?.comfyui_version, targetedInterrupt)
  }

  return {
    async find(id, signal) {
      if (performance.now() < isOldUntil) return findInQueue(id, signal)
      const path = `/api/jobs/${id}`
      const answer = await askWithRetry(client, path, signal)
      if (answer.status === 200 && isObject(answer.body)) return fromJob(answer.body)
      if (answer.status !== 404) throw unexpectedAnswer(name, path, answer)
      if ((answer.body as { error?: unknown } | null)?.error === 'Job not found') return undefined
      // Either the job is unknown, or the server is too old for this route, or another program answers.
      if (await read('/api/jobs?limit=1', signal)) return undefined
      const job = await findInQueue(id, signal)
      isOldUntil = performance.now() + assumeOldFor_ms
      return job
    },

    async cancel(id, signal) {
      const path = `/api/jobs/${id}/cancel`
      const answer = await client.ask(path, { method: 'POST', body: {}, signal })
      if (answer.status === 200) return
      if (answer.status !== 404 && answer.status !== 405) throw unexpectedAnswer(name, path, answer)
      const { running, pending } = await readQueue(signal)
      if (pending.has(id)) {
        await client.ask('/api/queue', { method: 'POST', body: { delete: [id] }, signal })
      } else if (running.has(id) && (await mayInterrupt(signal))) {
        await client.ask('/api/interrupt', { method: 'POST', body: { prompt_id: id }, signal })
      }
    },

    async forget(id, signal) {
      await client.ask('/api/history', { method: 'POST', body: { delete: [id] }, signal })
    },
  }
}

async function askWithRetry(client: ServerClient, path: string, signal: AbortSignal): Promise<ServerAnswer> {
  for (const delay_ms of retryDelays_ms) {
    try {
      return await client.ask(path, { signal })
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      await wait(delay_ms, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  return client.ask(path, { signal })
}

function unfinished(status: 'pending' | 'in_progress'): Job {
  return { status, outputs: {}, error: undefined, nodes: {}, graph_output: undefined, enhanced_by: undefined }
}

interface Status {
  status_str?: string
  messages?: [event: string, data: unknown][]
}

interface JobDocument {
  status?: string
  outputs?: Record<string, unknown>
  execution_error?: ExecutionError
  execution_status?: Status
  workflow?: { prompt?: Nodes; extra_data?: Record<string, unknown> }
}

function fromJob(document: JobDocument): Job {
  const { status } = document
  if (status === 'pending') return unfinished(status)
  if (status !== 'completed' && status !== 'failed' && status !== 'cancelled')
    return unfinished('in_progress')
  const told = findEnd(document.execution_status)
  return {
    status: told.status ?? status,
    outputs: document.outputs ?? {},
    error: document.execution_error ?? told.error,
    nodes: document.workflow?.prompt ?? {},
    ...readExtra(document.workflow?.extra_data),
  }
}

interface HistoryEntry {
  prompt?: [number, string, Nodes?, Record<string, unknown>?, string[]?]
  outputs?: Record<string, unknown>
  status?: Status
}

function fromHistory({ prompt, outputs, status }: HistoryEntry): Job {
  const told = findEnd(status)
  return {
    status: told.status ?? (status?.status_str === 'error' ? 'failed' : 'completed'),
    outputs: outputs ?? {},
    error: told.error,
    nodes: prompt?.[2] ?? {},
    ...readExtra(prompt?.[3]),
  }
}

/**
 * How a job ended badly, by its messages. The status alone is not enough: on one error path ComfyUI leaves it unchanged, and 0.8.0
 * says `failed` of an interrupted job.
 */
function findEnd(status: Status | undefined): { status?: 'failed' | 'cancelled'; error?: ExecutionError } {
  for (const [event, data] of status?.messages ?? []) {
    if (event === 'execution_interrupted') return { status: 'cancelled' }
    if (event === 'execution_error') return { status: 'failed', error: data ?? {} }
  }
  return {}
}

function readExtra(extra: Record<string, unknown> | undefined): Pick<Job, 'graph_output' | 'enhanced_by'> {
  const { output_node, output_key, enhanced_by } = (extra?.[extraKey] ?? {}) as Record<string, unknown>
  return {
    graph_output:
      typeof output_node === 'string'
        ? { node: output_node, ...(typeof output_key === 'string' && { key: output_key }) }
        : undefined,
    enhanced_by: typeof enhanced_by === 'string' ? enhanced_by : undefined,
  }
}

export function toExtra({ name, output }: Graph, enhances: boolean): Record<string, unknown> {
  const { node: output_node, key: output_key } = output
  return {
    [extraKey]: {
      output_node,
      ...(output_key !== undefined && { output_key }),
      ...(enhances && { enhanced_by: name }),
    },
  }
}

function isAtLeast(version: string | undefined, [a, b, c]: number[]): boolean {
  const found = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version ?? '')
  if (!found) return false
  const [x, y, z] = found.slice(1).map(Number)
  return x! !== a! ? x! > a! : y! !== b! ? y! > b! : z! >= c!
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
