import { type Archivable, archiveRows } from '../archive/archive.ts'
import type { Db } from '../platform/db/database.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import * as queries from './queries.ts'

const auditEvents: Archivable<queries.StoredEvent> = {
  what: 'audit-events',
  at: 'created_at',
  find: queries.findBefore,
  remove: (trx, rows) =>
    queries.remove(
      trx,
      rows.map(({ event_id }) => event_id),
    ),
}

export const schedules = (
  deps: { db: Db; storage: ObjectStorage; clock: () => Date },
  { audit_retention_days }: { audit_retention_days: number },
): Schedule[] => [
  {
    name: 'archive-audit-events',
    cron: '31 * * * *',
    run: async (signal) => void (await archiveRows(deps, auditEvents, audit_retention_days, signal)),
  },
]
