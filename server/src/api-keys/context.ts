import type { Db } from '../platform/db/database.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'

/** What the use cases of this slice depend on. */
export interface ApiKeyDeps {
  db: Db
  limiter: RateLimiter
  clock: () => Date
  /** The default from the environment; the stored setting overrides it. */
  api_key_auth_enabled: boolean
  /** Injected, since `accounts` stands on the same floor and can't be imported. */
  hasSecondFactor(db: Db, user_id: string): Promise<boolean>
}
