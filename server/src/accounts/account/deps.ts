import type { Config } from '../../config/config.ts'
import { settingDefaults } from '../../config/config.ts'
import { createKeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { createSettingsReader } from '../../settings/settings.ts'
import type { AccountDeps } from './context.ts'

type Given = Pick<AccountDeps, 'db' | 'hasher' | 'clock' | 'limiter' | 'secrets' | 'revokeApiKeys'>

/** Adds the environment's rules, and what requests of this process share, to what accounts are given. Once per process. */
export function createAccountDeps(
  config: Config,
  { db, hasher, clock, limiter, secrets, revokeApiKeys }: Given,
): AccountDeps {
  return {
    db,
    hasher,
    clock,
    limiter,
    secrets,
    revokeApiKeys,
    refreshing: new Set(),
    mutex: createKeyedMutex(),
    settings: createSettingsReader(db, settingDefaults(config)),
    password_blocklist: config.password_blocklist,
    lock: {
      threshold: config.lock_threshold,
      base_s: config.lock_base_s,
      max_s: config.lock_max_s,
    },
    public_base_url: config.public_base_url,
    lifetimes: {
      access_token_s: config.access_token_ttl_s,
      refresh_idle_s: config.refresh_idle_ttl_s,
      session_absolute_s: config.session_absolute_ttl_s,
      admin: {
        refresh_idle_s: config.admin_session_idle_ttl_s,
        session_absolute_s: config.admin_session_absolute_ttl_s,
      },
    },
  }
}
