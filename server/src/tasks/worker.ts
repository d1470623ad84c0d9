import { hostname } from 'node:os'
import type { Inventory } from '../inventory/inventory.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { registerWorker } from './fleet/workers.ts'
import { createLearnSpeed } from './queue/speed.ts'
import { createReceiver, type ReceiveDeps, sweepReceiving } from './results/receive-video.ts'
import type { WorkerDeps, WorkerSettings } from './run/claim-loop.ts'
import { createTooLongReaper } from './run/fail-too-long.ts'
import { observeAttempts } from './run/observe/observe-attempts.ts'
import { createReaper } from './run/reap.ts'
import { serveEngines } from './run/serve-engines.ts'
import { queuedChannel } from './task/channels.ts'

const reapEvery_ms = 1_000
const reapUnfitEvery_ms = 5_000
const sweepReceivingEvery_ms = 3_600_000
const inspectEvery_ms = 250

interface Given extends ReceiveDeps {
  notifier: Pick<Notifier, 'listen' | 'notify'>
  metrics: Pick<Metrics, 'counter' | 'histogram'>
  tracing: Tracing
  pictures: WorkerDeps['pictures']
  config: WorkerDeps['config']
  inventory: Inventory
}

/**
 * Runs tasks on the engines of the inventory until disposed, and requeues tasks of lost workers. Disposing lets running tasks go
 * on for `stop_patience_s`, then hands them back to the queue.
 */
export async function startTaskWorker(
  given: Given,
  settings: Omit<WorkerSettings, 'inspect_every_ms'> & { version: string; stop_patience_s: number },
): Promise<AsyncDisposable> {
  const { db, log, notifier } = given
  const { worker_id, version, stop_patience_s } = settings
  await using resources = new AsyncDisposableStack()
  const every = (milliseconds: number, run: () => Promise<unknown>, failed: string): void => {
    const timer = setInterval(() => {
      run().catch((error: unknown) => log.warn({ err: error }, failed))
    }, milliseconds)
    resources.defer(() => clearInterval(timer))
  }

  const registration = await registerWorker(given, {
    worker_id,
    version,
    host: hostname(),
    pid: process.pid,
  })
  resources.defer(() => registration.leave())

  // Every worker reaps, so a lost task is requeued soon after its lease has expired.
  observeAttempts(given.metrics) // known from the start on, also without any
  const reap = createReaper(given, settings)
  const reaped = given.metrics.counter({
    name: 'clipwright_attempts_reaped_total',
    help: 'Attempts that this process took from workers which were not heard of any more.',
  })
  const reapLost = async () => {
    const moved = await reap()
    if (moved === 0) return
    reaped.add({}, moved)
    notifier.notify(queuedChannel)
  }
  every(reapEvery_ms, reapLost, 'reap_failed')
  every(reapUnfitEvery_ms, createTooLongReaper(given), 'reap_failed')

  // Every worker sweeps, because each may have a folder of its own.
  const sweep = () => sweepReceiving(given)
  sweep().catch((error: unknown) => log.warn({ err: error }, 'receiving_not_swept'))
  every(sweepReceivingEvery_ms, sweep, 'receiving_not_swept')

  const engines = serveEngines({
    db,
    log,
    notifier,
    metrics: given.metrics,
    tracing: given.tracing,
    storage: given.storage,
    pictures: given.pictures,
    config: given.config,
    inventory: given.inventory,
    receive: createReceiver(given),
    learnSpeed: createLearnSpeed(db),
    settings: { ...settings, inspect_every_ms: inspectEvery_ms },
  })
  resources.defer(() => engines.stop(stop_patience_s * 1000))
  return resources.move()
}
