import type { Schema } from '@clipwright/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAct } from './calls.ts'

export type Engine = Schema<'EngineOut'>
export type Slot = Schema<'SlotOut'>
export type Worker = Schema<'WorkerOut'>
export type Queue = Schema<'AdminQueueOut'>

/** Workers report every five seconds. */
const refetchInterval = 5_000

/** A worker asks a new engine at once. */
const untriedInterval = 1_000

/** Engines as workers see them; asked for more often while one of these is not among them yet. */
export const enginesQuery = (awaited: readonly string[] = []) =>
  queryOptions({
    queryKey: ['admin', 'engines'],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/admin/engines', { signal })).items,
    refetchInterval: ({ state: { data = [] } }) => {
      const known = new Set(data.map(({ engine }) => engine))
      return awaited.every((name) => known.has(name)) ? refetchInterval : untriedInterval
    },
  })
export const slotsQuery = queryOptions({
  queryKey: ['admin', 'slots'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/admin/engine-slots', { signal })).items,
  refetchInterval,
})
export const workersQuery = queryOptions({
  queryKey: ['admin', 'workers'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/admin/workers', { signal })).items,
  refetchInterval,
})
export const queuesQuery = queryOptions({
  queryKey: ['admin', 'queues'],
  queryFn: ({ signal }) => api.GET('/api/v1/admin/queues', { signal }),
  refetchInterval,
})

/** How an engine is, in one word, as the workers that have it see it. */
export function stateOf(views: readonly Engine[], slots: readonly Slot[]) {
  const [first] = views
  if (first?.paused_at) return 'out'
  if (first?.power && first.power.state !== 'on') return first.power.state
  if (!views.some(({ is_reachable }) => is_reachable)) return 'away'
  if (slots.some(({ is_draining }) => is_draining)) return 'stuck'
  return slots.some(({ task_id }) => task_id !== null) ? 'working' : 'idle'
}

export function useEngineActions(engine: string) {
  const params = { path: { engine } }
  return {
    takeOut: useAct((hand_back: boolean) =>
      api.POST('/api/v1/admin/engines/{engine}/pause', { params, body: { hand_back } }),
    ),
    putBack: useAct(() => api.POST('/api/v1/admin/engines/{engine}/resume', { params })),
  }
}

export function useWorkerActions(worker_id: string) {
  const params = { path: { worker_id } }
  return {
    drain: useAct(() => api.POST('/api/v1/admin/workers/{worker_id}/drain', { params })),
    resume: useAct(() => api.POST('/api/v1/admin/workers/{worker_id}/resume', { params })),
  }
}

export function useQueueActions(model: string) {
  const params = { path: { model } }
  return {
    pause: useAct(() => api.POST('/api/v1/admin/queues/{model}/pause', { params })),
    resume: useAct(() => api.POST('/api/v1/admin/queues/{model}/resume', { params })),
  }
}
