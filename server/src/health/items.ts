import type { Params } from '../platform/told.ts'

/** What may be wrong, in the order in which it is told; docs/operating/health.md explains each. */
export const healthCodes = [
  'no_worker',
  'worker_silent',
  'ledger_not_zero',
  'storage_failing',
  'disk_nearly_full',
  'engine_down',
  'no_engine_for_model',
  'engine_start_failing',
  'waits_too_long',
  'mail_failing',
  'engine_problem',
  'engines_file_refused',
  'reconciliation_stale',
  'schedule_failing',
  'webhooks_failing',
  'queue_paused',
  'engine_taken_out',
] as const
export type HealthCode = (typeof healthCodes)[number]

/** `now`: users feel it. `soon`: they will, or something is not as it should be. */
export const severities = ['now', 'soon'] as const
export type Severity = (typeof severities)[number]

/** Something that does not heal by itself. */
export interface HealthItem {
  code: HealthCode
  severity: Severity
  /** What it is about: an engine, a model, a worker, a path; null where there is only one. */
  subject: string | null
  /** One sentence. */
  message: string
  /** What to do. */
  remedy: string
  /** Which text it is, and what it says beside its words, for other languages; absent where an older worker has told it. */
  text?: string
  params?: Params
  /** Null where nobody has seen it begin. */
  since: Date | null
  /** The studio's page for it. */
  path: string
}

/** What an administrator stopped for so long may be forgotten. */
export const forgotten_ms = 3_600_000

/** More are of no use to anybody, and each is a series of the metrics. */
const mostItems = 100

/** The worst first; of the same kind the oldest. */
export function inOrder(items: readonly HealthItem[]): HealthItem[] {
  const place = ({ severity, code }: HealthItem) =>
    severities.indexOf(severity) * healthCodes.length + healthCodes.indexOf(code)
  const age = ({ since }: HealthItem) => since?.getTime() ?? Number.NEGATIVE_INFINITY
  return items.toSorted((a, b) => place(a) - place(b) || age(a) - age(b)).slice(0, mostItems)
}
