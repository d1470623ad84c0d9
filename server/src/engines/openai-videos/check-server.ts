import {
  type Capabilities,
  type Capability,
  EngineError,
  engineProblem,
  type EngineProblem,
  type Mode,
} from '../engines.ts'
import type { ServerClient } from '../server.ts'
import type { Dialect } from './dialects.ts'
import type { OpenaiVideosModel } from './entry.ts'
import { isObject, wrongServer } from '../gpu-server.ts'

/** Short, because a server that warms up does not answer at all, and this check is repeated every few seconds. */
const answerTimeout_ms = 3000

const modesOf: Record<string, Mode[]> = {
  T2V: ['text-to-video'],
  I2V: ['image-to-video'],
  TI2V: ['text-to-video', 'image-to-video'],
}

interface Running {
  names: string[]
  /** The kinds of tasks that the server's model can do; null where the server does not tell. */
  kinds: string[] | null
}

/**
 * Returns a check that compares what the server runs with the models of its entry. It throws EngineError `unavailable`. A
 * server that reports no version is not asked for it again until it has been away.
 */
export function createServerCheck(
  client: ServerClient,
  dialect: Dialect,
  models: ReadonlyMap<string, OpenaiVideosModel>,
): (signal: AbortSignal) => Promise<Capabilities> {
  let path = dialect.version_path
  return async (signal) => {
    try {
      const found = await checkServer(client, dialect, models, signal)
      const version = path === null ? null : await readVersion(client, path, signal)
      if (version === null) path = null
      return { ...found, version }
    } catch (error) {
      path = dialect.version_path
      throw error
    }
  }
}

async function checkServer(
  client: ServerClient,
  dialect: Dialect,
  models: ReadonlyMap<string, OpenaiVideosModel>,
  signal: AbortSignal,
): Promise<Omit<Capabilities, 'version'>> {
  if (dialect.health_path !== null) {
    const { status } = await client.ask(dialect.health_path, { signal, timeout_ms: answerTimeout_ms })
    if (status === 503) throw unavailable('its health check says that the engine is dead', status)
  }
  const { status, body } = await client.ask('/v1/models', { signal, timeout_ms: answerTimeout_ms })
  const problem = wrongServer(status, dialect.title, '/v1/models')
  if (problem) return { offers: [], problems: [problem] }
  const running = readModels(body)
  if (status !== 200 || !running) throw unavailable('no list of models', status)

  const offers: Capability[] = []
  const problems: EngineProblem[] = []
  for (const [model, wanted] of models) {
    const outcome = matchModel(model, wanted, running)
    if ('remedy' in outcome) problems.push(outcome)
    else offers.push(outcome)
  }
  return { offers, problems }
}

function unavailable(what: string, status: number): EngineError {
  return new EngineError('unavailable', 'The engine does not answer.', {
    fault: 'engine',
    cause: new Error(`${what} (status ${status})`),
  })
}

function readModels(body: unknown): Running | undefined {
  if (!isObject(body) || !Array.isArray(body['data'])) return undefined
  const cards = body['data'].filter(isObject)
  const names = cards.flatMap(({ id, root }) => [id, root]).filter((name) => typeof name === 'string')
  return { names: [...new Set(names)], kinds: readKinds(cards[0]) }
}

/**
 * SGLang's `supported_task_types` are what the running model can do. `task_type` alone, in older versions, is the pipeline's
 * kind.
 */
function readKinds(card: Record<string, unknown> | undefined): string[] | null {
  const { task_type, supported_task_types } = card ?? {}
  if (Array.isArray(supported_task_types)) {
    const kinds = supported_task_types.filter((kind) => typeof kind === 'string')
    if (kinds.length > 0) return kinds
  }
  return typeof task_type === 'string' ? [task_type] : null
}

function matchModel(
  model: string,
  { upstream, modes }: OpenaiVideosModel,
  { names, kinds }: Running,
): Capability | EngineProblem {
  if (upstream !== null && !names.includes(upstream)) {
    return names.length === 0
      ? engineProblem('no_model_runs', { wanted: upstream }, model)
      : engineProblem('other_model_runs', { running: names.join(', '), wanted: upstream }, model)
  }
  const able = kinds && [...new Set(kinds.flatMap((kind) => modesOf[kind] ?? []))]
  const wanted = modes ?? able ?? ['text-to-video', 'image-to-video']
  const unable = wanted.filter((mode) => able !== null && !able.includes(mode))
  if (unable.length > 0 || wanted.length === 0) {
    const of = { kinds: kinds?.join(', ') ?? '' }
    return unable.length === 0
      ? engineProblem('no_mode_served', of, model)
      : engineProblem('modes_not_served', { ...of, modes: unable.join(', ') }, model)
  }
  return { model, modes: [...wanted] }
}

/** The version is for display only, so a server that does not answer has none. */
async function readVersion(client: ServerClient, path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { body } = await client.ask(path, { signal, timeout_ms: answerTimeout_ms })
    const version = isObject(body) ? body['version'] : undefined
    return typeof version === 'string' ? version : null
  } catch (error) {
    if (error instanceof EngineError) return null
    throw error
  }
}
