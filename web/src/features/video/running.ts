import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const count = async (status: 'queued' | 'running', signal: AbortSignal): Promise<number> => {
  const query = { status, page_size: 1 }
  return (await api.GET('/api/v1/tasks', { params: { query }, signal })).total
}

/** How many of the user's videos wait or are being made. */
export const inWorkQuery = queryOptions({
  queryKey: ['videos', 'in-work'],
  queryFn: async ({ signal }) => {
    const [queued, running] = await Promise.all([count('queued', signal), count('running', signal)])
    return queued + running
  },
})
