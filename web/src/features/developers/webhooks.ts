import type { Schema } from '@clipwright/client'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Webhook = Schema<'WebhookOut'>
export type Delivery = Schema<'DeliveryOut'>
export type EventType = Webhook['event_types'][number]
export type DeliveryStatus = Delivery['status']

export const eventTypes: readonly EventType[] = [
  'task.queued',
  'task.running',
  'task.progress',
  'task.requeued',
  'task.completed',
  'task.failed',
  'task.deleted',
  'task.restored',
]
export const usualTypes: readonly EventType[] = ['task.completed', 'task.failed']

const all = ['developers', 'webhooks'] as const
const of = (webhook_id: string) => ({ params: { path: { webhook_id } } })
const page_size = 20

export const webhooksQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: ({ signal }) => api.GET('/api/v1/me/webhooks', { signal }),
})

const soon_ms = 2_000
const later_ms = 15_000

/** The log of an endpoint. It is read again while the page is open: tries happen by themselves. */
export const deliveriesQuery = (webhook_id: string, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...all, 'deliveries', webhook_id, status ?? 'all'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.GET('/api/v1/me/webhooks/{webhook_id}/deliveries', {
        params: { path: { webhook_id }, query: { page: pageParam, page_size, ...(status && { status }) } },
        signal,
      }),
    getNextPageParam: (last) => (last.page * last.page_size < last.total ? last.page + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isDueSoon)) ? soon_ms : later_ms,
  })

function isDueSoon({ status, next_attempt_at }: Delivery): boolean {
  return status === 'waiting' && Date.parse(next_attempt_at ?? '') - Date.now() < 10_000
}

function useChange<Order, Answer>(change: (order: Order) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    gcTime: 0, // some answers hold a secret
  })
}

export const useCreateWebhook = () =>
  useChange((body: Schema<'WebhookCreate'>) => api.POST('/api/v1/me/webhooks', { body }))

export const useChangeWebhook = (webhook_id: string) =>
  useChange((body: Schema<'WebhookChange'>) =>
    api.POST('/api/v1/me/webhooks/{webhook_id}', { ...of(webhook_id), body }),
  )

export const useDeleteWebhook = (webhook_id: string) =>
  useChange(() => api.DELETE('/api/v1/me/webhooks/{webhook_id}', of(webhook_id)))

export const useRotateSecret = (webhook_id: string) =>
  useChange(() => api.POST('/api/v1/me/webhooks/{webhook_id}/rotate-secret', of(webhook_id)))

export const usePing = (webhook_id: string) =>
  useChange(() => api.POST('/api/v1/me/webhooks/{webhook_id}/test', of(webhook_id)))

export const useRedeliver = (webhook_id: string) =>
  useChange((delivery_id: string) =>
    api.POST('/api/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
      params: { path: { webhook_id, delivery_id } },
    }),
  )
