import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, base_url, isStatus } from '../../lib/api.ts'

const cookieOnly = { session_mode: 'cookie' } as const

/** Who is signed in; null for nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    try {
      return await api.GET('/api/v1/me', { signal })
    } catch (error) {
      if (isStatus(error, 401)) return null
      throw error
    }
  },
  staleTime: 30_000,
})

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.GET('/api/v1/config', { signal }),
  staleTime: 300_000,
})

/** Whether this installation still waits for its first administrator. */
export const isOpenQuery = queryOptions({
  queryKey: ['is-open'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/setup', { signal })).is_open,
})

export const useMe = () => useQuery(meQuery).data ?? null

/** Signs in with a password. The answer may ask for a second factor, whose token `usePassMfa` takes. */
export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      api.POST('/api/v1/auth/login', { body: { ...body, ...cookieOnly } }),
    onSuccess: async (answer) => {
      if (!answer.mfa_required) await client.resetQueries()
    },
  })
}

export function usePassMfa() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { mfa_token: string; code: string } | { mfa_token: string; recovery_code: string }) =>
      api.POST('/api/v1/auth/mfa', { body: { ...body, ...cookieOnly } }),
    onSuccess: () => client.resetQueries(),
  })
}

/** Registers an account. Where addresses have to be confirmed, the answer says that a mail is on its way. */
export function useRegister() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: {
      email: string
      password: string
      nickname: string | null
      invite_code: string | null
    }) => api.POST('/api/v1/auth/register', { body: { ...body, ...cookieOnly } }),
    onSuccess: async (answer) => {
      if (!('verification_required' in answer)) await client.resetQueries()
    },
  })
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.POST('/api/v1/auth/logout'),
    onSuccess: () => {
      client.clear()
      globalThis.location.assign(`${base_url}/`)
    },
  })
}
