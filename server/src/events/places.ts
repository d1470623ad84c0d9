import { AppError, busy } from '../platform/errors.ts'

/** How many streams may be open in this process. */
export interface StreamLimits {
  per_user: number
  per_process: number
}

/** Counts open streams. */
export interface Places {
  /** Takes a place until it is disposed of. @throws AppError 429 `too_many_streams`, 503 `busy`. */
  take(user_id: string): Disposable
}

export function createPlaces({ per_user, per_process }: StreamLimits): Places {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take: (user_id) => {
      const mine = taken.get(user_id) ?? 0
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
      if (all >= per_process) throw busy('Too many event streams are open; try again in a moment.', 5)
      taken.set(user_id, mine + 1)
      all++
      return {
        [Symbol.dispose]: () => {
          const left = taken.get(user_id)! - 1
          if (left > 0) taken.set(user_id, left)
          else taken.delete(user_id)
          all--
        },
      }
    },
  }
}
