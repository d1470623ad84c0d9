import { setTimeout as wait } from 'node:timers/promises'
import { filmOf } from './film.ts'
import { drawPreviews } from './previews.ts'
import { workFor } from '../work-time.ts'
import type { Switches } from './switches.ts'
import { type Graph, isLink, upTo } from './validate.ts'

export interface Prompt {
  number: number
  id: string
  graph: Graph
  extra_data: Record<string, unknown>
  outputs_to_execute: string[]
}

export interface SavedFile {
  filename: string
  subfolder: string
  type: string
}
export type Outputs = Record<string, Record<string, unknown>>
export type Message = [event: string, data: Record<string, unknown>]

export interface Entry {
  prompt: Prompt
  outputs: Outputs
  status_str: 'success' | 'error'
  messages: Message[]
  started_at: number
  ended_at: number
}

export interface Hooks {
  /** To one client, or to everyone. */
  send: (type: string, data: object, client_id?: string) => void
  dropSockets: () => void
  /** To the prompt's client, in one of two forms: before the step is told, with the prompt's name, or after it, without. */
  sendPreview: (form: 'named' | 'plain', prompt: Prompt, node: string, jpeg: Buffer) => void
  hasPreviews: (prompt: Prompt) => boolean
  /** Writes the file of a save node and gives what the node puts out. */
  save: (prompt: Prompt, node: string) => Record<string, unknown>
}

/** Of all frames of a video: each is a step of its upscaling. */
const tiles = 20

/** One job at a time, in order; nothing of it outlives a restart. */
export class Queue {
  pending: Prompt[] = []
  running: Prompt | undefined
  history = new Map<string, Entry>()
  running_at_once_max = 0
  #interrupt: AbortController | undefined
  #atOnce = 0
  #isStopped = false
  /** What earlier jobs put out, by their graph: the same graph is not computed again. */
  #cache = new Map<string, Outputs>()
  readonly #switches: Switches
  readonly #hooks: Hooks

  constructor(switches: Switches, hooks: Hooks) {
    this.#switches = switches
    this.#hooks = hooks
  }

  get remaining(): number {
    return this.pending.length + (this.running ? 1 : 0)
  }

  push(prompt: Prompt): void {
    this.pending.push(prompt)
    this.#tellStatus()
    if (!this.running) setImmediate(() => void this.#next())
  }

  /** Whether it was there to be stopped. */
  cancel(id: string): boolean {
    return this.remove(id) || this.interrupt(id)
  }

  remove(id: string): boolean {
    const before = this.pending.length
    this.pending = this.pending.filter((prompt) => prompt.id !== id)
    if (this.pending.length !== before) this.#tellStatus()
    return this.pending.length !== before
  }

  /** Without an id: whatever runs. */
  interrupt(id?: string): boolean {
    if (!this.running || (id !== undefined && this.running.id !== id)) return false
    this.#interrupt?.abort()
    return true
  }

  /** Ends without a word; what runs is gone. */
  stop(): void {
    this.#isStopped = true
    this.#interrupt?.abort()
  }

  #tellStatus(): void {
    this.#hooks.send('status', { status: { exec_info: { queue_remaining: this.remaining } } })
  }

  async #next(): Promise<void> {
    const prompt = this.running || this.#isStopped ? undefined : this.pending.shift()
    if (!prompt) return
    this.running = prompt
    this.#atOnce++
    this.running_at_once_max = Math.max(this.running_at_once_max, this.#atOnce)
    this.#interrupt = new AbortController()
    const entry = await this.#execute(prompt, this.#interrupt.signal)
    this.#atOnce--
    if (this.#isStopped) return
    this.history.set(prompt.id, entry)
    this.running = undefined
    this.#tellStatus()
    this.#hooks.send('executing', { node: null, prompt_id: prompt.id }, clientOf(prompt))
    await this.#next()
  }

  async #execute(prompt: Prompt, interrupted: AbortSignal): Promise<Entry> {
    const messages: Message[] = []
    const started_at = Date.now()
    const tell = (event: string, data: object): void => {
      if (!this.#isStopped) this.#hooks.send(event, { ...data, prompt_id: prompt.id }, clientOf(prompt))
    }
    const record = (event: string, data: object): void => {
      const whole = { ...data, prompt_id: prompt.id, timestamp: Date.now() }
      messages.push([event, whole])
      tell(event, whole)
    }
    const end = (status_str: Entry['status_str'], outputs: Outputs): Entry => ({
      prompt,
      outputs,
      status_str,
      messages,
      started_at,
      ended_at: Date.now(),
    })
    const order = [...new Set(prompt.outputs_to_execute.flatMap((id) => upTo(prompt.graph, id)))]
    const signature = JSON.stringify([prompt.graph, prompt.outputs_to_execute])
    const cached = this.#cache.get(signature)
    record('execution_start', {})
    record('execution_cached', { nodes: cached ? order : [] })
    if (cached) {
      for (const [node, output] of Object.entries(cached))
        tell('executed', { node, display_node: node, output })
      record('execution_success', {})
      // A known fault of 0.26: without a client, what is in the cache is not put out.
      return end('success', clientOf(prompt) === undefined ? {} : cached)
    }
    const outputs: Outputs = {}
    const nodes: Record<string, object> = {}
    const sampler = order.findIndex((id) => samplingSteps(prompt.graph, id) !== undefined)
    for (const [at, id] of order.entries()) {
      nodes[id] = stateOf(prompt.id, id, 0, 1, 'running')
      tell('progress_state', { nodes: { ...nodes } })
      tell('executing', { node: id, display_node: id })
      const isMiddle = at === (sampler === -1 ? Math.floor(order.length / 2) : sampler)
      const broke = await this.#work(prompt, id, {
        nodes,
        share: 1 / order.length,
        tell,
        isMiddle,
        interrupted,
      })
      const seen = { node_id: id, node_type: prompt.graph[id]!.class_type, executed: order.slice(0, at) }
      if (broke) {
        if (broke === 'interrupted') record('execution_interrupted', seen)
        else
          record('execution_error', {
            ...seen,
            ...exceptions[broke],
            current_inputs: {},
            current_outputs: [],
          })
        return end('error', outputs)
      }
      if (prompt.outputs_to_execute.includes(id) && !this.#isStopped) {
        outputs[id] = this.#hooks.save(prompt, id)
        tell('executed', { node: id, display_node: id, output: outputs[id] })
      }
      nodes[id] = stateOf(prompt.id, id, 1, 1, 'finished')
    }
    tell('progress_state', { nodes })
    this.#cache.set(signature, outputs)
    record('execution_success', {})
    return end('success', this.#switches.loses_outputs ? {} : outputs)
  }

