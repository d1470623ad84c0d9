import type { Agreement } from '../agree.ts'

export interface BatchOptions extends Agreement {
  /** Where relative paths of pictures and sounds begin. */
  base: string
  /** Where the videos go. */
  folder: string
  /** The most that all starts of this batch may spend together, in hundredths of a credit. */
  budget: number | undefined
  concurrency: number
  retryFailed: boolean
  redoChanged: boolean
}
