import { EngineError } from '../engines.ts'

// Translates ComfyUI's errors into those that a task's owner may read. Its own texts contain paths of the server, so they go
// into `cause`, for operators.

/** The data of ComfyUI's event `execution_error`. */
export interface ExecutionError {
  node_id?: string
  node_type?: string
  exception_type?: string
  exception_message?: string
}

/** The error of a job that failed while it ran. */
export function executionFault(name: string, said: ExecutionError | undefined): EngineError {
  const kind = said?.exception_type ?? 'no reason given'
  const text = said?.exception_message ?? ''
  const cause = new Error(`${name}: node ${said?.node_id} (${said?.node_type}): ${kind}: ${text}`.trim())
  if (/out ?of ?memory|\bOOM\b/i.test(`${kind} ${text}`)) {
    return new EngineError('out_of_memory', 'The engine ran out of memory.', { fault: 'engine', cause })
  }
  return new EngineError('engine_error', 'The engine failed to make the video.', { fault: 'engine', cause })
}

interface Refusal {
  type?: string
  message?: string
  details?: string
  extra_info?: { input_name?: string }
}

/** The errors in an answer to `POST /api/prompt`; an accepted prompt may have `node_errors` as well. */
export interface RefusedPrompt {
  error?: Refusal
  node_errors?: Record<string, { errors?: Refusal[]; dependent_outputs?: string[]; class_type?: string }>
}

/** Errors of this server: another one may have the node or the file. */
const missing = new Set(['missing_node_type', 'value_not_in_list'])
/** Errors of the graph, on every server and with every request. */
const broken = new Set([
  'required_input_missing',
  'return_type_mismatch',
  'bad_linked_input',
  'dependency_cycle',
  'invalid_dynamic_input',
  'exception_during_validation',
  'exception_during_inner_validation',
  'prompt_no_outputs',
])
/** Errors on every server: the catalog's limits for the model allow a value that the graph does not. */
const unfit = new Set(['value_smaller_than_min', 'value_bigger_than_max', 'invalid_input_type'])

/** The code of a task whose choice the server does not have any more: a LoRA that was deleted after the submission. */
export const choiceGone = 'choice_gone'

/**
 * The error of a graph that was refused. `choices`: the task's own, by `node id.input`; `mayRun`: a part of the graph was accepted
 * and could not be cancelled.
 */
export function refusalFault(
  name: string,
  said: RefusedPrompt,
  { choices, mayRun = false }: { choices: ReadonlyMap<string, string>; mayRun?: boolean },
): EngineError {
  const refusals: Refusal[] = said.error ? [said.error] : []
  const gone = new Set<string>()
  const words = said.error ? [`${said.error.type}: ${said.error.message} ${said.error.details ?? ''}`] : []
  for (const [id, node] of Object.entries(said.node_errors ?? {})) {
    for (const refusal of node.errors ?? []) {
      const choice = choices.get(`${id}.${refusal.extra_info?.input_name}`)
      if (choice !== undefined && refusal.type === 'value_not_in_list') gone.add(choice)
      else refusals.push(refusal)
      words.push(`node ${id} (${node.class_type}): ${refusal.type}: ${refusal.details ?? refusal.message}`)
    }
  }
  const cause = new Error(`${name}: ${words.join('; ')}`)
  const has = (types: Set<string>) => refusals.some(({ type }) => type !== undefined && types.has(type))
  const isElseWell = refusals.every(({ type }) => type === 'prompt_outputs_failed_validation')
  if (gone.size > 0 && isElseWell) {
    const text = `This choice is not there any more: ${[...gone].join(', ')}.`
    return new EngineError(choiceGone, text, { fault: 'request', mayRun, cause })
  }
  if (has(missing)) {
    const text = 'The engine lacks a part of this model.'
    return new EngineError('model_missing', text, { fault: 'model', mayRun, cause })
  }
  if (has(broken)) return misconfigured(cause, mayRun)
  if (has(unfit)) {
    const text = 'The engine does not take these parameters.'
    return new EngineError('invalid_params', text, { fault: 'request', mayRun, cause })
  }
  return new EngineError('engine_error', 'The engine refused the task.', { fault: 'engine', mayRun, cause })
}

/** The error of a graph that can make no video, whatever is asked of it. */
export function misconfigured(cause: Error, mayRun = false): EngineError {
  const text = 'This model is not set up right.'
  return new EngineError('model_misconfigured', text, { fault: 'model', retry: false, mayRun, cause })
}

/** The error for an answer that ComfyUI does not give: it comes from a proxy or another program. */
export function unexpectedAnswer(
  name: string,
  path: string,
  answer: { status: number; body: unknown },
  mayRun = false,
): EngineError {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  const cause = new Error(`${name}: ${answer.status} for ${path}: ${text.slice(0, 500)}`)
  return new EngineError('unavailable', 'The engine does not answer.', { fault: 'engine', mayRun, cause })
}
