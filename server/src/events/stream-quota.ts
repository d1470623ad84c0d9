import { AppError, busy } from '../platform/errors.ts'

/** Limits of open streams in this process. */
export interface StreamLimits {
  per_user: number
  per_process: number
}

export interface StreamQuota {
  /** Counts a stream until it is disposed of. @throws AppError 429 `too_many_streams`, 503 `busy`. */
  take(user_id: string): Disposable
}

export function createStreamQuota({ per_user, per_process }: StreamLimits): StreamQuota {
  const open = new Map<string, number>()
  let total = 0
  return {
    take: (user_id) => {
      const mine = open.get(user_id) ?? 0
      if (mine >= per_user) {
        throw new AppError(
          429,
          'too_many_streams',
          `At most ${per_user} event streams may be open at once.`,
          {
            extra: { limit: per_user },
            headers: { 'retry-after': '5' },
          },
        )
      }
      if (total >= per_process) throw busy('Too many event streams are open; try again in a moment.', 5)
      open.set(user_id, mine + 1)
      total++
      return {
        [Symbol.dispose]: () => {
          const left = open.get(user_id)! - 1
          if (left > 0) open.set(user_id, left)
          else open.delete(user_id)
          total--
        },
      }
    },
  }
}
