import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What a mailed link does by one click. */
const byClick = {
  verify: (token: string) => api.GET('/api/v1/auth/verify-email', { params: { query: { token } } }),
  'confirm-password': (token: string) =>
    api.POST('/api/v1/auth/confirm-change-password', { body: { token } }),
  'confirm-email': (token: string) => api.POST('/api/v1/auth/confirm-email-change', { body: { token } }),
  'undo-email': (token: string) => api.POST('/api/v1/auth/undo-email-change', { body: { token } }),
  'undo-deletion': (token: string) => api.POST('/api/v1/auth/undo-delete', { body: { token } }),
} as const
export type LinkPurpose = keyof typeof byClick

export function useFollowLink(purpose: LinkPurpose) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (token: string): Promise<void> => void (await byClick[purpose](token)),
    onSuccess: () => client.resetQueries(), // most of them end this session too
  })
}

export function useResetPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; new_password: string; revoke_api_keys: boolean }) =>
      api.POST('/api/v1/auth/reset-password', { body }),
    onSuccess: () => client.resetQueries(),
  })
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => api.POST('/api/v1/auth/forgot-password', { body: { email } }),
  })
}

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => api.POST('/api/v1/auth/resend-verification', { body: { email } }),
  })
}

/** The token of a whole link, or of its end: people paste either. */
export function tokenOf(link: string): string {
  return link.trim().split('#t=').at(-1)!
}
