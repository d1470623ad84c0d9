import type { EngineError } from '../../../engines/engines.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'
import type { ClaimedTask } from '../../queue/claim-queries.ts'

/** Runs an attempt as a part of the trace that submitted its task, with the time that the task has waited; alone where there is none. */
export function traceAttempt(
  tracing: Pick<Tracing, 'goOn'>,
  { task_id, attempt, model, params, traceparent, waited_s }: ClaimedTask,
  engine: string,
  run: () => Promise<EngineError | 'completed' | undefined>,
): Promise<EngineError | 'completed' | undefined> {
  if (traceparent === null) return run()
  const facts = {
    'clipwright.task_id': task_id,
    'clipwright.attempt': attempt,
    'clipwright.model': model,
    'clipwright.mode': params.mode,
    'clipwright.engine': engine,
  }
  const past = { name: 'queued', facts: { 'clipwright.task_id': task_id }, duration_s: waited_s }
  return tracing.goOn(traceparent, { name: 'attempt', facts, past }, async (span) => {
    const said = await run()
    if (said === 'completed') span.tell({ 'clipwright.outcome': said })
    else if (said) span.tell({ 'clipwright.outcome': 'failed', 'error.type': said.code })
    return said
  })
}
