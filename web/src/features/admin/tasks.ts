import type { Schema } from '@clipwright/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { spanOf } from '../../lib/days.ts'
import { useAct } from './calls.ts'

export type AdminTask = Schema<'AdminTaskOut'>
export type TaskDetail = Schema<'AdminTaskDetail'>
export type Movement = Schema<'LedgerTransactionOut'>
export const taskStatuses = [
  'queued',
  'running',
  'completed',
  'failed',
] as const satisfies readonly AdminTask['status'][]

export interface TaskFilter {
  status?: AdminTask['status']
  model?: string
  user_id?: string
  /** Days of the operator's own calendar, both counting. */
  from?: string
  to?: string
  page?: number
  cursor?: string
}

export const tasksQuery = ({ from, to, ...filter }: TaskFilter, page_size = 50) =>
  queryOptions({
    queryKey: ['admin', 'tasks', filter, from, to, page_size],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/tasks', {
        params: { query: { ...filter, ...spanOf({ from, to }), page_size } },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const taskQuery = (task_id: string) =>
  queryOptions({
    queryKey: ['admin', 'task', task_id],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/tasks/{task_id}', { params: { path: { task_id } }, signal }),
    refetchInterval: ({ state }) => (state.data?.completed_at === null ? 5_000 : false),
  })

/** Of what was charged, how much has come back; minor units. */
export function refundedOf(movements: readonly Movement[]): number {
  const refunds = movements.filter(({ kind }) => kind === 'refund')
  const entries = refunds.flatMap(({ entries }) => entries)
  return entries.filter(({ amount }) => amount > 0).reduce((sum, { amount }) => sum + amount, 0)
}

export function useTaskActions(task_id: string) {
  const path = { task_id }
  return {
    fail: useAct((reason: string) =>
      api.POST('/api/v1/admin/tasks/{task_id}/fail', { params: { path }, body: { reason } }),
    ),
    refund: useAct(({ key, ...body }: { amount: number; reason: string; key: string }) =>
      api.POST('/api/v1/admin/tasks/{task_id}/refund', {
        params: { path, header: { 'Idempotency-Key': key } },
        body,
      }),
    ),
  }
}
