import { createHash, randomUUID } from 'node:crypto'
import { createKeyedMutex } from '../platform/concurrency/keyed-mutex.ts'
import type { Log } from '../platform/log.ts'
import { choiceGone, executionFault, misconfigured, unexpectedAnswer } from './comfyui/faults.ts'
import { type ComfyuiModel, fillGraph, type Graph } from './comfyui/graph.ts'
import { createObjectInfo, maxValueOf } from './comfyui/object-info.ts'
import { createJobs } from './comfyui/jobs.ts'
import { findResult, pathOf, savedInstead } from './comfyui/result.ts'
import { type PreviewMethod, submit } from './comfyui/submit.ts'
import { folder, uploadImage, uploadSound, uploadVideo } from './comfyui/upload.ts'
import { createWatch } from './comfyui/watch.ts'
import {
  type Capability,
  type Engine,
  EngineError,
  engineProblem,
  type EngineProblem,
  type EngineRequest,
  type Mode,
  type Operation,
  type OperationState,
  type ReportedChoices,
} from './engines.ts'
import { createServerClient, type ServerAddress } from './server.ts'

export {
  builtInGraphNames,
  checkGraph,
  ComfyuiEnhanceEntry,
  ComfyuiModelEntry,
  loadEnhance,
  loadGraph,
  loadModel,
  type OwnGraphs,
} from './comfyui/graph-file.ts'
export { PreviewMethod } from './comfyui/submit.ts'
export type { Bindings, ComfyuiModel, Graph } from './comfyui/graph.ts'

/** No step takes half an hour. If the server's events do not get through, this limits the whole video. */
const defaultHungAfter_s = 1800
const forgetTimeout_ms = 5000

export interface ComfyuiOptions {
  name: string
  server: ServerAddress
  models: ReadonlyMap<string, ComfyuiModel>
  log?: Log
  /** Seconds without progress after which a running job is stopped and fails with `timeout`. Default: 1800. */
  hung_after_s?: number
  /** How the server makes its previews. Default: `auto`. Servers before 0.5 know only the flag of their start. */
  preview_method?: PreviewMethod
}

