import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import { addMinute } from './figures/hour-queries.ts'
import { countHours } from './figures/hours.ts'
import { removeSilentWorkers } from './fleet/workers.ts'
import { removeAbandoned } from './live/queries.ts'
import { removeAbandonedPower } from './power/queries.ts'
import { purgeResults, sweepResults } from './results/purge.ts'
import type { Retention } from './results/retention.ts'
import type { ResultPlace } from './results/place.ts'
import { failOverdueTasks } from './run/reap.ts'
import { archiveAttempts } from './task/old-attempts.ts'
import { countFirstRooms } from './submit/storage-quota.ts'

interface ScheduleDeps extends ResultPlace {
  db: Db
  log: Log
  clock: () => Date
  retention: Retention & { attempt_retention_days: number }
}

/** The schedules of tasks; each runs in one process at a time. */
export function schedules({
  db,
  log,
  clock,
  storage,
  legacy_results_dir,
  retention,
}: ScheduleDeps): Schedule[] {
  const results = { db, log, clock, storage, legacy_results_dir }
  return [
    {
      name: 'fail-overdue-tasks',
      cron: '* * * * *',
      run: async (signal) => void (await failOverdueTasks(db, log, signal)),
    },
    { name: 'forget-silent-workers', cron: '* * * * *', run: () => removeSilentWorkers(db, log) },
    { name: 'sweep-live-pictures', cron: '* * * * *', run: async () => void (await removeAbandoned(db)) },
    { name: 'note-engine-use', cron: '* * * * *', run: () => addMinute(db) },
    // Two minutes after its end no transaction of an hour is open any more.
    { name: 'count-videos', cron: '2 * * * *', run: (signal) => countHours(db, clock(), signal) },
    {
      name: 'archive-attempts',
      cron: '33 * * * *',
      run: async (signal) => void (await archiveAttempts(results, retention.attempt_retention_days, signal)),
    },
    { name: 'count-first-rooms', cron: '3 * * * *', run: (signal) => countFirstRooms(db, signal) },
    { name: 'forget-engine-power', cron: '13 * * * *', run: () => removeAbandonedPower(db) },
    {
      name: 'purge-results',
      cron: '7 * * * *',
      run: async (signal) => void (await purgeResults(results, retention, signal)),
    },
    {
      name: 'sweep-results',
      cron: '* * * * *',
      run: async (signal) => void (await sweepResults(results, signal)),
    },
  ]
}
