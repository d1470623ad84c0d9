import type { Schedule } from '../platform/schedules/schedules.ts'
import type { ObjectStorage } from './object-storage.ts'

export const schedules = ({ storage }: { storage: Pick<ObjectStorage, 'removeUnfinished'> }): Schedule[] => [
  { name: 'remove-unfinished-uploads', cron: '53 * * * *', run: () => storage.removeUnfinished() },
]