/** An engine for one ComfyUI server. Models are graphs; an operation is a prompt, whose id is derived from the attempt's key. */
export function createComfyuiEngine(options: ComfyuiOptions): Engine {
  const { name, server, models, log, hung_after_s = defaultHungAfter_s, preview_method = 'auto' } = options
  const client = createServerClient(name, server)
  const jobs = createJobs(name, client)
  const objectInfo = createObjectInfo(name, client)
  const client_id = `clipwright-${randomUUID()}`
  const watch = createWatch({ name, server, client_id, log, hung_after_ms: hung_after_s * 1000 })
  const mutex = createKeyedMutex()
  /** What the server said against a graph when it was submitted, by model and mode, until it takes the graph again. */
  const refused = new Map<string, EngineProblem>()

  const prepare = async (graph: Graph, request: EngineRequest, prompt_id: string, signal: AbortSignal) => {
    const send = (image: Uint8Array | null, stem: string, binding: 'image' | 'last_image') => {
      if (!image) return null
      if (!graph.bindings[binding]?.length) {
        throw new EngineError('unsupported', 'This model does not take such an image.', { fault: 'request' })
      }
      return uploadImage(name, client, new Uint8Array(image), { stem: `${prompt_id}-${stem}`, signal })
    }
    const image = await send(request.image, 'first', 'image')
    const last_image = await send(request.last_image, 'last', 'last_image')
    const audio = await sendSound(request, graph, `${prompt_id}-sound`, signal)
    const video = request.mode === 'enhance' ? await sendVideo(request, `${prompt_id}-source`, signal) : null
    const maxima = new Map<string, number | undefined>()
    for (const [id, input] of graph.bindings.seed ?? []) {
      const class_type = graph.nodes[id]?.class_type ?? ''
      maxima.set(`${class_type}.${input}`, maxValueOf(await objectInfo.find(class_type, signal), input))
    }
    return fillGraph(graph, request, {
      image,
      last_image,
      audio,
      video,
      filename_prefix: `${folder}/${prompt_id}`,
      maxValueOf: (class_type, input) => maxima.get(`${class_type}.${input}`),
    })
  }

  const sendSound = async ({ audio }: EngineRequest, graph: Graph, stem: string, signal: AbortSignal) => {
    if (!audio) return null
    if (!graph.bindings.audio?.length) {
      throw new EngineError('unsupported', 'This model does not take a sound.', { fault: 'request' })
    }
    return uploadSound(name, client, new Uint8Array(audio), { stem, signal })
  }

  const sendVideo = async ({ video }: EngineRequest, stem: string, signal: AbortSignal) => {
    if (!video) {
      throw new EngineError('unsupported', 'There is no video to enhance.', { fault: 'request' })
    }
    return uploadVideo(name, client, await video(), { stem, signal })
  }

  const begin = async (
    prompt_id: string,
    graph: Graph,
    request: EngineRequest,
    signal: AbortSignal,
  ): Promise<void> => {
    const nodes = await prepare(graph, request, prompt_id, signal)
    watch.begin(prompt_id, nodes)
    try {
      const enhances = request.mode === 'enhance'
      const { parameters = {} } = request
      await submit(name, client, jobs, {
        prompt_id,
        client_id,
        nodes,
        graph,
        parameters,
        enhances,
        preview_method,
        signal,
      })
      refused.delete(`${request.model} ${request.mode}`)
    } catch (error) {
      watch.end(prompt_id)
      if (error instanceof EngineError && (error.fault === 'model' || error.code === choiceGone)) {
        objectInfo.invalidate()
        noteRefusal(request, error)
      }
      throw error
    }
  }

  const noteRefusal = ({ model, mode }: EngineRequest, error: EngineError): void => {
    if (error.code !== 'model_misconfigured') return
    refused.set(`${model} ${mode}`, engineProblem('graph_refused', { mode, reason: error.explained }, model))
  }

  /** Whether the server runs the prompt or has it in its queue. */
  const isBusy = async (prompt_id: string, signal: AbortSignal): Promise<boolean> => {
    const job = await jobs.find(prompt_id, signal)
    return job?.status === 'pending' || job?.status === 'in_progress'
  }

  const stopHung = async (prompt_id: string, signal: AbortSignal): Promise<OperationState> => {
    await jobs.cancel(prompt_id, signal)
    const error = new EngineError('timeout', 'The engine stopped working on the task.', {
      fault: 'engine',
      mayRun: await isBusy(prompt_id, signal),
      cause: new Error(`${name}: prompt ${prompt_id} changed nothing for ${hung_after_s} s`),
    })
    return { status: 'failed', error }
  }

  return {
    name,
    async capabilities(signal) {
      const path = '/api/system_stats'
      const answer = await client.ask(path, { signal })
      const stats = answer.body as { system?: { comfyui_version?: unknown } } | null
      if (answer.status !== 200 || typeof stats !== 'object' || !stats?.system) {
        throw unexpectedAnswer(name, path, answer)
      }
      const offers: Capability[] = []
      const problems: EngineProblem[] = []
      const choices: ReportedChoices[] = []
      for (const [model, { graphs }] of models) {
        const modes: Mode[] = []
        const common = new Map<string, string[]>()
        for (const [mode, graph] of Object.entries(graphs) as [Mode, Graph][]) {
          const found = await objectInfo.problemsOf(model, mode, graph, signal)
          problems.push(...found)
          if (found.length > 0) continue
          modes.push(mode)
          for (const [parameter, here] of await objectInfo.choicesOf(graph, signal)) {
            const others = common.get(parameter)
            common.set(parameter, others?.filter((choice) => here.includes(choice)) ?? here)
          }
        }
        const max_frames = graphs.enhance?.max_frames
        if (modes.length > 0) offers.push({ model, modes, ...(max_frames !== undefined && { max_frames }) })
        for (const [parameter, each] of common) choices.push({ model, parameter, choices: each })
      }
      for (const problem of refused.values()) {
        if (!problems.some(({ model }) => model === problem.model)) problems.push(problem)
      }
      const { comfyui_version } = stats.system
      return {
        offers,
        ...(choices.length > 0 && { choices }),
        problems,
        version: typeof comfyui_version === 'string' ? comfyui_version : null,
      }
    },

    operationFor: (key) => ({ prompt_id: promptIdFor(key) }),

    async start(request, { key, signal }) {
      signal.throwIfAborted()
      const graph = models.get(request.model)?.graphs[request.mode]
      if (!graph) {
        throw new EngineError('model_missing', 'The engine does not offer this model.', { fault: 'model' })
      }
      const prompt_id = promptIdFor(key)
      // The server would run a prompt twice if it were submitted twice.
      await mutex(prompt_id, async () => {
        if (await jobs.find(prompt_id, signal)) return
        await begin(prompt_id, graph, request, signal)
      })
      return { prompt_id }
    },

    async inspect(operation, signal) {
      signal.throwIfAborted()
      const prompt_id = promptIdOf(operation)
      const job = prompt_id && (await jobs.find(prompt_id, signal))
      if (!prompt_id || !job) {
        watch.end(prompt_id)
        return { status: 'lost' }
      }
      if (job.status === 'pending') return { status: 'waiting' }
      if (job.status === 'in_progress') {
        if (watch.isHung(prompt_id)) return stopHung(prompt_id, signal)
        return { status: 'running', progress: watch.progressOf(prompt_id) }
      }
      watch.end(prompt_id)
      if (job.status === 'failed') return { status: 'failed', error: executionFault(name, job.error) }
      if (job.status === 'cancelled') {
        const cause = new Error(`${name}: prompt ${prompt_id} was interrupted on the server`)
        const error = new EngineError('interrupted', 'The engine was told to stop.', {
          fault: 'engine',
          cause,
        })
        return { status: 'failed', error }
      }
      const { enhanced_by: graph } = job
      if (findResult(job))
        return { status: 'succeeded', ...(graph !== undefined && { report: { upscaler: 'comfyui', graph } }) }
      const instead = savedInstead(job)
      if (instead.length > 0) {
        const error = misconfigured(new Error(`${name}: saved ${instead.join(', ')}, which is no video`))
        return { status: 'failed', error }
      }
      const cause = new Error(`${name}: prompt ${prompt_id} ended well and saved no video`)
      const error = new EngineError('output_missing', 'The engine made no video.', { fault: 'engine', cause })
      return { status: 'failed', error }
    },

    livePicture: (operation) => watch.pictureOf(promptIdOf(operation)),

    async cancel(operation, signal) {
      signal.throwIfAborted()
      const prompt_id = promptIdOf(operation)
      if (!prompt_id) return 'stopped'
      watch.markCancelled(prompt_id)
      await jobs.cancel(prompt_id, signal)
      if (await isBusy(prompt_id, signal)) return 'still_busy'
      watch.end(prompt_id)
      return 'stopped'
    },

    async fetch(operation, signal) {
      signal.throwIfAborted()
      const prompt_id = promptIdOf(operation)
      const job = prompt_id && (await jobs.find(prompt_id, signal))
      const file = job && job.status === 'completed' ? findResult(job) : undefined
      if (file) return client.download(pathOf(file), signal)
      throw new EngineError('result_gone', 'The engine does not have the video any more.', {
        fault: 'engine',
      })
    },

    async forget(operation) {
      const prompt_id = promptIdOf(operation)
      if (!prompt_id) return
      watch.end(prompt_id)
      await jobs.forget(prompt_id, AbortSignal.timeout(forgetTimeout_ms)).catch((error: unknown) => {
        log?.debug({ err: error, engine: name, prompt_id }, 'engine_history_not_cleared')
      })
    },

    async close() {
      watch.close()
    },
  }
}

/** ComfyUI accepts only UUIDs: this one has version 8 and is made of the key's hash. */
export function promptIdFor(key: string): string {
  const bytes = createHash('sha256').update(`clipwright ${key}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Empty for an operation that another kind of engine made. Strict, because the id becomes part of URLs. */
function promptIdOf({ prompt_id }: Operation): string {
  return typeof prompt_id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(prompt_id)
    ? prompt_id
    : ''
}
