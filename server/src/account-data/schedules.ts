import type { Schedule } from '../platform/schedules/schedules.ts'
import { type EraseDeps, eraseDueAccounts } from './account-data.ts'

export const schedules = (deps: EraseDeps): Schedule[] => [
  {
    name: 'erase-due-accounts',
    cron: '41 * * * *',
    run: async (signal) => void (await eraseDueAccounts(deps, signal)),
  },
]
