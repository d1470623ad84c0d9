import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Schema } from '@clipwright/client'
import { api, ApiError, base_url, NetworkError, type User } from '../../lib/api.ts'

const keys = {
  me: ['me'],
  mfa: ['account', 'mfa'],
  pending: ['account', 'pending'],
  sessions: ['account', 'sessions'],
} as const

export type Session = Schema<'SessionOut'>

export const mfaQuery = queryOptions({
  queryKey: keys.mfa,
  queryFn: ({ signal }) => api.GET('/api/v1/me/mfa', { signal }),
})

/** What waits for a link of a mail to be followed. */
export const pendingQuery = queryOptions({
  queryKey: keys.pending,
  queryFn: ({ signal }) => api.GET('/api/v1/me/pending-changes', { signal }),
  refetchOnWindowFocus: 'always', // one comes back from the mail
})

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => api.GET('/api/v1/me/sessions', { signal }),
})

/** A change whose outcome stands in these queries. */
function useChange<Order, Answer>(
  change: (order: Order) => Promise<Answer>,
  ...changes: (readonly string[])[]
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

export const useRename = () =>
  useChange((nickname: string) => api.POST('/api/v1/me/profile', { body: { nickname } }), keys.me)

export const useChangeAddress = () =>
  useChange(
    (body: { new_email: string; password: string }) => api.POST('/api/v1/me/email', { body }),
    keys.pending,
  )

export const useChangePassword = () =>
  useChange(
    (body: { old_password: string; new_password: string }) => api.POST('/api/v1/me/password', { body }),
    keys.pending,
    keys.sessions,
  )

export const useSetUpTotp = () =>
  useMutation({
    mutationFn: (password: string) => api.POST('/api/v1/me/mfa/totp/setup', { body: { password } }),
  })

export const useConfirmTotp = () =>
  useChange(
    (code: string) => api.POST('/api/v1/me/mfa/totp/confirm', { body: { code } }),
    keys.mfa,
    keys.me,
    keys.sessions,
  )

/** Six digits are a code of the app, anything else is a recovery code. */
export function codeOrRecovery(text: string): { code: string } | { recovery_code: string } {
  const typed = text.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(typed) ? { code: typed } : { recovery_code: typed }
}

export const useDisableTotp = () =>
  useChange(
    ({ password, code }: { password: string; code: string }) =>
      api.POST('/api/v1/me/mfa/totp/disable', { body: { password, ...codeOrRecovery(code) } }),
    keys.mfa,
    keys.me,
    keys.sessions,
  )

export const useRenewCodes = () =>
  useChange(
    (body: { password: string; code: string }) => api.POST('/api/v1/me/mfa/recovery-codes', { body }),
    keys.mfa,
  )

export const useEndSession = () =>
  useChange(
    (session_id: string) =>
      api.POST('/api/v1/me/sessions/{session_id}/revoke', { params: { path: { session_id } } }),
    keys.sessions,
  )

export const useEndOtherSessions = () =>
  useChange(() => api.POST('/api/v1/me/sessions/revoke-others'), keys.sessions)

export const useExport = () =>
  useMutation({
    mutationFn: async () => {
      const data = await api.GET('/api/v1/me/export')
      return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    },
  })

export const useDeleteAccount = () =>
  useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      api.POST('/api/v1/me/delete', { body: { password, ...(code !== '' && codeOrRecovery(code)) } }),
  })

/** Uploads a picture to where the server says, or through the server where that can't be reached, and takes it as one's own. */
export function useChangeAvatar() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (picture: Blob): Promise<User> => {
      const content_type = picture.type as 'image/png' | 'image/jpeg' | 'image/webp'
      const { upload_url, headers, object_key } = await api.POST('/api/v1/me/avatar/presign', {
        body: { content_type, content_length: picture.size },
      })
      const direct = await fetch(upload_url, {
        method: 'PUT',
        headers: headers as Record<string, string>,
        body: picture,
      }).catch(() => undefined)
      if (!direct?.ok) await putThroughServer(object_key, picture)
      return api.POST('/api/v1/me/avatar/complete', { body: { object_key } })
    },
    onSuccess: (me) => client.setQueryData(keys.me, me),
  })
}

async function putThroughServer(object_key: string, picture: Blob): Promise<void> {
  const query = new URLSearchParams({ object_key }).toString()
  const response = await fetch(`${base_url}/api/v1/me/avatar/put?${query}`, {
    method: 'POST',
    headers: { 'content-type': picture.type },
    body: picture,
  }).catch((error: unknown) => {
    throw new NetworkError('interrupted', 'The picture did not arrive.', { cause: error })
  })
  if (!response.ok) throw new ApiError(response, await response.text())
}
