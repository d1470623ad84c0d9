import { findFirstUser } from '../accounts/accounts.ts'
import { settingDefaults } from '../config/config.ts'
import { findWaitingMails, listSettledMails } from '../outbox/outbox.ts'
import { findTicks } from '../platform/schedules/queries.ts'
import { createSettingsReader } from '../settings/settings.ts'
import * as tasks from '../tasks/tasks.ts'
import { latestReconciliation } from '../wallet/wallet.ts'
import { findFailingWebhooks } from '../webhooks/webhooks.ts'
import type { HealthDeps } from './context.ts'
import { engineItems } from './engine-items.ts'
import { type HealthItem, inOrder } from './items.ts'
import { createNeighbours } from './neighbours.ts'
import * as rules from './service-items.ts'

/** What an operator has to know now; empty when all is well. */
export interface HealthReport {
  checked_at: Date
  items: HealthItem[]
}

export type ReadHealth = () => Promise<HealthReport>

/**
 * Reads what is wrong, once per process: what neighbours said is kept for some seconds. One that is away is an item, within three
 * seconds. What heals by itself within its bound is left out, and so is what has the same cause as another item.
 * @throws the database's errors.
 */
export function createHealth(deps: HealthDeps): ReadHealth {
  const neighbourItems = createNeighbours(deps)
  return async () => {
    const checked_at = deps.clock()
    const [service, neighbours] = await Promise.all([serviceItems(deps, checked_at), neighbourItems()])
    return { checked_at, items: inOrder([...service, ...neighbours]) }
  }
}

async function serviceItems(deps: HealthDeps, now: Date): Promise<HealthItem[]> {
  const { db } = deps
  const { failing, ticked_at } = await findTicks(db)
  const { items: workers } = await tasks.listWorkers(db)
  const anyone = { workers, ticked_at, abandoned: await tasks.listAbandoned(db) }
  const ledger = { report: await latestReconciliation(db), used_since: await findFirstUser(db) }
  const withWorkers = rules.isWithoutWorker(anyone, now)
    ? []
    : [
        ...engineItems(await engineFacts(deps, workers), now),
        ...rules.scheduleItems(failing, now),
        ...rules.mailItems(
          { waiting: await findWaitingMails(db), settled: await listSettledMails(db, rules.refusals) },
          now,
        ),
      ]
  // Without a worker nothing is checked either; what was found before stays.
  const money = rules.ledgerItems(ledger, now)
  return [
    ...rules.workerItems(anyone, now),
    ...withWorkers,
    ...(rules.isWithoutWorker(anyone, now)
      ? money.filter(({ code }) => code !== 'reconciliation_stale')
      : money),
    ...rules.webhookItems(await findFailingWebhooks(db, new Date(now.getTime() - rules.webhooksFail_ms))),
    ...rules.pausedItems(await tasks.listPaused(db), now),
  ]
}

async function engineFacts(
  { db, config, inventory }: HealthDeps,
  workers: readonly { worker_id: string; is_alive: boolean }[],
) {
  const alive = new Set(workers.filter(({ is_alive }) => is_alive).map(({ worker_id }) => worker_id))
  const { items } = await tasks.listEngines(db)
  const { longest_wait_s } = await createSettingsReader(db, settingDefaults(config))()
  return {
    reports: items.filter(({ worker_id }) => alive.has(worker_id)),
    slots: await tasks.listEngineSlots(db),
    waits: await tasks.listWaits(db),
    configured: inventory.engines,
    catalog: inventory.catalog.models.map(({ name }) => name),
    longest_wait_s,
  }
}
