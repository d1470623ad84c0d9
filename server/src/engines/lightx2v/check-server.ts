import {
  type Capabilities,
  type Capability,
  EngineError,
  engineProblem,
  type EngineProblem,
} from '../engines.ts'
import type { ServerClient } from '../server.ts'
import { isObject, wrongServer } from '../gpu-server.ts'
import { textOf } from './api.ts'
import type { Lightx2vModel } from './entry.ts'

const answerTimeout_ms = 3000

/** Compares what the server runs with the models of its entry. @throws EngineError `unavailable`. */
export async function checkServer(
  client: ServerClient,
  models: ReadonlyMap<string, Lightx2vModel>,
  signal: AbortSignal,
): Promise<Capabilities> {
  const { status, body } = await client.ask('/v1/service/metadata', { signal, timeout_ms: answerTimeout_ms })
  const problem = wrongServer(status, 'LightX2V', '/v1/service/metadata')
  if (problem) return { offers: [], problems: [problem], version: null }
  if (status !== 200 || !isObject(body)) {
    throw new EngineError('unavailable', 'The engine does not answer.', {
      fault: 'engine',
      cause: new Error(`no metadata (status ${status})`),
    })
  }
  const offers: Capability[] = []
  const problems: EngineProblem[] = []
  for (const [model, wanted] of models) {
    const outcome = matchModel(model, wanted, textOf(body['model_cls']))
    if ('remedy' in outcome) problems.push(outcome)
    else offers.push(outcome)
  }
  return { offers, problems, version: null }
}

function matchModel(
  model: string,
  { task, model_cls }: Lightx2vModel,
  running: string,
): Capability | EngineProblem {
  if (model_cls !== null && model_cls !== running) {
    return engineProblem('other_model_class_runs', { running, wanted: model_cls }, model)
  }
  if (task === 'flf2v') {
    return engineProblem('last_frame_from_disk', {}, model)
  }
  return { model, modes: [task === 't2v' ? 'text-to-video' : 'image-to-video'] }
}
