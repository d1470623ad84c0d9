import type { Metrics } from '../../../platform/metrics.ts'

/** What a task goes through. `queued` ends with the claim; the others are those of an attempt. */
export type Phase = 'queued' | 'starting' | 'computing' | 'storing'

/** `taken_away`: its lease ran out, its time was over, or its end came from elsewhere. */
export type AttemptOutcome = 'completed' | 'failed' | 'handed_back' | 'canceled' | 'taken_away'

/** From a preview on a fast machine to hours in a queue. */
const buckets = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400]

/** The metrics of the attempts that this process makes. */
export function observeAttempts(metrics: Pick<Metrics, 'counter' | 'histogram'>) {
  const attempts = metrics.counter({
    name: 'clipwright_attempts_total',
    help: 'Attempts of this process that ended: completed, failed, handed_back (the worker stopped), canceled, taken_away (the lease ran out or the deadline passed). `fault` of a failed one: request, model or engine.',
    labels: ['model', 'engine', 'outcome', 'fault'],
  })
  const phases = metrics.histogram({
    name: 'clipwright_task_phase_duration_seconds',
    help: 'Time in each phase, also of attempts that failed in it: queued (from when the task could be taken until it was), starting (until the engine has the work), computing, storing (fetched, checked, marked, stored, paid).',
    labels: ['phase', 'model', 'engine'],
    buckets,
  })
  const seconds = metrics.counter({
    name: 'clipwright_video_seconds_total',
    help: 'Seconds of video that were made: the length of completed videos.',
    labels: ['model', 'engine'],
  })
  return {
    ended: (of: Made, outcome: AttemptOutcome, fault = ''): void => attempts.add({ ...of, outcome, fault }),
    spent: (phase: Phase, of: Made, duration_s: number): void => phases.observe({ phase, ...of }, duration_s),
    made: (of: Made, duration_s: number): void => seconds.add({ ...of }, duration_s),
  }
}

interface Made {
  model: string
  engine: string
}
