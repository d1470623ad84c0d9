import type { EngineReported, EngineSlots, Wait } from '../tasks/tasks.ts'
import { forgotten_ms, type HealthItem } from './items.ts'
import { said } from './texts.ts'

/** What is known of engines, and of those who wait for them. Reports are those of workers that are heard of. */
export interface EngineFacts {
  reports: readonly EngineReported[]
  slots: readonly EngineSlots[]
  waits: readonly Wait[]
  /** The engines file, or what is built in. */
  configured: readonly { name: string; models: readonly string[]; on_demand?: object | undefined }[]
  /** What users may choose. */
  catalog: readonly string[]
  longest_wait_s: number
}

/** Restarts take less: an engine or a model that is away for so long is told of. */
const patience_ms = 60_000
/** As long, of an engine that never answered, in calls: pauses between them grow. */
const mostFailedCalls = 6
/** An engine that failed less often in a row has a pause, and then another try. */
const mostFailures = 3
/** A start that failed once is tried again. */
const mostFailedStarts = 2

const engines = '/admin/engines'
const queues = '/admin/queues'

export function engineItems(facts: EngineFacts, now: Date): HealthItem[] {
  const byEngine = Map.groupBy(facts.reports, ({ engine }) => engine)
  return [
    ...[...byEngine.values()].flatMap((reports) =>
      reports[0]!.paused_at === null
        ? [...downItems(reports, now), ...problemItems(reports), ...startItems(reports)]
        : takenOutItems(reports[0]!, reports[0]!.paused_at, now),
    ),
    ...waitItems(facts),
  ]
}

/** Whoever took an engine out knows of it for a while; what else is wrong with it they see on its page. */
function takenOutItems({ engine }: EngineReported, since: Date, now: Date): HealthItem[] {
  if (now.getTime() - since.getTime() < forgotten_ms) return []
  return [
    {
      code: 'engine_taken_out',
      severity: 'soon',
      subject: engine,
      ...said('engine_taken_out', { engine }),
      since,
      path: engines,
    },
  ]
}

function downItems(reports: readonly EngineReported[], now: Date): HealthItem[] {
  const { engine, url, power } = reports[0]!
  if (power !== null && power.state !== 'on') return []
  const lost = reports.filter((report) => !report.is_reachable && isLost(report, now))
  if (lost.length === 0) return []
  const seen = lost.flatMap(({ reached_at }) => (reached_at ? [reached_at.getTime()] : []))
  const about = {
    code: 'engine_down' as const,
    subject: engine,
    since: seen.length > 0 ? new Date(Math.max(...seen)) : null,
    path: engines,
  }
  const where = url === null ? engine : `${engine} (${url})`
  if (lost.length === reports.length)
    return [{ ...about, severity: 'now', ...said('engine_down', { engine: where }) }]
  if (reports.some(({ is_reachable }) => is_reachable)) {
    const workers = lost.map(({ worker_id }) => worker_id).join(', ')
    return [{ ...about, severity: 'soon', ...said('engine_down_for_some', { engine: where, workers }) }]
  }
  return []
}

function isLost({ reached_at, failures }: EngineReported, now: Date): boolean {
  return reached_at === null
    ? failures >= mostFailedCalls
    : now.getTime() - reached_at.getTime() > patience_ms
}

/** Each problem once, whoever reports it. One failed attempt is not told: it has another try. */
function problemItems(reports: readonly EngineReported[]): HealthItem[] {
  const told = reports
    .filter(({ is_reachable }) => is_reachable)
    .flatMap(({ problems, failures }) =>
      problems.filter(({ model }) => model !== null || failures === 0 || failures >= mostFailures),
    )
  const once = new Map(told.map((problem) => [`${problem.model} ${problem.message}`, problem]))
  const { engine } = reports[0]!
  return [...once.values()].map(({ model, message, ...problem }) => ({
    code: 'engine_problem',
    severity: 'soon',
    subject: engine,
    message: `Engine ${engine}${model === null ? '' : ` (model ${model})`}: ${message}`,
    ...problem,
    ...(problem.params && model !== null && { params: { ...problem.params, model } }),
    since: null,
    path: engines,
  }))
}

function startItems([report]: readonly EngineReported[]): HealthItem[] {
  const { engine, power } = report!
  if (power === null || power.failures < mostFailedStarts) return []
  return [
    {
      code: 'engine_start_failing',
      severity: 'now',
      subject: engine,
      ...said('engine_start_failing', { engine, failures: power.failures, reason: power.error ?? '?' }),
      since: power.since,
      path: engines,
    },
  ]
}

function waitItems(facts: EngineFacts): HealthItem[] {
  const models = new Set([...facts.catalog, ...facts.waits.map(({ model }) => model)])
  return [...models].toSorted().flatMap((model) => {
    const wait = facts.waits.find((each) => each.model === model)
    return wait?.is_paused ? [] : (withoutEngine(model, wait, facts) ?? tooLong(wait, facts))
  })
}

/** Undefined where an engine takes the model, or one that can be started. */
function withoutEngine(model: string, wait: Wait | undefined, facts: EngineFacts): HealthItem[] | undefined {
  const has = ({ models }: { models: readonly string[] }) => models.includes(model)
  const own = facts.configured.filter(has)
  if (facts.slots.some(has) || own.some(({ on_demand }) => on_demand)) return undefined
  const about = { code: 'no_engine_for_model' as const, subject: model, path: engines }
  if (wait && wait.waited_s * 1000 > patience_ms)
    return [
      {
        ...about,
        severity: 'now',
        ...said('tasks_without_engine', { model, tasks: wait.tasks }),
        since: wait.since,
      },
    ]
  // Where each of its engines is away, that is what is told.
  const isAway = ({ name }: { name: string }) =>
    facts.reports.some((report) => report.engine === name && !report.is_reachable)
  if (wait || (own.length > 0 && own.every(isAway))) return []
  return [
    {
      ...about,
      severity: 'soon',
      ...said('model_without_engine', { model }),
      since: null,
    },
  ]
}

function tooLong(wait: Wait | undefined, { longest_wait_s }: EngineFacts): HealthItem[] {
  if (!wait || wait.waited_s <= longest_wait_s) return []
  const minutes = Math.floor(wait.waited_s / 60)
  return [
    {
      code: 'waits_too_long',
      severity: wait.running === 0 ? 'now' : 'soon',
      subject: wait.model,
      ...said(wait.running === 0 ? 'waits_and_none_runs' : 'waits_while_others_run', {
        model: wait.model,
        minutes,
      }),
      since: wait.since,
      path: queues,
    },
  ]
}
