import type { Db } from '../../platform/db/database.ts'
import { endAllSessions } from '../credentials/session-queries.ts'
import { endAllTokens } from '../credentials/token-queries.ts'
import { voidAllOf } from '../mailed-links/mail-token-queries.ts'
import { consumeAll } from '../second-factor/challenge-queries.ts'

/**
 * Ends every session, and every mailed link that opens an account. For a database that was put back: a session that its owner ended
 * since, or a link that was used, would count again. Links that undo a change stay, since they protect whoever was robbed.
 */
export async function signEverybodyOut(db: Db, now: Date): Promise<number> {
  await endAllTokens(db)
  await consumeAll(db, now)
  await voidAllOf(db, ['reset', 'change_password'], now)
  return endAllSessions(db, now)
}
