import type { Schedule } from '../platform/schedules/schedules.ts'
import { purgeUploads, type UploadDeps } from './uploads.ts'

export const schedules = (
  deps: Pick<UploadDeps, 'db' | 'storage' | 'clock' | 'log'>,
  { upload_retention_days }: { upload_retention_days: number },
): Schedule[] => [
  {
    name: 'purge-uploads',
    cron: '37 * * * *',
    run: async (signal) => void (await purgeUploads(deps, upload_retention_days, signal)),
  },
]
