import type { Db } from '../platform/db/database.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import { deleteOldMails } from './outbox.ts'

export const schedules = (deps: { db: Db; clock: () => Date }): Schedule[] => [
  {
    name: 'delete-old-mails',
    cron: '27 3 * * *',
    run: () => deleteOldMails(deps.db, deps.clock()),
  },
]
