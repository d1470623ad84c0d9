import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const page_size = 50

export const historyQuery = infiniteQueryOptions({
  queryKey: ['wallet', 'history'],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    api.GET('/api/v1/me/transactions', { params: { query: { page: pageParam, page_size } }, signal }),
  getNextPageParam: (last) => (last.page * last.page_size < last.total ? last.page + 1 : undefined),
})

/** Adds simulated credits. `key` makes a repeated call harmless. */
export function useTopUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ amount, key }: { amount: number; key: string }) =>
      api.POST('/api/v1/me/topup', { body: { amount }, params: { header: { 'Idempotency-Key': key } } }),
    onSuccess: () =>
      Promise.all([['me'], ['wallet'], ['quote']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
