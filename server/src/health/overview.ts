import { countUsers } from '../accounts/accounts.ts'
import { findSpace } from '../platform/files/out-of-space.ts'
import * as tasks from '../tasks/tasks.ts'
import { currency, currency_scale, latestReconciliation, sumToday } from '../wallet/wallet.ts'
import type { HealthDeps } from './context.ts'
import type { ReadHealth } from './read-health.ts'
import { createProbe } from './probe.ts'

const hour_ms = 3_600_000
const hours = 24

export const engineStates = [
  'working',
  'idle',
  'draining',
  'unreachable',
  'starting',
  'off',
  'taken_out',
] as const
export type EngineState = (typeof engineStates)[number]

/** The state of the service in one answer, at a cost that does not grow with what there is. */
export function createOverview(deps: HealthDeps, readHealth: ReadHealth) {
  const { db, clock, config } = deps
  const askDisk = createProbe(() => findSpace(config.data_dir), { clock, within_ms: 2_500, keep_ms: 3_000 })
  return async () => {
    const now = clock()
    const [{ items }, disk] = await Promise.all([readHealth(), askDisk()])
    const waits = await tasks.listWaits(db)
    const first = new Date(tasks.hourOf(now).getTime() - (hours - 1) * hour_ms)
    const videos = await tasks.listModelHours(db, first)
    const reconciled = await latestReconciliation(db)
    const users = await countUsers(db, new Date(now.toISOString().slice(0, 10)))
    return {
      checked_at: now,
      health: {
        now: items.filter(({ severity }) => severity === 'now').length,
        soon: items.filter(({ severity }) => severity === 'soon').length,
      },
      running: await tasks.countRunning(db),
      waiting: waits.map(({ model, tasks: number, waited_s, is_paused }) => ({
        model,
        tasks: number,
        oldest_wait_s: Math.floor(waited_s),
        is_paused,
      })),
      engines: await describeEngines(deps),
      failures: await tasks.listFailures(db),
      first_hour: first,
      completed_by_hour: Array.from({ length: hours }, (_, at) =>
        videos
          .filter(({ hour }) => hour.getTime() === first.getTime() + at * hour_ms)
          .reduce((sum, each) => sum + each.videos, 0),
      ),
      money: { ...(await sumToday(db, now)), currency, currency_scale },
      reconciliation: reconciled
        ? { checked_at: reconciled.checked_at, is_clean: reconciled.is_clean }
        : null,
      storage: {
        kind: config.s3_bucket === null ? ('disk' as const) : ('bucket' as const),
        stored_last_24_h_bytes: videos.reduce((sum, { bytes }) => sum + bytes, 0),
        disk: 'value' in disk ? disk.value : null,
      },
      users: { total: users.total, new_today: users.recent },
    }
  }
}

/** The state of each engine that a worker has reported. */
export async function describeEngines({ db }: Pick<HealthDeps, 'db'>) {
  const { items: reports } = await tasks.listEngines(db)
  const { items: workers } = await tasks.listWorkers(db)
  const slots = await tasks.listEngineSlots(db)
  const alive = workers.filter(({ is_alive }) => is_alive)
  return [...Map.groupBy(reports, ({ engine }) => engine)].map(([engine, ofEngine]) => {
    const serving = ofEngine.filter(({ worker_id }) => alive.some((worker) => worker.worker_id === worker_id))
    const own = slots.find((each) => each.engine === engine) ?? { slots: 0, free: 0 }
    const reached = serving.filter(({ is_reachable }) => is_reachable)
    const isDrained = reached.every(({ worker_id }) =>
      alive.some((worker) => worker.worker_id === worker_id && worker.draining_since !== null),
    )
    return {
      engine,
      state: stateOf({
        isOut: ofEngine[0]!.paused_at !== null,
        power: ofEngine[0]!.power?.state,
        isReached: reached.length > 0,
        isDrained,
        ...own,
      }),
      problems: new Set(
        serving.flatMap(({ problems }) => problems.map(({ model, message }) => `${model} ${message}`)),
      ).size,
      free_slots: own.free,
      slots: own.slots,
    }
  })
}

/** One word for what an engine does. */
export function stateOf({
  isOut,
  power,
  isReached,
  isDrained,
  slots,
  free,
}: {
  /** By an administrator. */
  isOut: boolean
  /** Of an engine that is started by need. */
  power: 'off' | 'starting' | 'on' | 'stopping' | undefined
  /** By any worker that is heard of. */
  isReached: boolean
  /** Whether those workers take nothing more. */
  isDrained: boolean
  slots: number
  free: number
}): EngineState {
  if (isOut) return 'taken_out'
  if (power === 'off' || power === 'starting') return power
  if (power === 'stopping') return 'draining'
  if (!isReached) return 'unreachable'
  if (isDrained) return 'draining'
  return free < slots ? 'working' : 'idle'
}
