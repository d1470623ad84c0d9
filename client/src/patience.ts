import { ApiError, NetworkError } from './errors.ts'

/** Asking again costs nothing where nothing is changed, so whatever a restart or a proxy may cause is tried again. */
export function isPassing(error: unknown): error is ApiError | NetworkError {
  if (error instanceof ApiError) return [429, 502, 503, 504].includes(error.status)
  return error instanceof NetworkError
}

/** @throws the reason of the signal. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
