export interface FairQueueLimits {
  /** FairQueue at once, of all owners and of each one. */
  at_once: number
  at_once_each: number
  /** Owners' places, taken or waiting, of all and of each one: who comes when they are taken is sent away. */
  places: number
  places_each: number
}

/** FairQueue at something scarce, shared evenly between owners: after each turn the owner who has waited longest is next. */
export interface FairQueue {
  /** Takes one of the places; undefined when none is left for this owner. Whoever has it gives it back by disposing. */
  enter(owner: string): Place | undefined
  /** The same beyond all limits of places: for work that something else bounds. */
  insist(owner: string): Place
}

export interface Place extends Disposable {
  /** Does the work when it is this owner's turn. */
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Owner {
  places: number
  running: number
  waiting: (() => void)[]
}

export function createFairQueue({ at_once, at_once_each, places, places_each }: FairQueueLimits): FairQueue {
  /** In the order of their last queue. */
  const owners = new Map<string, Owner>()
  let taken = 0
  let running = 0

  /** Behind all others: those that come meanwhile stand behind it until its turn ends. */
  const stepBack = (name: string, owner: Owner): void => {
    if (owners.delete(name)) owners.set(name, owner)
  }

  const admit = (): void => {
    for (const [name, owner] of owners) {
      if (running >= at_once) return
      if (owner.running >= at_once_each) continue
      const start = owner.waiting.shift()
      if (!start) continue
      running++
      owner.running++
      stepBack(name, owner)
      start()
    }
  }

  const insist = (name: string): Place => {
    const owner = owners.get(name) ?? { places: 0, running: 0, waiting: [] }
    owners.set(name, owner)
    owner.places++
    taken++
    return {
      async run(work) {
        await new Promise<void>((resolve) => {
          owner.waiting.push(resolve)
          admit()
        })
        try {
          return await work()
        } finally {
          running--
          owner.running--
          stepBack(name, owner)
          admit()
        }
      },
      [Symbol.dispose]() {
        taken--
        if (--owner.places === 0) owners.delete(name)
      },
    }
  }

  return {
    insist,
    enter: (name) =>
      taken < places && (owners.get(name)?.places ?? 0) < places_each ? insist(name) : undefined,
  }
}
