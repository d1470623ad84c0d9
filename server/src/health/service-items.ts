import type { FailingSchedule } from '../platform/schedules/queries.ts'
import { forgotten_ms, type HealthItem } from './items.ts'
import { said } from './texts.ts'

// Rules about what is not an engine: facts in, items out.

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

export interface WorkerFacts {
  workers: readonly { worker_id: string; seen_at: Date; is_alive: boolean }[]
  /** The newest tick of any schedule; there is one every minute, in whichever worker. */
  ticked_at: Date | null
  /** Tasks whose leases nobody renews or takes over. */
  abandoned: readonly { worker_id: string; tasks: number; since: Date }[]
}

/** A restart takes less. */
const withoutWorker_ms = 3 * minute_ms
/** Others forget a worker after a minute, in a schedule that ticks every minute. */
const silent_ms = 3 * minute_ms

export function workerItems({ workers, ticked_at, abandoned }: WorkerFacts, now: Date): HealthItem[] {
  if (isWithoutWorker({ workers, ticked_at }, now))
    return [
      {
        code: 'no_worker',
        severity: 'now',
        subject: null,
        ...said('no_worker', {}),
        since: ticked_at,
        path: '/admin/engines',
      },
    ]
  const silent = workers
    .filter(({ seen_at }) => now.getTime() - seen_at.getTime() > silent_ms)
    .map(({ worker_id, seen_at }) => ({ worker_id, since: seen_at, tasks: 0 }))
  const all = new Map([...silent, ...abandoned].map((each) => [each.worker_id, each]))
  return [...all.values()].map(({ worker_id, since, tasks }) => ({
    code: 'worker_silent',
    severity: tasks > 0 ? 'now' : 'soon',
    subject: worker_id,
    ...(tasks > 0
      ? said('worker_silent_with_tasks', { worker: worker_id, tasks })
      : said('worker_silent', { worker: worker_id })),
    since,
    path: '/admin/engines',
  }))
}

export function isWithoutWorker({ workers, ticked_at }: Omit<WorkerFacts, 'abandoned'>, now: Date): boolean {
  if (workers.some(({ is_alive }) => is_alive)) return false
  return ticked_at === null || now.getTime() - ticked_at.getTime() > withoutWorker_ms
}

export interface LedgerFacts {
  report: { checked_at: Date; is_clean: boolean; checks: object } | undefined
  /** When the first account was made; null without any. */
  used_since: Date | null
}

/** Three times what lies between two checks. */
const stale_ms = 30 * minute_ms

export function ledgerItems({ report, used_since }: LedgerFacts, now: Date): HealthItem[] {
  const items: HealthItem[] = []
  const path = '/admin/ledger'
  if (report && !report.is_clean) {
    const broken = Object.entries(report.checks).flatMap(([check, found]) =>
      found === 0 ? [] : [`${check}: ${found}`],
    )
    items.push({
      code: 'ledger_not_zero',
      severity: 'now',
      subject: null,
      ...said('ledger_not_zero', { checks: broken.join(', ') }),
      since: report.checked_at,
      path,
    })
  }
  const checked = report?.checked_at ?? used_since
  if (checked !== null && now.getTime() - checked.getTime() > stale_ms)
    items.push({
      code: 'reconciliation_stale',
      severity: 'soon',
      subject: null,
      ...said(report ? 'reconciliation_stale' : 'reconciliation_never', {}),
      since: report?.checked_at ?? null,
      path,
    })
  return items
}

export interface MailFacts {
  waiting: { mails: number; oldest_at: Date; last_error: string | null } | undefined
  /** The last mails that were sent or given up, the newest first. */
  settled: readonly { failed_at: Date | null; last_error: string | null }[]
}

/** By then a mail was tried three times. */
const mailWaits_ms = 5 * minute_ms
/** So many refusals in a row are not wrong addresses. */
export const refusals = 3
const refusalsCount_ms = 24 * hour_ms

export function mailItems({ waiting, settled }: MailFacts, now: Date): HealthItem[] {
  const about = {
    code: 'mail_failing' as const,
    severity: 'now' as const,
    subject: null,
    path: '/admin/settings',
  }
  if (waiting && now.getTime() - waiting.oldest_at.getTime() > mailWaits_ms)
    return [
      {
        ...about,
        ...said('mails_wait', { mails: waiting.mails, reason: waiting.last_error ?? '' }),
        since: waiting.oldest_at,
      },
    ]
  const [newest] = settled
  const isRefused = settled.length >= refusals && settled.every(({ failed_at }) => failed_at !== null)
  if (!isRefused || now.getTime() - newest!.failed_at!.getTime() > refusalsCount_ms) return []
  return [
    {
      ...about,
      ...said('mails_refused', { mails: settled.length, reason: newest!.last_error ?? '' }),
      since: settled.at(-1)!.failed_at,
    },
  ]
}

/** An endpoint that fails for less is its owner’s matter, who sees it, and is tried again. */
export const webhooksFail_ms = hour_ms

export function webhookItems(
  failing: { endpoints: number; users: number; since: Date } | undefined,
): HealthItem[] {
  if (!failing) return []
  const { endpoints, users, since } = failing
  return [
    {
      code: 'webhooks_failing',
      severity: 'soon',
      subject: null,
      ...said('webhooks_failing', { endpoints, users }),
      since,
      path: '/admin/users',
    },
  ]
}

export function pausedItems(
  paused: readonly { model: string; paused_at: Date | null }[],
  now: Date,
): HealthItem[] {
  return paused.flatMap(({ model, paused_at }) =>
    paused_at === null || now.getTime() - paused_at.getTime() <= forgotten_ms
      ? []
      : [
          {
            code: 'queue_paused',
            severity: 'soon',
            subject: model,
            ...said('queue_paused', { model }),
            since: paused_at,
            path: '/admin/queues',
          } satisfies HealthItem,
        ],
  )
}

/** A run that fails is tried again within this time. */
const retried_ms = 2 * minute_ms

export function scheduleItems(failing: readonly FailingSchedule[], now: Date): HealthItem[] {
  return failing
    .filter(({ failing_since }) => now.getTime() - failing_since.getTime() > retried_ms)
    .map(({ name, failing_since }) => ({
      code: 'schedule_failing',
      severity: 'soon',
      subject: name,
      ...said('schedule_failing', { schedule: name }),
      since: failing_since,
      path: '/admin/overview',
    }))
}

/** Of a file system, in bytes. */
export interface Space {
  free_bytes: number
  total_bytes: number
}

const gib = 2 ** 30

/** A part of the whole and an amount: a tenth of a large disk is much, and a gigabyte of a small one enough. */
export function spaceItems(path: string, { free_bytes, total_bytes }: Space): HealthItem[] {
  const isBelow = (part: number, most_bytes: number) => free_bytes < Math.min(part * total_bytes, most_bytes)
  if (!isBelow(0.1, 50 * gib)) return []
  return [
    {
      code: 'disk_nearly_full',
      severity: isBelow(0.02, 10 * gib) ? 'now' : 'soon',
      subject: path,
      ...said('disk_nearly_full', {
        path,
        percent: Math.round((free_bytes / total_bytes) * 100),
        free_gib: (free_bytes / gib).toFixed(1),
      }),
      since: null,
      path: '/admin/settings',
    },
  ]
}
