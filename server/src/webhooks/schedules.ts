import type { Db } from '../platform/db/database.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import { forgetDeliveries } from './deliveries.ts'

export const schedules = (
  { db, clock }: { db: Db; clock: () => Date },
  { delivery_retention_days }: { delivery_retention_days: number },
): Schedule[] => [
  {
    name: 'forget-old-deliveries',
    cron: '22 * * * *',
    run: () => forgetDeliveries(db, clock(), delivery_retention_days),
  },
]
