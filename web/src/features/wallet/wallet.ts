import type { Schema } from '@clipwright/client'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api, base_url } from '../../lib/api.ts'
import { spanOf } from '../../lib/days.ts'

export type Transaction = Schema<'TransactionOut'>
export type Usage = Schema<'UsageOut'>
export const transactionTypes = [
  'topup',
  'signup_bonus',
  'task_charge',
  'task_refund',
  'adjustment',
] as const satisfies readonly Transaction['type'][]

/** Which part of the history: days of the person's own calendar, both counting. */
export interface HistoryFilter {
  type?: Transaction['type']
  from?: string
  to?: string
}

const page_size = 50

/** As the API asks for it. */
function asked({ type, ...days }: HistoryFilter): HistoryFilter {
  return { ...(type !== undefined && { type }), ...spanOf(days) }
}

export const historyQuery = (filter: HistoryFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['wallet', 'history', filter],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.GET('/api/v1/me/transactions', {
        params: {
          query: { page: pageParam, page_size, ...asked(filter) },
        },
        signal,
      }),
    getNextPageParam: (last) => (last.page * last.page_size < last.total ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })

/** The history as CSV, of the same part. */
export function exportUrl(filter: HistoryFilter): string {
  return `${base_url}/api/v1/me/transactions/export?${new URLSearchParams({ ...asked(filter) }).toString()}`
}

const day_ms = 86_400_000

/** What was spent in the last days, today included, by the person's own calendar. */
export const usageQuery = (days: number) =>
  queryOptions({
    queryKey: ['wallet', 'usage', days],
    queryFn: ({ signal }) => {
      const now = new Date()
      const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000 - (days - 1) * day_ms)
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return api.GET('/api/v1/me/usage', {
        params: { query: { from: local.toISOString().slice(0, 10), time_zone: timeZone } },
        signal,
      })
    },
    placeholderData: keepPreviousData,
  })

/** Every day of the time, also those on which nothing was spent. */
export function daysOf({ from, to }: Pick<Usage, 'from' | 'to'>): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / day_ms + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * day_ms).toISOString().slice(0, 10),
  )
}

/** What is being made, and has money set aside. */
export const heldQuery = queryOptions({
  queryKey: ['wallet', 'held'],
  queryFn: async ({ signal }) => {
    const lists = await Promise.all(
      (['running', 'queued'] as const).map((status) =>
        api.GET('/api/v1/tasks', { params: { query: { status, page_size: 20 } }, signal }),
      ),
    )
    const items = lists.flatMap((list) => list.items).filter(({ cost_status }) => cost_status === 'held')
    return { items, isAll: lists.every(({ total }) => total <= 20) }
  },
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
