import { percentile } from '../lib/table.ts'

/** What is measured over and over while the load goes on. */
export interface Curve {
  name: string
  unit: string
  /** In the order of the samples; NaN where there was none. */
  values: readonly number[]
  /** How far it may rise and still be flat; undefined for what has to grow, since it is what people have made. */
  flat?: Tolerance
}

export interface Tolerance {
  /** In middles of the second quarter. */
  times: number
  /** Beyond that, in its unit. */
  slack: number
}

export interface Judged extends Curve {
  /** The middle of the second quarter. */
  early: number
  /** The middle of the last quarter. */
  late: number
  verdict: 'flat' | 'grows' | 'may grow'
}

export const rule =
  'A curve is flat when the middle of its samples in the last quarter is at most that of the second quarter times its factor, ' +
  'plus its slack. The first quarter is left out: caches fill in it.'

/** Where the quarters lie that are compared, in samples. */
export function quarters(samples: number): { early: [number, number]; late: [number, number] } {
  const at = (share: number): number => Math.floor(samples * share)
  return { early: [at(0.25), at(0.5)], late: [at(0.75), samples] }
}

export function judge(curve: Curve): Judged {
  const { early, late } = quarters(curve.values.length)
  const middle = ([from, to]: [number, number]): number =>
    percentile(
      curve.values.slice(from, to).filter((value) => !Number.isNaN(value)),
      0.5,
    )
  const judged = { early: middle(early), late: middle(late) }
  return { ...curve, ...judged, verdict: verdictOf(curve.flat, judged) }
}

function verdictOf(
  flat: Tolerance | undefined,
  { early, late }: Pick<Judged, 'early' | 'late'>,
): Judged['verdict'] {
  if (!flat) return 'may grow'
  // What could not be measured is not known to be flat.
  return late <= early * flat.times + flat.slack ? 'flat' : 'grows'
}
