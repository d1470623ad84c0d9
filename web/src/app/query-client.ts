import { MutationCache, QueryCache } from '@tanstack/react-query'
import { meQuery } from '../features/session/session.ts'
import { ApiError, isStatus } from '../lib/api.ts'
import { CarefulQueryClient } from './careful-query-client.ts'

let isSignedIn = false
let tell = (): void => {}

/** Calls back when whoever was signed in is not any more, wherever it is noticed first: their session ended elsewhere, or in time. */
export function whenSessionEnds(callback: () => void): void {
  tell = callback
}

const noSession = new Set(['not_authenticated', 'invalid_token', 'token_expired'])

function onError(error: unknown): void {
  if (isSignedIn && isStatus(error, 401) && noSession.has(error.code))
    queryClient.setQueryData(meQuery.queryKey, null)
}

/** An answer of the server is final; what never arrived is tried again. */
export const queryClient = new CarefulQueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 3 && (!(error instanceof ApiError) || error.status === 503 || error.status === 502),
      retryDelay: (failures) => Math.min(8_000, 500 * 2 ** failures),
    },
  },
})

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (query.queryKey[0] !== meQuery.queryKey[0]) return
  if (type === 'removed') isSignedIn = false // signed out here: nobody has to be told
  if ((type !== 'updated' && type !== 'added') || query.state.data === undefined) return
  const wasSignedIn = isSignedIn
  isSignedIn = query.state.data !== null
  if (wasSignedIn && !isSignedIn) tell()
})
