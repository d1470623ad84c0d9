import type { Schema } from '@clipwright/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { spanOf } from '../../lib/days.ts'
import { useAct } from './calls.ts'

export type AuditEvent = Schema<'AuditEventOut'>
export type Settings = Schema<'SettingsOut'>

export const useChangeSettings = () =>
  useAct((body: Record<string, unknown>) => api.POST('/api/v1/admin/settings', { body: body as never }))

export interface AuditFilter {
  event?: string
  actor?: string
  subject?: string
  from?: string
  to?: string
  page?: number
  cursor?: string
}

export const auditQuery = ({ from, to, ...filter }: AuditFilter, page_size = 50) =>
  queryOptions({
    queryKey: ['admin', 'audit', filter, from, to, page_size],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/audit', {
        params: {
          query: { ...filter, page_size, ...spanOf({ from, to }) },
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
