/**
 * Where the clocks of an engine's jobs are kept. All workers share one place, so that a restarted or a second worker goes on with
 * them.
 */
export interface JobClocks {
  /**
   * Notes what an unfinished job says. It hangs once it has said the same for longer than `limit_s`, and counts as hung until
   * `forget`. Undefined while the place cannot be reached.
   */
  note(job: string, says: string, limit_s: number): Promise<JobClock | undefined>
  listHung(): Promise<string[]>
  forget(job: string): Promise<void>
}

export interface JobClock {
  /** Seconds for which the job has said the same. */
  said_for_s: number
  is_hung: boolean
}

/** Clocks that end with this process, for engines that are only asked what they offer. `now` gives milliseconds. */
export function createMemoryClocks(now: () => number): JobClocks {
  const clocks = new Map<string, { says: string; since_ms: number; is_hung: boolean }>()
  return {
    async note(job, says, limit_s) {
      const last = clocks.get(job)
      const clock = last?.says === says ? last : { says, since_ms: now(), is_hung: last?.is_hung ?? false }
      clocks.set(job, clock)
      const said_for_s = (now() - clock.since_ms) / 1000
      clock.is_hung ||= said_for_s > limit_s
      return { said_for_s, is_hung: clock.is_hung }
    },
    listHung: async () => [...clocks].filter(([, { is_hung }]) => is_hung).map(([job]) => job),
    forget: async (job) => void clocks.delete(job),
  }
}

/**
 * Finds jobs that hang: those that have said the same for longer than the limit. It writes to the clocks only when a job says
 * something else, or seems to hang.
 */
export class HangWatch {
  readonly #limit_s: number
  readonly #clocks: JobClocks
  readonly #now: () => number
  readonly #seen = new Map<string, { says: string; since_ms: number; is_hung: boolean }>()

  /** `now` gives milliseconds. */
  constructor(limit_s: number, clocks: JobClocks, now: () => number) {
    this.#limit_s = limit_s
    this.#clocks = clocks
    this.#now = now
  }

  /** Notes what an unfinished job says, such as its status; true once it hangs, until `settle`. */
  async isHung(job: string, says: string): Promise<boolean> {
    const last = this.#seen.get(job)
    if (last?.says === says && (last.is_hung || this.#now() - last.since_ms <= this.#limit_s * 1000)) {
      return last.is_hung
    }
    const noted = await this.#clocks.note(job, says, this.#limit_s)
    if (!noted) return last?.is_hung ?? false
    const { said_for_s, is_hung } = noted
    this.#seen.set(job, { says, since_ms: this.#now() - said_for_s * 1000, is_hung })
    return is_hung
  }

  /** Call it when a job has ended, or when the server no longer knows it. */
  async settle(job: string): Promise<void> {
    this.#seen.delete(job)
    await this.#clocks.forget(job)
  }

  /** Jobs that hang and have not been settled, by any worker. */
  listHung(): Promise<string[]> {
    return this.#clocks.listHung()
  }
}
