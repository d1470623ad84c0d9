import type { Db } from '../platform/db/database.ts'
import type { Metrics } from '../platform/metrics.ts'
import { countRunningByModel, listEngineSlots, listWaits } from './figures/now-queries.ts'
import { countWorkers } from './fleet/fleet-queries.ts'

/**
 * Registers what waits, runs and is free, as the database says at each scrape: every process tells the same. A model of the catalog
 * has a value when nothing waits for it as well. The cost does not grow with what waits.
 */
export function observeTasks(
  metrics: Metrics,
  db: Db,
  catalog: { models: readonly { name: string }[] },
): void {
  const queues = {
    tasks: {
      name: 'clipwright_tasks',
      help: 'Tasks that wait (queued, counted up to 10,000 of a model) or run (running).',
      labels: ['model', 'status'],
    },
    oldest: {
      name: 'clipwright_queue_oldest_seconds',
      help: 'How long the task that has waited longest has waited; 0 when none waits.',
      labels: ['model'],
    },
    paused: {
      name: 'clipwright_queue_paused',
      help: 'Whether an administrator has paused the queue.',
      labels: ['model'],
    },
  }
  metrics.readings('queues', queues, async () => {
    const waits = await listWaits(db)
    const running = await countRunningByModel(db)
    const models = namesOf([
      ...catalog.models.map(({ name }) => name),
      ...[...waits, ...running].map(({ model }) => model),
    ])
    const each = models.map((model) => ({
      labels: { model },
      wait: waits.find((wait) => wait.model === model),
    }))
    return {
      tasks: each.flatMap(({ labels, wait }) => [
        { labels: { ...labels, status: 'queued' }, value: wait?.tasks ?? 0 },
        {
          labels: { ...labels, status: 'running' },
          value: running.find(({ model }) => model === labels.model)?.running ?? 0,
        },
      ]),
      oldest: each.map(({ labels, wait }) => ({ labels, value: wait?.waited_s ?? 0 })),
      paused: each.map(({ labels, wait }) => ({ labels, value: Number(wait?.is_paused ?? false) })),
    }
  })

  const slots = {
    engines: {
      name: 'clipwright_engine_slots',
      help: 'Slots of engines that workers reach: free, or taken, also by what an engine still computes for a task that has ended.',
      labels: ['engine', 'state'],
    },
    models: {
      name: 'clipwright_model_slots',
      help: 'Slots of engines that take the model now; one that takes several models counts for each.',
      labels: ['model', 'state'],
    },
    workers: {
      name: 'clipwright_workers',
      help: 'Workers that were heard of within the last seconds: working, or draining.',
      labels: ['state'],
    },
  }
  metrics.readings('slots', slots, async () => {
    const engines = await listEngineSlots(db)
    const { working, draining } = await countWorkers(db)
    const models = namesOf([
      ...catalog.models.map(({ name }) => name),
      ...engines.flatMap((engine) => engine.models),
    ])
    return {
      engines: engines.flatMap(({ engine, slots: all, free }) => byState({ engine }, { all, free })),
      models: models.flatMap((model) => {
        const own = engines.filter((engine) => engine.models.includes(model))
        const sum = (of: 'slots' | 'free') => own.reduce((total, engine) => total + engine[of], 0)
        return byState({ model }, { all: sum('slots'), free: sum('free') })
      }),
      workers: [
        { labels: { state: 'working' }, value: working },
        { labels: { state: 'draining' }, value: draining },
      ],
    }
  })
}

const namesOf = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

const byState = (labels: Record<string, string>, { all, free }: { all: number; free: number }) => [
  { labels: { ...labels, state: 'free' }, value: free },
  { labels: { ...labels, state: 'taken' }, value: all - free },
]
