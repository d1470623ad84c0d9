import { createComfyuiEngine, loadEnhance, loadModel } from '../engines/comfyui.ts'
import { enhanceModel, engineProblem, type EngineProblem, type GenerateMode } from '../engines/engines.ts'
import { createServerClient, type ServerAddress, type ServerAnswer } from '../engines/server.ts'
import type { Json } from '../platform/json.ts'
import type { EnginesDocument } from './entries.ts'
import {
  enhanceGraphs,
  type GraphModel,
  graphModels,
  knownModels,
  type KnownModel,
  proofModel,
  unknownModel,
} from './known-models.ts'
import { whyNotReached } from './not-reached.ts'
import { type ProbeText, told } from './probe-texts.ts'

// Finds out what kind of server is at an address, by asking it.

/** What was found, and the entries that would make use of it. */
export interface Probe {
  /** Null when no kind was recognised. */
  kind: string | null
  version: string | null
  found: ProbeText[]
  /** What the changes of models and engines take as it is. Models that there are already are not in it. */
  proposal: { models: { [name: string]: Fields }; engine: Fields } | null
  /** What of the proposal is a guess. */
  to_check: ProbeText[]
  /** What keeps more from being proposed, or a kind from being recognised. */
  problems: EngineProblem[]
}
type Fields = { [field: string]: Json }

export const probedKinds = ['comfyui', 'sglang', 'vllm-omni', 'fastvideo', 'lightx2v'] as const
export type ProbedKind = (typeof probedKinds)[number]

/** For the first questions, and for all: a ComfyUI is then asked for every node of the graphs that it could run. */
const first_ms = 4_000
const all_ms = 9_500

/**
 * Asks a server what it is, and proposes entries for it. The address is an administrator's, who may name any: GPU servers stand in
 * private networks, so there is no rule by which one could be refused. In return the answer carries nothing of what a server
 * sent but names that have the form of a model or a version, so that nobody reads other services of the network through this.
 */
export async function probeServer(
  { url, headers }: ServerAddress,
  { kind, document }: { kind: ProbedKind | undefined; document: EnginesDocument },
): Promise<Probe> {
  const server = { url: url.replace(/\/+$/, ''), headers }
  const within = AbortSignal.timeout(all_ms)
  const client = createServerClient('probe', server)
  const asked = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const answer = client.ask(path, { signal: within, timeout_ms: first_ms })
        return [path, await answer.catch((error: unknown) => ({ error }))] as const
      }),
    ),
  )
  const given: Given = { server, asked, document, signal: within }
  const readers: [ProbedKind[], (given: Given) => Promise<Probe | undefined>][] = [
    [['comfyui'], readComfyui],
    [['lightx2v'], readLightx2v],
    [['sglang', 'vllm-omni', 'fastvideo'], (one) => readVideos(one, kind)],
  ]
  for (const [kinds, read] of readers) {
    if (kind && !kinds.includes(kind)) continue
    const found = await read(given).catch((error: unknown) => unrecognised([whyNotReached(error)]))
    if (found) return found
  }
  return unrecognised(whyNothing(given, kind))
}

const paths = [
  '/api/system_stats',
  '/v1/service/metadata',
  '/v1/models',
  '/v1/videos?limit=1',
  '/version',
  '/server_info',
] as const
type Path = (typeof paths)[number]

interface Given {
  server: ServerAddress
  asked: ReadonlyMap<Path, ServerAnswer | { error: unknown }>
  document: EnginesDocument
  signal: AbortSignal
}

function unrecognised(problems: EngineProblem[]): Probe {
  return { kind: null, version: null, found: [], proposal: null, to_check: [], problems }
}

function whyNothing({ asked }: Given, kind: ProbedKind | undefined): EngineProblem[] {
  const answers = [...asked.values()]
  const failed = answers.flatMap((answer) => ('error' in answer ? [answer.error] : []))
  if (failed.length === answers.length) return [whyNotReached(failed[0])]
  const statuses = new Set(answers.flatMap((answer) => ('status' in answer ? [answer.status] : [])))
  if (statuses.has(401) || statuses.has(403)) return [engineProblem('key_wanted_for_look', {})]
  if (bodyOf(asked, '/server_info') && 'error' in asked.get('/v1/models')!)
    return [engineProblem('sglang_warms_up', {})]
  if (bodyOf(asked, '/v1/models')) return [engineProblem('no_video_api', {})]
  const kinds = (kind ? [kind] : probedKinds).map((each) => titles[each]).join(', ')
  return [engineProblem('unknown_server', { kinds })]
}

