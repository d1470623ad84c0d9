import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Task } from '../../lib/api.ts'

export const targets = ['1080p', '2k'] as const
export type Target = (typeof targets)[number]

/** Short sides in pixels, as docs/enhance.md has them. */
const sides: Record<Target, number> = { '1080p': 1080, '2k': 1440 }

export const targetName = (target: Target): string => (target === '2k' ? '2K' : target)

/** The size of the enhanced video; undefined where the video is as large already. */
export function enhancedSize(
  { media, params }: Task,
  target: Target,
): { width_px: number; height_px: number } | undefined {
  const { width_px, height_px } = media ?? params
  const scale = sides[target] / Math.min(width_px, height_px)
  if (scale <= 1) return undefined
  const even = (side: number): number => Math.round((side * scale) / 2) * 2
  return { width_px: even(width_px), height_px: even(height_px) }
}

/** What enhancing a video would cost now, by target; null where it is not for sale. And what one has. */
export const enhancePricesQuery = ({ task_id, model, prompt, params }: Task) =>
  queryOptions({
    queryKey: ['quote', 'enhance', task_id],
    queryFn: async ({ signal }) => {
      const { resolution, aspect_ratio, duration_seconds } = params
      const body = { prompt: prompt ?? '-', model, resolution, aspect_ratio, duration_seconds }
      const { enhance, balance } = await api.POST('/api/v1/video/quote', { body, signal })
      return { prices: new Map(enhance.map(({ target, cost }) => [target, cost])), balance }
    },
  })

/** Enhances a video; one that has been enhanced answers with what is there. `key` makes a repeated call harmless. */
export function useEnhance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ task_id, target, key }: { task_id: string; target: Target; key: string }) =>
      api.POST('/api/v1/tasks/{task_id}/enhance', {
        params: { path: { task_id }, header: { 'Idempotency-Key': key } },
        body: { target },
      }),
    onSettled: () => {
      for (const queryKey of [['videos'], ['me']]) void client.invalidateQueries({ queryKey })
    },
  })
}
