import type { Page } from '../../platform/http/input/schemas.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AdminDeps } from '../context/context.ts'
import { withEmails } from '../context/with-emails.ts'

/** A page of everybody's movements, newest first, with the addresses of whom they belong to. */
export async function listLedger({ db }: AdminDeps, filter: wallet.LedgerFilter, page: Page) {
  const found = await wallet.listAllMovements(db, filter, page)
  return { ...found, items: await withEmails(db, found.items) }
}
