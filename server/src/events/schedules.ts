import type { Db } from '../platform/db/database.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import { forgetEvents } from './forget-events.ts'

export const schedules = (
  { db, clock }: { db: Db; clock: () => Date },
  { event_retention_days }: { event_retention_days: number },
): Schedule[] => [
  {
    name: 'forget-old-events',
    cron: '7 * * * *',
    run: () => forgetEvents(db, clock(), event_retention_days),
  },
]