/** The answer, if it is a JSON object and the status is 200. */
function bodyOf(asked: Given['asked'], path: Path): Record<string, unknown> | undefined {
  const answer = asked.get(path)
  if (!answer || !('status' in answer) || answer.status !== 200) return undefined
  const { body } = answer
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

/** A text of a server that has the form of a name or a version; anything else is left out. */
function nameIn(value: unknown, pattern = /^[\w./:+-]{1,200}$/): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}
const versionIn = (value: unknown): string | null => nameIn(value, /^v?\d[\w.+-]{0,39}$/) ?? null

async function readComfyui({ server, asked, document, signal }: Given): Promise<Probe | undefined> {
  const stats = bodyOf(asked, '/api/system_stats')?.['system'] as Record<string, unknown> | undefined
  if (typeof stats !== 'object' || stats === null || !('comfyui_version' in stats)) return undefined
  const version = versionIn(stats['comfyui_version'])
  const here = serverThere('ComfyUI', version)
  const { runs, problems } = await runnableGraphs(server, signal).catch((error: unknown) => ({
    runs: new Map<string, GenerateMode[]>(),
    problems: [whyNotReached(error)],
  }))
  const able = graphModels.filter(({ name }) => runs.has(name))
  const models = able.length > 0 || !runs.has(proofModel.name) ? able : [proofModel]
  // Of all that may be wrong with a graph, what is missing: in our own words, and for models alone.
  const missing = problems.filter(
    ({ model, text }) =>
      model === null ||
      (graphModels.some(({ name }) => name === model) &&
        (text === 'file_missing' || text === 'node_missing')),
  )
  const used = Object.fromEntries(models.map((model) => [model.name, graphsOf(model, runs.get(model.name)!)]))
  const enhance = enhanceGraphs.find((graph) => runs.has(graph))
  if (enhance) used[enhanceModel] = { enhance: { graph: enhance } }
  const found = models.map(({ name, graphs }) => {
    const names = runs.get(name)!.map((mode) => graphs[mode])
    return told('can_run', { graphs: names.join(', ') })
  })
  if (enhance) found.push(told('can_enhance', { graph: enhance }))
  const entries = models.map(({ name, entry }) => [name, { ...entry, modes: runs.get(name)! }] as const)
  return {
    kind: 'comfyui',
    version,
    found: [here, ...found],
    proposal: propose(document, 'comfyui', server, Object.fromEntries(entries), used),
    to_check: models.includes(proofModel) ? [told('proof_only', {})] : [],
    problems: missing,
  }
}

/** Which of the built-in graphs the server has all nodes and files for, as modes by model. */
async function runnableGraphs(
  server: ServerAddress,
  signal: AbortSignal,
): Promise<{ runs: Map<string, GenerateMode[]>; problems: EngineProblem[] }> {
  const models = new Map<string, Awaited<ReturnType<typeof loadModel>>>()
  for (const { name, graphs } of [...graphModels, proofModel]) {
    const entries = Object.entries(graphs).map(([mode, graph]) => [mode, { graph }])
    models.set(name, await loadModel({}, Object.fromEntries(entries) as object))
  }
  for (const graph of enhanceGraphs) models.set(graph, await loadEnhance({}, { enhance: { graph } }))
  const engine = createComfyuiEngine({ name: 'probe', server, models })
  try {
    const { offers, problems } = await engine.capabilities(signal)
    return { runs: new Map(offers.map(({ model, modes }) => [model, modes as GenerateMode[]])), problems }
  } finally {
    await engine.close()
  }
}

function graphsOf({ graphs }: GraphModel, modes: readonly GenerateMode[]): Fields {
  return Object.fromEntries(modes.map((mode) => [mode, { graph: graphs[mode] }]))
}

async function readLightx2v({ server, asked, document }: Given): Promise<Probe | undefined> {
  const metadata = bodyOf(asked, '/v1/service/metadata')
  const model_cls = nameIn(metadata?.['model_cls'], /^[\w.+-]{1,100}$/)
  if (!metadata || model_cls === undefined) return undefined
  const path = nameIn(metadata['model_path']) ?? ''
  const inPath = /(?<![a-z])(t2v|i2v|s2v)(?![a-z])/i.exec(path)?.[1]?.toLowerCase()
  const task = (inPath ?? 't2v') as 't2v' | 'i2v' | 's2v'
  const mode: GenerateMode = task === 't2v' ? 'text-to-video' : 'image-to-video'
  const known = knownModels.find(({ pattern }) => pattern.test(`${model_cls} ${path} ${task}`))
  const name = known?.name ?? slug(model_cls)
  const base: Fields = known?.entry ?? { ...unknownModel, title: model_cls }
  const entry = { ...base, modes: [mode], ...(task === 's2v' && { audio: 'required' }) }
  const to_check: ProbeText[] = known ? [] : [told('model_guessed', { model: name })]
  to_check.push(told(inPath ? 'task_from_path' : 'task_guessed', { task }))
  return {
    kind: 'lightx2v',
    version: null,
    found: [serverThere('LightX2V', null), told('runs', { model: model_cls })],
    proposal: propose(document, 'lightx2v', server, { [name]: entry }, { [name]: { task, model_cls } }),
    to_check,
    problems: [],
  }
}

