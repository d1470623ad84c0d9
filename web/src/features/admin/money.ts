import type { Schema } from '@clipwright/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, base_url } from '../../lib/api.ts'
import { spanOf } from '../../lib/days.ts'
import { useAct } from './calls.ts'
import type { Movement } from './tasks.ts'

export type Price = Schema<'PriceOut'>
export type Invite = Schema<'InviteOut'>
export const movementKinds = [
  'topup',
  'signup_bonus',
  'hold',
  'capture',
  'release',
  'refund',
  'adjustment',
  'charge',
] as const satisfies readonly Movement['kind'][]

/** Days of the operator's own calendar, both counting. */
export interface LedgerFilter {
  type?: Movement['kind']
  user_id?: string
  from?: string
  to?: string
  page?: number
  cursor?: string
}

function asked({ type, user_id, ...days }: LedgerFilter) {
  return {
    ...(type !== undefined && { type }),
    ...(user_id !== undefined && { user_id }),
    ...spanOf(days),
  }
}

const placeOf = ({ page, cursor }: LedgerFilter) => ({
  ...(page !== undefined && { page }),
  ...(cursor !== undefined && { cursor }),
})

export const ledgerQuery = (filter: LedgerFilter, page_size = 50) =>
  queryOptions({
    queryKey: ['admin', 'ledger', filter, page_size],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/ledger/transactions', {
        params: { query: { ...asked(filter), ...placeOf(filter), page_size } },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export function ledgerExportUrl(filter: LedgerFilter): string {
  return `${base_url}/api/v1/admin/ledger/transactions/export?${new URLSearchParams(asked(filter)).toString()}`
}

/** The change of the user's own balance; null where a movement changes only what is held. Minor units. */
export function changeOf({
  entries,
}: Movement): { amount: number; balance_after: number | null } | undefined {
  return entries.find(({ account }) => account === 'user_available')
}

export const useReconcile = () => useAct(() => api.GET('/api/v1/admin/ledger/reconciliation'))

export interface PriceFilter {
  kind?: Price['kind']
  model?: string
  page?: number
}
export const priceKinds = ['generate', 'enhance', 'agent'] as const satisfies readonly Price['kind'][]
export const units = ['second', 'task'] as const satisfies readonly Price['unit'][]

export const pricesQuery = (filter: PriceFilter) =>
  queryOptions({
    queryKey: ['admin', 'prices', filter],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/prices', { params: { query: { ...filter, page_size: 100 } }, signal }),
    placeholderData: keepPreviousData,
  })

export const useAddPrice = () =>
  useAct((body: Schema<'PriceCreate'>) => api.POST('/api/v1/admin/prices', { body }))

/** What the tasks of the last `days` would have cost with this price. */
export const comparisonQuery = (price: Schema<'PriceComparison'>['prices'][number], days: number) =>
  queryOptions({
    queryKey: ['admin', 'comparison', price, days],
    queryFn: ({ signal }) => {
      const to = new Date()
      const from = new Date(to.getTime() - days * 86_400_000)
      return api.POST('/api/v1/admin/prices/compare', {
        body: { from: from.toISOString(), to: to.toISOString(), prices: [price] },
        signal,
      })
    },
  })

export const invitesQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'invites', page],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/invite-codes', { params: { query: { page, page_size: 50 } }, signal }),
    placeholderData: keepPreviousData,
  })

export const useCreateInvite = () =>
  useAct((body: Schema<'InviteCreate'>) => api.POST('/api/v1/admin/invite-codes', { body }))

export const useDisableInvite = () =>
  useAct((invite_code_id: string) =>
    api.POST('/api/v1/admin/invite-codes/{invite_code_id}/disable', { params: { path: { invite_code_id } } }),
  )
