import type { Lifetimes } from '../accounts/accounts.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import type { Settings } from '../settings/settings.ts'

/** What the use cases of this slice are given. */
export interface AdminDeps {
  db: Db
  clock: () => Date
  notifier: Pick<Notifier, 'notify'>
  catalog: Catalog
  lifetimes: Lifetimes
  /** Where links in mails lead. */
  public_base_url: string
  /** The environment's. */
  setting_defaults: Settings
  admin_mfa_required: boolean
  /** Lets whoever was locked out of this address try again. */
  forgetFailures(trx: Trx, identity: string): Promise<void>
  /** Takes the second factor off an account; false when there was none. */
  removeSecondFactor(trx: Trx, user_id: string): Promise<boolean>
}
