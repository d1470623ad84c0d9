import { findSpace } from '../platform/files/out-of-space.ts'
import { StorageFull } from '../storage/storage.ts'
import type { HealthDeps } from './context.ts'
import type { HealthItem } from './items.ts'
import { createProbe } from './probe.ts'
import { spaceItems } from './service-items.ts'
import { said } from './texts.ts'

/** A page that waits for all of them is not slower than this. */
const times = { within_ms: 2_500, keep_ms: 3_000 }

/** Reads what is wrong with what lies outside of the database, as this process sees it. */
export function createNeighbours({
  clock,
  config,
  storage,
  inventory,
}: HealthDeps): () => Promise<HealthItem[]> {
  const probe = <T>(ask: () => Promise<T>) => createProbe(ask, { clock, ...times })
  const askStorage = probe(() => storage.check())
  const askDisk = probe(() => findSpace(config.data_dir))
  const askEnginesFile = probe(async () => {
    const error = await inventory.reload()
    if (error) throw error
  })
  return async () => {
    const [stored, disk, file] = await Promise.all([askStorage(), askDisk(), askEnginesFile()])
    return [
      ...('error' in stored ? [storageItem(stored)] : []),
      ...('error' in disk ? [diskItem(config.data_dir, disk)] : spaceItems(config.data_dir, disk.value)),
      ...('error' in file ? [enginesFileItem(config.engines_file, file)] : []),
    ]
  }
}

type Failed = { error: Error; since: Date }

function storageItem({ error, since }: Failed): HealthItem {
  const isFull = error instanceof StorageFull
  return {
    code: 'storage_failing',
    severity: 'now',
    subject: null,
    ...(isFull ? said('storage_full', {}) : said('storage_failing', { reason: error.message })),
    since,
    path: '/admin/settings',
  }
}

function diskItem(path: string, { error, since }: Failed): HealthItem {
  return {
    code: 'disk_nearly_full',
    severity: 'now',
    subject: path,
    ...said('disk_not_read', { path, reason: error.message }),
    since,
    path: '/admin/settings',
  }
}

function enginesFileItem(path: string | null, { error, since }: Failed): HealthItem {
  return {
    code: 'engines_file_refused',
    severity: 'soon',
    subject: path,
    ...said('engines_file_refused', { reason: error.message }),
    since,
    path: '/admin/engines',
  }
}
