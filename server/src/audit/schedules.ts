import { type Archivable, archiveRows } from '../archive/archive.ts'
import type { Db } from '../platform/db/database.ts'
import type { Schedule } from '../platform/schedules/schedules.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import * as queries from './queries.ts'

const day_ms = 86_400_000

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
    run: async (signal) => {
      if (audit_retention_days === 0) return
      const before = new Date(deps.clock().getTime() - audit_retention_days * day_ms)
      await archiveRows(deps, auditEvents, before, signal)
    },
  },
]
