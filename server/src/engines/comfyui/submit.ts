import { EngineError } from '../engines.ts'
import type { ServerClient } from '../server.ts'
import { type RefusedPrompt, refusalFault, strangeAnswer } from './faults.ts'
import type { Graph, Nodes } from './graph.ts'
import { type Jobs, toExtra } from './jobs.ts'

/** Checking a graph may load a node pack's Python for the first time. */
const submitWithin_ms = 30_000
const uploadWithin_ms = 60_000
/** Below ComfyUI's own folders for input and output, so that an operator can tell and clean. */
export const folder = 'clipwright'

/** Brings a picture to the server and gives the name by which nodes find it: not always the one that was asked for. */
export async function upload(
  name: string,
  client: ServerClient,
  image: Uint8Array<ArrayBuffer>,
  { stem, signal }: { stem: string; signal: AbortSignal },
): Promise<string> {
  const form = new FormData()
  form.append('image', new Blob([image]), `${stem}.${extensionOf(image)}`)
  form.append('type', 'input')
  form.append('subfolder', folder)
  const path = '/api/upload/image'
  const answer = await client.ask(path, { method: 'POST', body: form, signal, timeout_ms: uploadWithin_ms })
  if (answer.status === 413) {
    throw new EngineError('input_rejected', 'The image is larger than the engine takes.', {
      fault: 'request',
      cause: strangeAnswer(name, path, answer).cause,
    })
  }
  const file = answer.body as { name?: unknown; subfolder?: string } | null
  if (answer.status !== 200 || typeof file !== 'object' || typeof file?.name !== 'string') {
    throw new EngineError('engine_error', 'The engine did not take the image.', {
      fault: 'engine',
      cause: strangeAnswer(name, path, answer).cause,
    })
  }
  return file.subfolder ? `${file.subfolder}/${file.name}` : file.name
}

function extensionOf(image: Uint8Array): string {
  if (image[0] === 0x89) return 'png'
  return image[0] === 0xff ? 'jpg' : 'webp'
}

interface Submission {
  prompt_id: string
  client_id: string
  nodes: Nodes
  output: Graph['output']
  signal: AbortSignal
}

/**
 * Submits a graph that the server does not know yet. Returns when it is accepted, also where only asking again tells that.
 * @throws EngineError, with `mayRun` where it may be at work all the same
 */
export async function submit(
  name: string,
  client: ServerClient,
  jobs: Jobs,
  { prompt_id, client_id, nodes, output, signal }: Submission,
): Promise<void> {
  const isKnown = async (): Promise<boolean> => {
    const job = await jobs.find(prompt_id, signal).catch(() => undefined)
    signal.throwIfAborted()
    return job !== undefined
  }
  const path = '/api/prompt'
  // Without a client_id the server loses the outputs of a graph that it has in its cache.
  const body = { prompt: nodes, prompt_id, client_id, extra_data: toExtra(output) }
  const answer = await client
    .ask(path, { method: 'POST', body, signal, timeout_ms: submitWithin_ms })
    .catch(async (error: unknown) => {
      if (error instanceof EngineError && error.mayRun && (await isKnown())) return undefined
      throw error
    })
  if (!answer) return
  const said = (answer.body ?? {}) as RefusedPrompt & { prompt_id?: unknown }
  if (answer.status === 400 && typeof said === 'object') throw refusalFault(name, said)
  if (answer.status !== 200 || typeof said !== 'object') {
    // A proxy that gave up waiting says nothing of the server behind it.
    if (answer.status >= 500 && (await isKnown())) return
    throw strangeAnswer(name, path, answer, answer.status >= 500)
  }
  if (said.prompt_id !== prompt_id) {
    if (typeof said.prompt_id === 'string') await jobs.cancel(said.prompt_id, signal)
    throw new EngineError('engine_error', 'The engine is too old.', {
      fault: 'engine',
      retry: false,
      cause: new Error(`${name}: this ComfyUI ignores prompt_id; update it`),
    })
  }
  if (isDropped(output.node, said)) {
    await jobs.cancel(prompt_id, signal)
    const rest = await jobs.find(prompt_id, signal)
    throw refusalFault(name, said, rest?.status === 'pending' || rest?.status === 'in_progress')
  }
}

/** An accepted prompt may have lost some of its outputs: those of nodes with errors. */
function isDropped(output: string, { node_errors = {} }: RefusedPrompt): boolean {
  return Object.entries(node_errors).some(
    ([id, { dependent_outputs }]) => id === output || dependent_outputs?.includes(output),
  )
}
