import { type Capabilities, type Capability, EngineError, type EngineProblem, type Mode } from '../engines.ts'
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
  /** Null where the server does not tell. */
  task_type: string | null
}

/** Compares what the server runs with the models of its entry. @throws EngineError `unavailable`. */
export async function checkServer(
  client: ServerClient,
  dialect: Dialect,
  models: ReadonlyMap<string, OpenaiVideosModel>,
  signal: AbortSignal,
): Promise<Capabilities> {
  if (dialect.health_path !== null) {
    const { status } = await client.ask(dialect.health_path, { signal, timeout_ms: answerTimeout_ms })
    if (status === 503) throw unavailable('its health check says that the engine is dead', status)
  }
  const { status, body } = await client.ask('/v1/models', { signal, timeout_ms: answerTimeout_ms })
  const problem = wrongServer(status, dialect.title, '/v1/models')
  if (problem) return { offers: [], problems: [problem], version: null }
  const running = readModels(body)
  if (status !== 200 || !running) throw unavailable('no list of models', status)

  const offers: Capability[] = []
  const problems: EngineProblem[] = []
  for (const [model, wanted] of models) {
    const outcome = matchModel(model, wanted, running)
    if ('remedy' in outcome) problems.push(outcome)
    else offers.push(outcome)
  }
  return { offers, problems, version: await readVersion(client, dialect, signal) }
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
  const task_type = cards[0]?.['task_type']
  return { names: [...new Set(names)], task_type: typeof task_type === 'string' ? task_type : null }
}

function matchModel(
  model: string,
  { upstream, modes }: OpenaiVideosModel,
  { names, task_type }: Running,
): Capability | EngineProblem {
  if (upstream !== null && !names.includes(upstream)) {
    return {
      model,
      message: `The server runs ${names.join(', ') || 'no model'} and not ${upstream}.`,
      remedy: `Start the server with ${upstream}, or set upstream of the model to what it runs.`,
    }
  }
  const able = task_type === null ? undefined : (modesOf[task_type] ?? [])
  const wanted = modes ?? able ?? ['text-to-video', 'image-to-video']
  const unable = wanted.filter((mode) => able !== undefined && !able.includes(mode))
  if (unable.length > 0 || wanted.length === 0) {
    return {
      model,
      message: `The server's model is of the kind ${task_type} and can't make ${unable.join(', ') || 'videos'}.`,
      remedy: `Take ${unable.join(', ') || 'the model'} out of the model's modes, or serve a model that can.`,
    }
  }
  return { model, modes: [...wanted] }
}

/** The version is for display only, so a server that does not answer has none. */
async function readVersion(
  client: ServerClient,
  { version_path }: Dialect,
  signal: AbortSignal,
): Promise<string | null> {
  if (version_path === null) return null
  try {
    const { body } = await client.ask(version_path, { signal, timeout_ms: answerTimeout_ms })
    const version = isObject(body) ? body['version'] : undefined
    return typeof version === 'string' ? version : null
  } catch (error) {
    if (error instanceof EngineError) return null
    throw error
  }
}
