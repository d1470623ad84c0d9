/** Far more shapes than any model has; the oldest are forgotten. */
const maxShapes = 500

/** Estimates how long a video takes, from the last video of the same shape. */
export class RunTimes {
  readonly #assumed_s: number
  readonly #took_s = new Map<string, number>()

  /** `assumed_s`: the estimate for a shape without a video so far. */
  constructor(assumed_s: number) {
    this.#assumed_s = assumed_s
  }

  learn(shape: string, took_s: number): void {
    this.#took_s.delete(shape)
    this.#took_s.set(shape, took_s)
    const [oldest] = this.#took_s.keys()
    if (this.#took_s.size > maxShapes && oldest !== undefined) this.#took_s.delete(oldest)
  }

  estimate_s(shape: string): number {
    return this.#took_s.get(shape) ?? this.#assumed_s
  }
}
