import type { Db } from '../platform/db/database.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import { forgetOldKeys } from './idempotency.ts'

export const schedules = ({ db, clock }: { db: Db; clock: () => Date }): Schedule[] => [
  { name: 'forget-old-idempotency-keys', cron: '17 * * * *', run: () => forgetOldKeys(db, clock()) },
]
