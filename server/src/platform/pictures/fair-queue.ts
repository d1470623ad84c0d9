export interface FairQueueLimits {
  /** Jobs that run at once, of all owners and of each one. */
  at_once: number
  at_once_each: number
  /** Admissions of all owners and of each one, whether their jobs run or wait. Beyond them `admit` refuses. */
  quota: number
  quota_each: number
}

/** Runs jobs of many owners round-robin: the owner whose last job is longest ago is next, however many jobs another has. */
export interface FairQueue {
  /** Undefined when the quota of this owner, or of all, is used up. Dispose of the admission to give it back. */
  admit(owner: string): Admission | undefined
  /** Admits beyond the quota, for work that something else bounds. It counts like any other. */
  admitAlways(owner: string): Admission
}

export interface Admission extends Disposable {
  /** Waits for the owner's turn and runs the job. */
  run<T>(job: () => Promise<T>): Promise<T>
}

interface Owner {
  admissions: number
  running: number
  waiting: (() => void)[]
}

export function createFairQueue({ at_once, at_once_each, quota, quota_each }: FairQueueLimits): FairQueue {
  /** The one whose last job began or ended longest ago is first. */
  const owners = new Map<string, Owner>()
  let admissions = 0
  let running = 0

  const moveToEnd = (name: string, owner: Owner): void => {
    if (owners.delete(name)) owners.set(name, owner)
  }

  const startNext = (): void => {
    for (const [name, owner] of owners) {
      if (running >= at_once) return
      if (owner.running >= at_once_each) continue
      const start = owner.waiting.shift()
      if (!start) continue
      running++
      owner.running++
      moveToEnd(name, owner)
      start()
    }
  }

  const admitAlways = (name: string): Admission => {
    const owner = owners.get(name) ?? { admissions: 0, running: 0, waiting: [] }
    owners.set(name, owner)
    owner.admissions++
    admissions++
    return {
      async run(job) {
        await new Promise<void>((resolve) => {
          owner.waiting.push(resolve)
          startNext()
        })
        try {
          return await job()
        } finally {
          running--
          owner.running--
          moveToEnd(name, owner)
          startNext()
        }
      },
      [Symbol.dispose]() {
        admissions--
        if (--owner.admissions === 0) owners.delete(name)
      },
    }
  }

  return {
    admitAlways,
    admit: (name) =>
      admissions < quota && (owners.get(name)?.admissions ?? 0) < quota_each ? admitAlways(name) : undefined,
  }
}
