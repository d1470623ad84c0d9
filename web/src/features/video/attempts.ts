import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Which attempt at a video runs: asked for once, then told by its events. */
export const attemptQuery = (task_id: string) =>
  queryOptions({
    queryKey: ['attempt', task_id],
    queryFn: async ({ signal }) => {
      const path = { task_id }
      const { items } = await api.GET('/api/v1/tasks/{task_id}/attempts', { params: { path }, signal })
      return Math.max(0, ...items.map(({ attempt }) => attempt))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export function noteAttempt(client: QueryClient, task_id: string, attempt: number): void {
  client.setQueryData(attemptQuery(task_id).queryKey, attempt)
}
