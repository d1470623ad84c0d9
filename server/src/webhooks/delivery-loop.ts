import { eventsChannel } from '../events/events.ts'
import type { Db } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import { poll } from '../platform/db/poll.ts'
import type { Log } from '../platform/log.ts'
import { type Metrics, shortBuckets_s } from '../platform/metrics.ts'
import * as queries from './delivery-queries.ts'
import { type SendDeps, sendDelivery } from './send-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'

export interface DeliverDeps extends SendDeps {
  db: Db
  notifier: Pick<Notifier, 'listen'>
  log: Pick<Log, 'info' | 'warn' | 'error'>
  metrics: Pick<Metrics, 'histogram'>
}

export interface DeliveryLoop {
  /** Begins no more tries and waits for the running ones, at most `patience_ms`; the rest is aborted and tried again later. */
  stop(patience_ms: number): Promise<void>
}

/** Announces a delivery that somebody made due by hand. */
export const webhooksChannel = 'webhooks'

/** Longer than a try with its bookkeeping takes: nobody else delivers to the endpoint meanwhile. */
const lease_ms = 45_000
/** Tries per lease, before another endpoint gets the slot. */
const triesInARow = 25
/**
 * Endpoints served at once by this process. Failing ones have slots of their own, so that those that hang do not delay the
 * others.
 */
const slots = { working: 24, failing: 16 }
const roundsInARow = 10
/** Without a hint: tries become due by the clock, and a hint may be lost. */
const look_ms = 1_000
/** Whether a user has endpoints is asked once in this time; an endpoint that is new meanwhile is met by the next look at everybody. */
const knownFor_ms = 10_000
/** A burst of events is read in few statements. */
const debounce_ms = 50

/** Turns events into deliveries and sends them, until it is stopped. Any number of workers share the work. */
export function startDeliveryLoop(deps: DeliverDeps): DeliveryLoop {
  const { db, log, clock } = deps
  observeTries(deps)
  const breakOff = new AbortController()
  const running = { working: new Set<Promise<void>>(), failing: new Set<Promise<void>>() }
  /** Users with new events, by hints. */
  const stale = new Set<string>()
  let lookedAt = -Infinity
  /** Whether a delivery may be due: most events are of users without endpoints, and make none. */
  let mayBeDue = true

  /** Whether hinted users have endpoints. */
  const known = new Map<string, boolean>()
  let knownSince = -Infinity

  /** Those of these users who have endpoints. */
  const ownersOf = async (users: readonly string[]): Promise<string[]> => {
    if (performance.now() - knownSince >= knownFor_ms) {
      known.clear()
      knownSince = performance.now()
    }
    const asked = users.filter((user_id) => !known.has(user_id))
    if (asked.length > 0) {
      const owners = new Set(await queries.findOwners(db, asked))
      for (const user_id of asked) known.set(user_id, owners.has(user_id))
    }
    return users.filter((user_id) => known.get(user_id))
  }

  /** Makes deliveries for hinted users, and at intervals for everybody. */
  const spread = async (): Promise<'again' | undefined> => {
    const isLook = performance.now() - lookedAt >= look_ms
    const hinted = [...stale]
    stale.clear()
    const users = isLook ? undefined : await ownersOf(hinted)
    if (users?.length === 0) return undefined
    if (isLook) lookedAt = performance.now()
    mayBeDue ||= isLook
    // Bounded: while events keep coming, deliveries must go out too.
    let moved = 1
    for (let i = 0; i < roundsInARow && moved > 0; i++) {
      moved = await queries.makeDeliveries(db, clock(), users)
      mayBeDue ||= moved > 0
    }
    if (moved === 0) return undefined
    if (isLook) lookedAt = -Infinity
    for (const user_id of users ?? []) stale.add(user_id)
    return 'again'
  }

  const fill = async (kind: 'working' | 'failing', stopping: AbortSignal): Promise<void> => {
    const limit = slots[kind] - running[kind].size
    if (limit <= 0 || stopping.aborted) return
    const now = clock()
    const until = new Date(now.getTime() + lease_ms)
    for (const lease of await queries.lease(db, { failing: kind === 'failing', limit, now, until })) {
      const run = deliverTo(deps, lease, { stopping, signal: breakOff.signal })
        .catch((error: unknown) =>
          log.warn({ err: error, webhook_id: lease.webhook_id }, 'webhook_not_served'),
        )
        .finally(() => {
          running[kind].delete(run)
          mayBeDue = true
          loop.hint()
        })
      running[kind].add(run)
    }
  }

  const loop = poll(
    async (stopping) => {
      const next = await spread()
      if (!mayBeDue) return next
      mayBeDue = false
      await fill('working', stopping)
      await fill('failing', stopping)
      return next
    },
    {
      notifier: deps.notifier,
      channels: [webhooksChannel, eventsChannel],
      onHint: (channel, user_id) => {
        if (channel !== eventsChannel) mayBeDue = true
        else if (user_id === '') lookedAt = -Infinity
        else stale.add(user_id)
      },
      every_ms: look_ms,
      debounce_ms,
      onError: (error) => log.warn({ err: error }, 'webhooks_not_read'),
    },
  )

  return {
    stop: async (patience_ms) => {
      await loop.stop()
      const timer = setTimeout(() => breakOff.abort(new Error('the worker stops')), patience_ms)
      await Promise.all([...running.working, ...running.failing])
      clearTimeout(timer)
    },
  }
}

/** Sends one endpoint's due deliveries in order. The lease is released whatever happens. */
async function deliverTo(
  deps: DeliverDeps,
  lease: queries.Lease,
  { stopping, signal }: { stopping: AbortSignal; signal: AbortSignal },
): Promise<void> {
  try {
    for (let tries = 0; tries < triesInARow && !stopping.aborted; tries++) {
      const now = deps.clock()
      const until = new Date(now.getTime() + lease_ms)
      const delivery = await queries.takeNext(deps.db, lease, { now, until })
      if (!delivery || !(await deliver(deps, delivery, signal))) break
    }
  } finally {
    await queries.release(deps.db, lease, deps.clock())
  }
}

/** True when the endpoint accepted it and the next delivery may follow. */
async function deliver(
  deps: DeliverDeps,
  delivery: queries.TakenDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { webhook_id, delivery_id, attempts } = delivery
  const outcome = await sendDelivery(deps, delivery, delivery, signal).catch((error: unknown) => {
    if (signal.aborted) return undefined
    deps.log.error({ err: error, webhook_id, delivery_id }, 'delivery_failed_inside')
    return { ...nothingCame, error: 'internal_error' as const }
  })
  if (!outcome) {
    await queries.putBack(deps.db, delivery)
    return false
  }
  await settleDelivery(deps.db, delivery, outcome, { now: deps.clock(), random: Math.random() })
  const { error, response_status, duration_ms } = outcome
  observeTries(deps).observe({ outcome: error ?? 'delivered' }, duration_ms / 1000)
  deps.log.info({ webhook_id, delivery_id, attempts, error, response_status, duration_ms }, 'delivery_tried')
  // A failing endpoint continues in a slot for failing ones.
  return error === null
}

const observeTries = ({ metrics }: Pick<DeliverDeps, 'metrics'>) =>
  metrics.histogram({
    name: 'clipwright_webhook_try_duration_seconds',
    help: 'Tries to deliver an event to an endpoint: delivered, or what went wrong, as the log of deliveries says.',
    labels: ['outcome'],
    buckets: shortBuckets_s,
  })

const nothingCame = {
  duration_ms: 0,
  response_status: null,
  response_body: null,
  retry_after_ms: undefined,
}
