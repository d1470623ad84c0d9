import type { Schema } from '@clipwright/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAct } from './calls.ts'

export type User = Schema<'AdminUserOut'>
export type UserDetail = Schema<'AdminUserDetail'>

export interface UserFilter {
  query?: string
  status?: User['status']
  role?: User['role']
  page?: number
}
export const userStatuses = ['active', 'disabled', 'deleting'] as const satisfies readonly User['status'][]
export const roles = ['user', 'admin'] as const satisfies readonly User['role'][]

export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: ['admin', 'users', filter],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/users', { params: { query: { ...filter, page_size: 50 } }, signal }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['admin', 'user', user_id],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/users/{user_id}', { params: { path: { user_id } }, signal }),
  })

export const keysOfQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['admin', 'user', user_id, 'keys'],
    queryFn: ({ signal }) =>
      api.GET('/api/v1/admin/users/{user_id}/api-keys', { params: { path: { user_id } }, signal }),
  })

/** Everything that can be done to one user. */
export function useUserActions(user_id: string) {
  const params = { path: { user_id } }
  return {
    disable: useAct((reason: string) =>
      api.POST('/api/v1/admin/users/{user_id}/disable', { params, body: { reason } }),
    ),
    enable: useAct(() => api.POST('/api/v1/admin/users/{user_id}/enable', { params })),
    unlock: useAct(() => api.POST('/api/v1/admin/users/{user_id}/unlock', { params })),
    setApiAccess: useAct((enabled: boolean) =>
      api.POST('/api/v1/admin/users/{user_id}/api-access', { params, body: { enabled } }),
    ),
    endSessions: useAct(() => api.POST('/api/v1/admin/users/{user_id}/sessions/revoke', { params })),
    resetMfa: useAct((reason: string) =>
      api.POST('/api/v1/admin/users/{user_id}/mfa/reset', { params, body: { reason } }),
    ),
    mailReset: useAct(() => api.POST('/api/v1/admin/users/{user_id}/password-reset', { params })),
    setRole: useAct((role: User['role']) =>
      api.POST('/api/v1/admin/users/{user_id}/role', { params, body: { role } }),
    ),
    setWeight: useAct((weight: number) =>
      api.POST('/api/v1/admin/users/{user_id}/queue-weight', { params, body: { weight } }),
    ),
    /** `key` makes a repeated call harmless. Minor units. */
    adjust: useAct(({ key, ...body }: { amount: number; reason: string; key: string }) =>
      api.POST('/api/v1/admin/users/{user_id}/adjust', {
        params: { ...params, header: { 'Idempotency-Key': key } },
        body,
      }),
    ),
  }
}

export function useKeyActions() {
  return {
    disable: useAct(({ key_id, reason }: { key_id: string; reason: string }) =>
      api.POST('/api/v1/admin/api-keys/{key_id}/disable', { params: { path: { key_id } }, body: { reason } }),
    ),
    enable: useAct((key_id: string) =>
      api.POST('/api/v1/admin/api-keys/{key_id}/enable', { params: { path: { key_id } } }),
    ),
  }
}
