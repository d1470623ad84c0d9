import type { Walk } from '../../platform/cursor.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AdminDeps } from '../context/context.ts'
import { withEmails } from '../context/with-emails.ts'

/** A page of everybody's movements, newest first, with the addresses of whom they belong to. */
export async function listLedger({ db }: AdminDeps, filter: wallet.LedgerFilter, walk: Walk) {
  const found = await wallet.listAllMovements(db, filter, walk)
  return { ...found, items: await withEmails(db, found.items) }
}
