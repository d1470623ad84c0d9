import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import { countHours } from './hours/hours.ts'
import { recordRecent, recordReconciliation } from './reconciliation/reconcile.ts'

interface ScheduleDeps {
  db: Db
  log: Pick<Log, 'error'>
  clock: () => Date
}

export function schedules({ db, log, clock }: ScheduleDeps): Schedule[] {
  const reconcileBy = (check: typeof recordRecent) => async () => {
    const { is_clean, checks } = await check(db, clock())
    if (!is_clean) log.error({ checks }, 'reconciliation_failed')
  }
  return [
    { name: 'reconcile-ledger', cron: '*/10 * * * *', run: reconcileBy(recordRecent) },
    // Two minutes after its end no transaction of an hour is open any more.
    { name: 'count-money', cron: '2 * * * *', run: (signal) => countHours(db, clock(), signal) },
    { name: 'reconcile-whole-ledger', cron: '13 3 * * *', run: reconcileBy(recordReconciliation) },
  ]
}
