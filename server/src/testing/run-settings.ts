import type { WorkerSettings } from '../tasks/run/claim-loop.ts'

/** Settings of a worker that looks often and gives up soon. */
export function runSettings(overrides: Partial<WorkerSettings> = {}): WorkerSettings {
  return {
    worker_id: 'test',
    lease_s: 2,
    inspect_every_ms: 10,
    max_attempts: 3,
    limits: { user: 100, admin: 100 },
    max_stint_s: 60,
    ...overrides,
  }
}
