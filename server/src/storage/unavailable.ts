import { setTimeout as wait } from 'node:timers/promises'
import { AppError, busy } from '../platform/errors.ts'
import { isOutOfSpace, outOfSpace } from '../platform/files/out-of-space.ts'

/** The storage did not do what it was asked, by no fault of the request: the same call may succeed later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The storage is there, and takes nothing more until somebody makes room. */
export class StorageFull extends StorageUnavailable {
  constructor(cause: unknown) {
    super('There is no space left in storage', { cause })
  }
}

const retryAfter_s = 5

/** @throws AppError 503 `out_of_space` where there is no room, 503 `storage_unavailable` for whatever a storage throws that is not about the request. */
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
 * Does the work again for as long as storage is away: an outage costs time. Only for work that may be done twice.
 * @throws whatever else fails; the signal's reason when it aborts meanwhile.
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
