import { setTimeout as wait } from 'node:timers/promises'
import { AppError, busy } from '../platform/errors.ts'
import { isOutOfSpace, outOfSpace } from '../platform/files/out-of-space.ts'

/** The storage failed, by no fault of the request: a retry may succeed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The storage is full until an operator frees space. */
export class StorageFull extends StorageUnavailable {
  constructor(cause: unknown) {
    super('There is no space left in storage', { cause })
  }
}

const retryAfter_s = 5

/**
 * @throws AppError 503 `out_of_space` when there is no space, 503 `storage_unavailable` for any other failure of the
 * storage.
 */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof TypeError) throw cause
    if (cause instanceof StorageFull || isOutOfSpace(cause)) throw outOfSpace(cause)
    const { headers } = busy('', retryAfter_s)
    throw new AppError(503, 'storage_unavailable', 'Storage is away; try again in a moment.', {
      headers,
      cause,
    })
  }
}

const [firstWait_ms, longestWait_ms] = [500, 10_000]

/**
 * Retries with exponential backoff while the storage is unavailable. The work must be idempotent. @throws any other failure;
 * the signal's reason when it aborts.
 */
export async function retryOnStorageOutage<T>(
  work: () => Promise<T>,
  { signal, onOutage }: { signal: AbortSignal; onOutage: (error: StorageUnavailable) => void },
): Promise<T> {
  for (let wait_ms = firstWait_ms; ; wait_ms = Math.min(longestWait_ms, wait_ms * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      onOutage(error)
      await wait(wait_ms, undefined, { signal })
    }
  }
}