const titles: Record<ProbedKind, string> = {
  comfyui: 'ComfyUI',
  sglang: 'SGLang',
  'vllm-omni': 'vLLM-Omni',
  fastvideo: 'FastVideo',
  lightx2v: 'LightX2V',
}
/** What the kinds say of themselves in their lists of models. */
const owners: Record<string, ProbedKind> = { sglang: 'sglang', vllm: 'vllm-omni', fastvideo: 'fastvideo' }

const modesOf: Record<string, GenerateMode[]> = {
  T2V: ['text-to-video'],
  I2V: ['image-to-video'],
  TI2V: ['text-to-video', 'image-to-video'],
}

async function readVideos(
  { server, asked, document }: Given,
  wanted: ProbedKind | undefined,
): Promise<Probe | undefined> {
  const data = bodyOf(asked, '/v1/models')?.['data']
  if (!Array.isArray(data) || !bodyOf(asked, '/v1/videos?limit=1')) return undefined
  const card = (data as unknown[]).find((one) => typeof one === 'object' && one !== null) as
    | Fields
    | undefined
  const own = bodyOf(asked, '/version')?.['version']
  const info = bodyOf(asked, '/server_info')?.['version']
  const owner = nameIn(card?.['owned_by'])
  const byOwner = owner !== undefined && Object.hasOwn(owners, owner) ? owners[owner] : undefined
  const kind =
    wanted ?? byOwner ?? (own !== undefined ? 'vllm-omni' : info !== undefined ? 'sglang' : undefined)
  const upstream = nameIn(card?.['id'])
  if (kind === undefined || upstream === undefined) return undefined
  const version = versionIn(own ?? info)
  const title = titles[kind]
  const known = knownModels.find(({ pattern }) => pattern.test(upstream))
  const name = known?.name ?? slug(upstream)
  const able = kindsIn(card).flatMap((task) => modesOf[task] ?? [])
  const base: Fields = known?.entry ?? { ...unknownModel, title: upstream.slice(0, 100) }
  const entry = { ...base, ...(able.length > 0 && { modes: [...new Set(able)] }) }
  return {
    kind,
    version,
    found: [serverThere(title, version), told('runs', { model: upstream })],
    proposal: propose(document, kind, server, { [name]: entry }, { [name]: usedAs(kind, upstream, known) }),
    to_check: known ? [] : [told('model_guessed', { model: name })],
    problems: [],
  }
}

function usedAs(kind: string, upstream: string, known: KnownModel | undefined): Fields {
  return { upstream, ...(kind === 'sglang' && known?.sglang) }
}

function kindsIn(card: Fields | undefined): string[] {
  const { task_type, supported_task_types } = card ?? {}
  const kinds = Array.isArray(supported_task_types) ? supported_task_types : [task_type]
  return kinds.filter((kind) => typeof kind === 'string')
}

function serverThere(title: string, version: string | null): ProbeText {
  return told('server', { server: version === null ? title : `${title} ${version}` })
}

/** The last part of a name, in the form of ours. */
function slug(upstream: string): string {
  const last = upstream.toLowerCase().split('/').filter(Boolean).at(-1) ?? ''
  const name = last
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64)
  return name === '' || name === 'preview' || name === enhanceModel ? `model-${name}` : name
}

function propose(
  document: EnginesDocument,
  kind: string,
  { url }: ServerAddress,
  models: { [name: string]: Fields },
  used: { [name: string]: Fields },
): Probe['proposal'] {
  if (Object.keys(used).length === 0) return null
  const taken = new Set(document.engines.map(({ name }) => name))
  let number = 1
  while (taken.has(`${kind}-${number}`)) number++
  const lacking = Object.entries(models).filter(([name]) => !Object.hasOwn(document.models, name))
  return {
    models: Object.fromEntries(lacking),
    engine: { name: `${kind}-${number}`, kind, url, models: used },
  }
}
