import type { Db } from '../platform/db/database.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'

/** What the use cases of this slice are given. */
export interface ApiKeyDeps {
  db: Db
  limiter: RateLimiter
  clock: () => Date
  /** The environment's word, where no administrator said otherwise. */
  api_key_auth_enabled: boolean
  /** Whether signing in to this account takes a second factor. */
  hasSecondFactor(db: Db, user_id: string): Promise<boolean>
}
