import { workFor } from './work-time.ts'

/**
 * What computes behind a fake server. It goes on with what it has begun, whatever becomes of the job's record: none of these
 * servers can stop a GPU.
 */
export class Gpu {
  /** How many jobs ran at the same time, at most. */
  running_at_once_max = 0
  #running = 0
  #waiting: { id: string; work: () => Promise<void> }[] = []
  #current = new Set<string>()
  /** Of the server that was started last; what began before a restart has no effect. */
  #life = new AbortController()
  readonly #width: number

  /** `width`: how many jobs it runs at once. */
  constructor(width: number) {
    this.#width = width
  }

  get current(): string | null {
    return [...this.#current][0] ?? null
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs `work` when its turn comes: `begin`, then `run_ms`, then `end`; `isStuck` keeps it from ever ending. */
  submit(
    id: string,
    job: { begin: () => void; end: () => Promise<void> | void; run_ms: () => number; isStuck: boolean },
  ): void {
    const life = this.#life
    const work = async (): Promise<void> => {
      job.begin()
      await workFor(job.isStuck ? () => Infinity : job.run_ms, life.signal)
      if (!life.signal.aborted) await job.end()
    }
    this.#waiting.push({ id, work })
    // A job does not begin before its submission has been answered.
    setImmediate(() => this.#next())
  }

  /** Takes a job out of the line; false when it has begun. */
  drop(id: string): boolean {
    const before = this.#waiting.length
    this.#waiting = this.#waiting.filter((job) => job.id !== id)
    return this.#waiting.length < before
  }

  restart(): void {
    this.#life.abort()
    this.#life = new AbortController()
    this.#waiting = []
    this.#current.clear()
    this.#running = 0
  }

  #next(): void {
    if (this.#running >= this.#width) return
    const job = this.#waiting.shift()
    if (!job) return
    const life = this.#life
    this.#running++
    this.#current.add(job.id)
    this.running_at_once_max = Math.max(this.running_at_once_max, this.#running)
    void job.work().finally(() => {
      if (life !== this.#life) return
      this.#running--
      this.#current.delete(job.id)
      this.#next()
    })
    this.#next()
  }
}
