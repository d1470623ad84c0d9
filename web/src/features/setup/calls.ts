import type { Schema } from '@clipwright/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Task } from '../../lib/api.ts'
import { inventoryQuery, type Proposal, putEngine } from '../../lib/inventory.ts'
import { type Maker, preview } from './steps.ts'

export type Engine = Schema<'EngineOut'>

/** Whether a link from the server is good, and until when. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', 'link', token],
    queryFn: ({ signal }) => api.POST('/api/v1/setup/check', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Makes the first administrator, who is signed in then. */
export function useSetUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; email: string; password: string; site_name: string | null }) =>
      api.POST('/api/v1/setup', { body: { ...body, session_mode: 'cookie' } }),
    onSuccess: () => client.resetQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'link' }), // that one is spent
  })
}

/** Engines as workers see them, while one of them is waited for. */
export const reachQuery = queryOptions({
  queryKey: ['setup', 'reach'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/admin/engines', { signal })).items,
  refetchInterval: 1_000,
})

export interface Offer {
  proposal: Proposal
  secret: string | null
}

/** Adds the proposed engine with its models. One of its name that is there already, added by a try whose answer was lost, stays. */
export function useOffer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ proposal: { models, engine }, secret }: Offer): Promise<Maker> => {
      const { name } = engine
      let inventory = await client.fetchQuery({ ...inventoryQuery, staleTime: 0 })
      if (!inventory.engines.some((known) => known['name'] === name)) {
        const body = { entry: engine, models, ...(secret !== null && { secret }) }
        inventory = await putEngine(name, body, inventory.version ?? 0)
      }
      return makerOf(engine, inventory.models)
    },
    onSettled: () =>
      Promise.all(
        [inventoryQuery.queryKey, ['models']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
}

/** The models of an engine that make videos; `enhance` changes videos that there are. */
export function modelsOf(engine: Record<string, unknown>): string[] {
  return Object.keys(engine['models'] ?? {}).filter((name) => name !== 'enhance')
}

/** What makes the first video: a model of the engine that needs nothing but words; the preview where it has none. */
export function makerOf(engine: Record<string, unknown>, models: readonly Record<string, unknown>[]): Maker {
  const model = modelsOf(engine).find((name) => {
    const { modes, audio } = models.find((known) => known['name'] === name) ?? {}
    return Array.isArray(modes) && modes.includes('text-to-video') && audio !== 'required'
  })
  return model === undefined ? preview : { engine: String(engine['name']), model }
}

export function useTestMail() {
  return useMutation({ mutationFn: () => api.POST('/api/v1/admin/test-mail') })
}

export type Way = 'free' | 'paid'

/**
 * Has the first video made: by the engine's test, which is free, or by an administrator who may not use it yet as by any user, with
 * credits. Those that are missing come by the simulated top-up first.
 */
export function useFirstVideo() {
  return useMutation({
    mutationFn: async (order: Maker & { prompt: string; way: Way }): Promise<string> => {
      const { engine, model, prompt } = order
      if (order.way === 'free') {
        const params = { path: { name: engine } }
        const body = { model, prompt }
        return (await api.POST('/api/v1/admin/inventory/engines/{name}/test-video', { params, body })).task_id
      }
      const wanted = { prompt, model }
      const { cost, balance } = await api.POST('/api/v1/video/quote', { body: wanted })
      if (cost > balance) await api.POST('/api/v1/me/topup', { body: { amount: cost - balance } })
      return (await api.POST('/api/v1/video/generate', { body: wanted })).task_id
    },
  })
}

/** What the first video costs as any user's. */
export const priceQuery = (model: string) =>
  queryOptions({
    queryKey: ['setup', 'price', model],
    queryFn: ({ signal }) => api.POST('/api/v1/video/quote', { body: { prompt: '…', model }, signal }),
  })

/** The video that is being made: of a page that was left before it could note which one. */
export const runningVideoQuery = queryOptions({
  queryKey: ['setup', 'running'],
  queryFn: async ({ signal }): Promise<string | null> => {
    const { items } = await api.GET('/api/v1/tasks', { params: { query: { page_size: 1 } }, signal })
    const [newest] = items
    return newest?.status === 'queued' || newest?.status === 'running' ? newest.task_id : null
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** The first video as it is now; it is asked for again until it has ended. */
export const firstVideoQuery = (task_id: string) =>
  queryOptions({
    queryKey: ['setup', 'video', task_id],
    queryFn: ({ signal }): Promise<Task> =>
      api.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'completed' || data?.status === 'failed' ? false : 700,
  })
