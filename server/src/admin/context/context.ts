import type { Lifetimes } from '../../accounts/accounts.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Inventory, Kinds } from '../../inventory/inventory.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { Mailer, Sender } from '../../mail/mail.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import type { KeyRing } from '../../platform/secrets/key-ring.ts'
import type { Settings } from '../../settings/settings.ts'

/** What the use cases of this slice depend on. */
export interface AdminDeps {
  db: Db
  clock: () => Date
  notifier: Pick<Notifier, 'notify'>
  catalog: Catalog
  limiter: RateLimiter
  mailer: Mailer
  /** Who mails come from. */
  sender: () => Promise<Sender>
  inventory: Inventory
  kinds: Kinds
  /** Seals keys of engines. */
  secrets: { ring: KeyRing }
  lifetimes: Lifetimes
  /** Mailed links start with it. */
  public_base_url: string
  /** From the environment. */
  setting_defaults: Settings
  admin_mfa_required: boolean
  /** Submits the smallest video of a model, free of charge. */
  tryModel(
    caller: { user_id: string; request_id: string },
    model: string,
    prompt?: string,
  ): Promise<{ task_id: string }>
  /** Resets the failure counters of an address. */
  forgetFailures(trx: Trx, identity: string): Promise<void>
  /** False when the account has none. */
  removeSecondFactor(trx: Trx, user_id: string): Promise<boolean>
}
