import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

/** An answer of the server is final; what never arrived is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 3 && (!(error instanceof ApiError) || error.status === 503 || error.status === 502),
      retryDelay: (failures) => Math.min(8_000, 500 * 2 ** failures),
    },
  },
})
