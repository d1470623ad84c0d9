import type { Schedule } from '../platform/schedules/schedules.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { deleteExpiredCredentials } from './lifecycle/delete-expired-credentials.ts'
import { type AvatarDeps, removeOrphans } from './profile/avatar.ts'

export const schedules = (
  deps: Pick<AvatarDeps, 'db' | 'storage' | 'log' | 'clock'> & { limiter: RateLimiter },
): Schedule[] => [
  {
    name: 'delete-expired-credentials',
    cron: '17 * * * *',
    run: async () => {
      await deleteExpiredCredentials(deps.db, deps.clock())
      await deps.limiter.forgetExpired(deps.clock())
    },
  },
  {
    name: 'remove-orphaned-objects',
    cron: '*/15 * * * *',
    run: () => removeOrphans(deps),
  },
]
