import type { Db } from '../platform/db/database.ts'
import type { Metrics } from '../platform/metrics.ts'
import { findPresent, type LedgerPlace, sumBehind } from './hours/hour-queries.ts'
import { inCredits } from './money.ts'
import { latestReconciliation } from './reconciliation/reconcile.ts'
import { movementKinds } from './tables.ts'

/** What is counted at one scrape at most; the next one goes on. */
const most = 20_000

/**
 * Registers the metrics of the ledger. Money is counted from the ledger itself, each scrape what was booked since the last one: the
 * cost does not depend on the ledger's size, and no movement is missed or counted twice, whoever made it. Each process counts all of
 * it, from its start on.
 */
export function observeLedger(metrics: Metrics, db: Db): void {
  const labels = ['kind'] as const
  const amounts = metrics.counter({
    name: 'clipwright_ledger_credits_total',
    help: 'Credits that were moved in the ledger since this process began, by kind, up to some seconds ago. Every process counts the whole ledger: take the largest, not the sum.',
    labels,
  })
  const movements = metrics.counter({
    name: 'clipwright_ledger_movements_total',
    help: 'Movements in the ledger since this process began, likewise.',
    labels,
  })
  const add = (kind: string, number: number, amount: number): void => {
    movements.add({ kind }, number)
    amounts.add({ kind }, inCredits(amount))
  }
  for (const kind of movementKinds) add(kind, 0, 0) // a series that begins at its first movement would lose it

  let place: LedgerPlace | undefined
  metrics.beforeScrape('money', async () => {
    place ??= await findPresent(db)
    const counted = await sumBehind(db, place, most)
    for (const { kind, movements: number, amount } of counted) add(kind, number, amount)
    place = counted[0]?.place ?? place
  })

  const checks = {
    problems: {
      name: 'clipwright_ledger_problems',
      help: 'What the newest reconciliation found, by check: not zero is an alarm.',
      labels: ['check'],
    },
    checked_at: {
      name: 'clipwright_ledger_checked_timestamp_seconds',
      help: 'When the newest reconciliation ran, in seconds since 1970.',
    },
  }
  metrics.readings('ledger', checks, async () => {
    const report = await latestReconciliation(db)
    return {
      problems: Object.entries(report?.checks ?? {}).map(([check, value]) => ({ labels: { check }, value })),
      checked_at: report ? [{ value: report.checked_at.getTime() / 1000 }] : [],
    }
  })
}
