import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ApiError, type Task } from '../../lib/api.ts'

export type Target = '1080p' | '2k'
export const targets: readonly Target[] = ['1080p', '2k']
const shortSide_px: Record<Target, number> = { '1080p': 1080, '2k': 1440 }

/** Whether the server would take it: a finished video that is kept, was not enhanced yet, and is smaller. */
export function canEnhance(task: Task, target: Target): boolean {
  const { width_px, height_px } = task.media ?? task.params
  return (
    task.status === 'completed' &&
    task.model !== 'enhance' &&
    task.enhance_task_id === null &&
    task.download_url !== null &&
    Math.min(width_px, height_px) < shortSide_px[target]
  )
}

/** What the price of enhancing depends on. */
const kindOf = ({ model, params }: Task): string =>
  JSON.stringify([model, params.resolution, params.aspect_ratio, params.duration_seconds])

/** What it costs to enhance all of these, and which of them are not for sale. One question for each kind of video. */
export const enhancePriceQuery = (tasks: Task[], target: Target) =>
  queryOptions({
    queryKey: ['quote', 'enhance', target, tasks.map(({ task_id }) => task_id)],
    queryFn: async ({ signal }) => {
      const kinds = Map.groupBy(tasks, kindOf)
      const priced = await Promise.all(
        [...kinds.values()].map(async (ofKind) => ({
          ofKind,
          each: await priceOf(ofKind[0]!, target, signal),
        })),
      )
      const forSale = priced.filter(({ each }) => each !== null)
      return {
        cost: forSale.reduce((sum, { ofKind, each }) => sum + ofKind.length * each!, 0),
        forSale: forSale.flatMap(({ ofKind }) => ofKind),
      }
    },
    staleTime: 30_000,
    retry: false,
  })

async function priceOf({ model, params }: Task, target: Target, signal: AbortSignal): Promise<number | null> {
  const { resolution, aspect_ratio, duration_seconds } = params
  try {
    const body = { prompt: '…', model, resolution, aspect_ratio, duration_seconds }
    const { enhance } = await api.POST('/api/v1/video/quote', { body, signal })
    return enhance.find((one) => one.target === target)?.cost ?? null
  } catch (error) {
    // A model that is not on offer any more has no price.
    if (error instanceof ApiError && error.status === 422) return null
    throw error
  }
}

/**
 * Submits them one after the other, and waits where the server says so. A repeated call pays nothing twice: a video is enhanced
 * once, and each request has its key.
 */
export function useEnhanceVideos(onPart: (done: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ tasks, target, key }: { tasks: Task[]; target: Target; key: string }) => {
      for (const [index, { task_id }] of tasks.entries()) {
        onPart(index)
        await submit(task_id, target, `${key}-${task_id}`.slice(0, 255))
      }
      return tasks.length
    },
    onSettled: () =>
      Promise.all([['videos'], ['me'], ['wallet']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

async function submit(task_id: string, target: Target, key: string): Promise<void> {
  for (;;) {
    try {
      await api.POST('/api/v1/tasks/{task_id}/enhance', {
        params: { path: { task_id }, header: { 'Idempotency-Key': key } },
        body: { target },
      })
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retry_after_s ?? 1) * 1000))
    }
  }
}
