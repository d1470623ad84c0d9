import { type Static, Type } from 'typebox'
import { EngineError, type ParameterValue } from '../engines.ts'
import type { ServerClient } from '../server.ts'
import { type RefusedPrompt, refusalFault, unexpectedAnswer } from './faults.ts'
import type { Graph, Nodes } from './graph.ts'
import { type Jobs, toExtra } from './jobs.ts'

/** Longer than for other calls: the server may load a node pack's Python for the first time to validate a graph. */
const submitTimeout_ms = 30_000

/** ComfyUI's words; `default` is what the server was started with. */
export const PreviewMethod = Type.Enum(['auto', 'latent2rgb', 'taesd', 'default', 'none'])
export type PreviewMethod = Static<typeof PreviewMethod>

interface Submission {
  prompt_id: string
  client_id: string
  nodes: Nodes
  graph: Graph
  /** The request's values of the model's own parameters. */
  parameters: Readonly<Record<string, ParameterValue>>
  /** Whether the graph enhances a finished video. */
  enhances: boolean
  preview_method: PreviewMethod
  signal: AbortSignal
}

/**
 * Submits a graph that the server does not know yet. If the answer is lost, asks the server whether it has the prompt.
 * @throws EngineError, with `mayRun` if the server may run the prompt all the same.
 */
export async function submit(
  name: string,
  client: ServerClient,
  jobs: Jobs,
  { prompt_id, client_id, nodes, graph, parameters, enhances, preview_method, signal }: Submission,
): Promise<void> {
  const isKnown = async (): Promise<boolean> => {
    const job = await jobs.find(prompt_id, signal).catch(() => undefined)
    signal.throwIfAborted()
    return job !== undefined
  }
  const path = '/api/prompt'
  // Without a client_id the server loses the outputs of a graph that is in its cache.
  const extra_data = { ...toExtra(graph, enhances), preview_method }
  const body = { prompt: nodes, prompt_id, client_id, extra_data }
  const answer = await client
    .ask(path, { method: 'POST', body, signal, timeout_ms: submitTimeout_ms })
    .catch(async (error: unknown) => {
      if (error instanceof EngineError && error.mayRun && (await isKnown())) return undefined
      throw error
    })
  if (!answer) return
  const said = (answer.body ?? {}) as RefusedPrompt & { prompt_id?: unknown }
  const choices = chosenIn(graph, parameters)
  if (answer.status === 400 && typeof said === 'object') throw refusalFault(name, said, { choices })
  if (answer.status !== 200 || typeof said !== 'object') {
    // A proxy may have timed out while the server behind it accepted the prompt.
    if (answer.status >= 500 && (await isKnown())) return
    throw unexpectedAnswer(name, path, answer, answer.status >= 500)
  }
  if (said.prompt_id !== prompt_id) {
    if (typeof said.prompt_id === 'string') await jobs.cancel(said.prompt_id, signal)
    throw new EngineError('engine_error', 'The engine is too old.', {
      fault: 'engine',
      retry: false,
      cause: new Error(`${name}: this ComfyUI ignores prompt_id; update it`),
    })
  }
  if (isDropped(graph.output.node, said)) {
    await jobs.cancel(prompt_id, signal)
    const rest = await jobs.find(prompt_id, signal)
    const mayRun = rest?.status === 'pending' || rest?.status === 'in_progress'
    throw refusalFault(name, said, { choices, mayRun })
  }
}

/**
 * The inputs that have a choice of the task's own, with it, by `node id.input`. Without the default the model can't be made here at
 * all, which is the operator's to mend.
 */
function chosenIn(
  graph: Graph,
  values: Readonly<Record<string, ParameterValue>>,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>()
  for (const [name, { rule, places }] of Object.entries(graph.parameters)) {
    const value = values[name]
    if (rule.type !== 'choice' || value === undefined || value === rule.default) continue
    for (const [id, input] of places) chosen.set(`${id}.${input}`, String(value))
  }
  return chosen
}

/** Whether the server dropped the output node: it accepts a prompt without the outputs of nodes with errors. */
function isDropped(output: string, { node_errors = {} }: RefusedPrompt): boolean {
  return Object.entries(node_errors).some(
    ([id, { dependent_outputs }]) => id === output || dependent_outputs?.includes(output),
  )
}
