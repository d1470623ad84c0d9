import { setTimeout as wait } from 'node:timers/promises'
import { EngineError } from '../engines.ts'
import type { ServerAnswer, ServerClient } from '../server.ts'
import { type ExecutionError, strangeAnswer } from './faults.ts'
import type { Graph, Nodes } from './graph.ts'

/** What the server knows of a prompt, from either of its two ways to tell. */
export interface Job {
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
  /** What each node saved, once it is over. */
  outputs: Record<string, unknown>
  /** Why it failed. */
  error: ExecutionError | undefined
  /** The graph, once it is over. */
  nodes: Nodes
  /** The output of the graph, as it was submitted; undefined where the server does not tell. */
  bound: Graph['output'] | undefined
  /** The name of the graph, of a job that enhanced a video. */
  enhanced_by: string | undefined
}

/** Jobs on one server, through `/api/jobs` or, on older servers, its queue and its history. */
export interface Jobs {
  /** Undefined where the server answers, but knows no such job. @throws EngineError `unavailable` */
  find(prompt_id: string, signal: AbortSignal): Promise<Job | undefined>
  /** Asks the server to stop this job and no other. It may run on until its next step. */
  cancel(prompt_id: string, signal: AbortSignal): Promise<void>
  /** Removes it from the server's history; its files stay. */
  forget(prompt_id: string, signal: AbortSignal): Promise<void>
}

/** The name under which a prompt carries what we have to know of it later, from any process. */
export const extraKey = 'clipwright'

/** How long it is believed that a server has no `/api/jobs`: it may be updated. */
const believeOld_ms = 60_000
/** A connection that breaks is no reason to give up an hour of computing. */
const askAgainAfter_ms = [200, 1000]
/** The first version that heeds the `prompt_id` of an interrupt; those before stop whatever runs. */
const targetedInterrupt = [0, 3, 57]

export function createJobs(name: string, client: ServerClient): Jobs {
  let isOldUntil = 0

  /** A document, or undefined where there is none at this path. */
  const read = async (path: string, signal: AbortSignal): Promise<unknown> => {
    const answer = await askPatiently(client, path, signal)
    if (answer.status === 404) return undefined
    if (answer.status !== 200 || typeof answer.body !== 'object') throw strangeAnswer(name, path, answer)
    return answer.body
  }

  const readQueue = async (signal: AbortSignal) => {
    const path = '/api/queue'
    const queue = (await read(path, signal)) as Record<string, unknown> | undefined
    if (!queue) throw strangeAnswer(name, path, { status: 404, body: '' })
    const idsOf = (items: unknown) => new Set((Array.isArray(items) ? items : []).map((item) => item[1]))
    return { running: idsOf(queue['queue_running']), pending: idsOf(queue['queue_pending']) }
  }

  const findInQueue = async (id: string, signal: AbortSignal): Promise<Job | undefined> => {
    // The queue first: a job that ends in between is in the history by then.
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
      const answer = await askPatiently(client, path, signal)
      if (answer.status === 200 && isObject(answer.body)) return fromJob(answer.body)
      if (answer.status !== 404) throw strangeAnswer(name, path, answer)
      if ((answer.body as { error?: unknown } | null)?.error === 'Job not found') return undefined
      // Either this job is unknown, or the server is older than the route, or something else sits at this address.
      if (await read('/api/jobs?limit=1', signal)) return undefined
      const job = await findInQueue(id, signal)
      isOldUntil = performance.now() + believeOld_ms
      return job
    },

    async cancel(id, signal) {
      const path = `/api/jobs/${id}/cancel`
      const answer = await client.ask(path, { method: 'POST', body: {}, signal })
      if (answer.status === 200) return
      if (answer.status !== 404 && answer.status !== 405) throw strangeAnswer(name, path, answer)
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

async function askPatiently(client: ServerClient, path: string, signal: AbortSignal): Promise<ServerAnswer> {
  for (const delay_ms of askAgainAfter_ms) {
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
  return { status, outputs: {}, error: undefined, nodes: {}, bound: undefined, enhanced_by: undefined }
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
    status: status === 'completed' ? (told.status ?? status) : status,
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

/** How it ended by its messages: on one path of errors the status keeps its value from before. */
function findEnd(status: Status | undefined): { status?: 'failed' | 'cancelled'; error?: ExecutionError } {
  for (const [event, data] of status?.messages ?? []) {
    if (event === 'execution_interrupted') return { status: 'cancelled' }
    if (event === 'execution_error') return { status: 'failed', error: data ?? {} }
  }
  return {}
}

function readExtra(extra: Record<string, unknown> | undefined): Pick<Job, 'bound' | 'enhanced_by'> {
  const { output_node, output_key, enhanced_by } = (extra?.[extraKey] ?? {}) as Record<string, unknown>
  return {
    bound:
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
