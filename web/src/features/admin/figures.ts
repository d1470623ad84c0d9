import type { Schema } from '@clipwright/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type HealthItem = Schema<'HealthItem'>
export type Overview = Schema<'OverviewOut'>
export type Capacity = Schema<'CapacityOut'>

/** What needs a person now. Read again each minute, so that it is seen from every page. */
export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: ({ signal }) => api.GET('/api/v1/admin/health', { signal }),
  refetchInterval: 60_000,
})

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => api.GET('/api/v1/admin/overview', { signal }),
  refetchInterval: 15_000,
})

/** Its figures are kept by the hour. */
export const capacityQuery = queryOptions({
  queryKey: ['admin', 'capacity'],
  queryFn: ({ signal }) => api.GET('/api/v1/admin/capacity', { signal }),
  staleTime: 60_000,
})

/** The page of the studio for an item; the health page's own for a path that this studio does not have. */
const pages = ['engines', 'queues', 'ledger', 'settings', 'users', 'tasks', 'models', 'overview'] as const
export function pageOf({ path }: HealthItem): `/admin/${(typeof pages)[number]}` {
  return `/admin/${pages.find((page) => path === `/admin/${page}`) ?? 'overview'}`
}

const hour_ms = 3_600_000

/** The beginning of the hour at this place of a row of hours. */
export function hourAt(first_hour: string, index: number): Date {
  return new Date(Date.parse(first_hour) + index * hour_ms)
}

/** Hours by the day of the operator's own calendar, as `hourAt` counts them. */
export function daysOf(first_hour: string, hours: number): number[][] {
  const indices = Array.from({ length: hours }, (_, index) => index)
  return [...Map.groupBy(indices, (index) => hourAt(first_hour, index).toDateString()).values()]
}
