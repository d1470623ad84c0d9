import type { Schema } from '@clipwright/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, base_url } from '../../lib/api.ts'

export type ApiKey = Schema<'ApiKeyOut'>
export type Scope = ApiKey['scopes'][number]
export const scopes: readonly Scope[] = [
  'video:read',
  'video:write',
  'agent',
  'account:read',
  'account:write',
]

/** A colon has a meaning of its own in names of words. */
export const wordOf = (scope: Scope) =>
  scope.replace(':', '_') as 'video_read' | 'video_write' | 'agent' | 'account_read' | 'account_write'

export const keysQuery = queryOptions({
  queryKey: ['developers', 'keys'],
  queryFn: ({ signal }) => api.GET('/api/v1/me/api-keys', { signal }),
})

export function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'ApiKeyCreate'>) => api.POST('/api/v1/me/api-keys', { body }),
    onSuccess: () => client.invalidateQueries(keysQuery),
    gcTime: 0, // the key itself is in the answer
  })
}

export function useRevokeKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key_id: string) =>
      api.POST('/api/v1/me/api-keys/{key_id}/revoke', { params: { path: { key_id } } }),
    onSuccess: () => client.invalidateQueries(keysQuery),
  })
}

/** A call that this key may make, costs nothing, and answers 200. */
export function exampleCall(key: string, may: readonly Scope[]): string {
  const header = `-H "X-API-Key: ${key}"`
  if (may.includes('account:read')) return `curl ${header} \\\n  ${base_url}/api/v1/me`
  if (may.includes('video:read')) return `curl ${header} \\\n  ${base_url}/api/v1/tasks`
  if (may.includes('video:write'))
    return `curl ${header} -H "Content-Type: application/json" \\\n  -d '{"prompt": "a red balloon drifts over a calm sea"}' \\\n  ${base_url}/api/v1/video/quote`
  if (may.includes('agent')) return `curl ${header} \\\n  ${base_url}/api/v1/me/prompts`
  return `curl ${header} -H "Content-Type: application/json" \\\n  -d '{"amount": 1}' \\\n  ${base_url}/api/v1/me/topup`
}