  /** One node's work, in steps where it samples. Gives how it ended early. */
  async #work(
    prompt: Prompt,
    id: string,
    job: {
      nodes: Record<string, object>
      share: number
      tell: (event: string, data: object) => void
      isMiddle: boolean
      interrupted: AbortSignal
    },
  ): Promise<undefined | keyof typeof exceptions | 'interrupted'> {
    const { nodes, share, tell, isMiddle, interrupted } = job
    const { class_type = '' } = prompt.graph[id]!
    const sampled = samplingSteps(prompt.graph, id)
    const steps = sampled ?? (class_type === 'ImageUpscaleWithModel' ? tiles : 1)
    const previews =
      sampled !== undefined && this.#hooks.hasPreviews(prompt)
        ? await drawPreviews(filmOf(prompt.graph, id), steps)
        : []
    const show = (form: 'named' | 'plain', step: number): void => {
      const jpeg = previews[step - 1]
      if (jpeg && !this.#isStopped) this.#hooks.sendPreview(form, prompt, id, jpeg)
    }
    for (let step = 1; step <= steps; step++) {
      await workFor(() => (this.#switches.job_ms * share) / steps, interrupted)
      if (isMiddle && step === Math.ceil(steps / 2)) {
        if (this.#switches.drops_socket) this.#hooks.dropSockets()
        if (this.#switches.fails_with) return this.#switches.fails_with
        while (this.#switches.hangs && !interrupted.aborted) await wait(10)
      }
      if (interrupted.aborted) {
        if (!this.#isStopped) await workFor(() => this.#switches.cancel_takes_ms)
        return 'interrupted'
      }
      if (steps === 1) continue
      nodes[id] = stateOf(prompt.id, id, step, steps, 'running')
      tell('progress_state', { nodes: { ...nodes } })
      show('named', step)
      tell('progress', { value: step, max: steps, node: id })
      show('plain', step)
    }
    return undefined
  }
}

const exceptions = {
  out_of_memory: {
    exception_message:
      'Allocation on device 0 would exceed allowed memory. (out of memory)\nCurrently allocated: 22.1 GiB',
    exception_type: 'torch.OutOfMemoryError',
    traceback: ['  File "/opt/ComfyUI/execution.py", line 518, in execute'],
  },
  error: {
    exception_message: 'Error while deserializing header: header too small\n',
    exception_type: 'safetensors._safetensors_rust.SafetensorError',
    traceback: ['  File "/opt/ComfyUI/nodes.py", line 33, in load'],
  },
}

function clientOf({ extra_data }: Prompt): string | undefined {
  return extra_data['client_id'] as string | undefined
}

function stateOf(prompt_id: string, id: string, value: number, max: number, state: string): object {
  return {
    value,
    max,
    state,
    node_id: id,
    prompt_id,
    display_node_id: id,
    parent_node_id: null,
    real_node_id: id,
  }
}

/** The steps of a node that samples; undefined for another. */
function samplingSteps(graph: Graph, id: string): number | undefined {
  const { class_type = '', inputs = {} } = graph[id]!
  if (typeof inputs['steps'] === 'number' && class_type.startsWith('KSampler')) return inputs['steps']
  const { sigmas } = inputs
  if (class_type !== 'SamplerCustomAdvanced' || !isLink(sigmas)) return undefined
  const from = graph[sigmas[0]]?.inputs ?? {}
  return typeof from['steps'] === 'number' ? from['steps'] : String(from['sigmas']).split(',').length - 1
}
