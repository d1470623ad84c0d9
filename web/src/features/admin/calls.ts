import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fieldErrors } from '../../lib/api.ts'

/** Whether this session may see the operator's pages: answers, or fails with `mfa_required`. */
export const accessQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => api.GET('/api/v1/admin/settings', { signal }),
})

/** What an operator does changes more than one list: all of them are read again. */
export const readAgain = (client: QueryClient) =>
  Promise.all([['admin'], ['models'], ['config']].map((queryKey) => client.invalidateQueries({ queryKey })))

export function useAct<Value = void, Answer = unknown>(act: (value: Value) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: act, onSuccess: () => readAgain(client) })
}

/** What is wrong with a form: by field, and what belongs to no field of it. */
export function faultsOf(error: unknown, fields: readonly string[]) {
  const byField = fieldErrors(error)
  return { byField, other: error !== null && !fields.some((field) => field in byField) ? error : null }
}
