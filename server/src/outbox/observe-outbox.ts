import type { Db } from '../platform/db/database.ts'
import type { Metrics } from '../platform/metrics.ts'
import { findWaiting } from './queries.ts'

/** Registers what waits to be sent, as the database says at each scrape. */
export function observeOutbox(metrics: Metrics, { db, clock }: { db: Db; clock: () => Date }): void {
  const about = {
    waiting: { name: 'clipwright_mails_waiting', help: 'Mails that wait to be sent, counted up to 1,000.' },
    oldest: { name: 'clipwright_mails_oldest_seconds', help: 'How long the oldest of them has waited.' },
  }
  metrics.readings('mails', about, async () => {
    const waiting = await findWaiting(db)
    const oldest_ms = waiting ? clock().getTime() - waiting.oldest_at.getTime() : 0
    return { waiting: [{ value: waiting?.mails ?? 0 }], oldest: [{ value: Math.max(0, oldest_ms / 1000) }] }
  })
}
