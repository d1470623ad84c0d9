import { findSpace } from '../platform/files/out-of-space.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { HealthDeps } from './context.ts'
import { createHealth } from './read-health.ts'
import { describeEngines } from './overview.ts'

/** Registers the room on the disk, the states of engines, and what is wrong. */
export function observeHealth(metrics: Metrics, deps: HealthDeps): void {
  const disk = {
    free: {
      name: 'clipwright_disk_free_bytes',
      help: 'Room on the file system of DATA_DIR, as this process sees it.',
    },
    size: { name: 'clipwright_disk_size_bytes', help: 'Size of that file system.' },
  }
  metrics.readings('disk', disk, async () => {
    const { free_bytes, total_bytes } = await findSpace(deps.config.data_dir)
    return { free: [{ value: free_bytes }], size: [{ value: total_bytes }] }
  })

  const engines = {
    states: {
      name: 'clipwright_engine_state',
      help: 'The state of each engine, as a label with the value 1: working, idle, draining, unreachable, starting, off, taken_out.',
      labels: ['engine', 'state'],
    },
  }
  metrics.readings('engines', engines, async () => ({
    states: (await describeEngines(deps)).map(({ engine, state }) => ({
      labels: { engine, state },
      value: 1,
    })),
  }))

  const readHealth = createHealth(deps)
  const health = {
    problems: {
      name: 'clipwright_health_problems',
      help: 'What an operator has to know, 1 for each: docs/operating/health.md. At most 100.',
      labels: ['code', 'severity', 'subject'],
    },
  }
  metrics.readings('health', health, async () => ({
    problems: (await readHealth()).items.map(({ code, severity, subject }) => ({
      labels: { code, severity, subject: subject ?? '' },
      value: 1,
    })),
  }))
}
