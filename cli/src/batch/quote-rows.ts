import { ApiError, type Schema } from '@clipwright/client'
import { Failure, toFailure } from '../failure.ts'
import type { Run } from '../run.ts'
import type { Match } from './match.ts'
import type { BatchOptions } from './options.ts'
import { inParallel, patiently } from './patience.ts'
import { type RowProblem, wrongRows } from './rows.ts'
import type { Upload } from './uploads.ts'

/** A row with what it costs, at this time. */
export interface Priced {
  match: Match
  body: Schema<'TaskCreate'>
  cost: number
  quoted_at: number
}

/** Asks for the price of each row, which is also the service's check of it. @throws Failure that names all rows it refuses. */
export async function quoteRows(
  run: Run,
  wanted: readonly Match[],
  { concurrency }: BatchOptions,
  upload: Upload,
): Promise<Priced[]> {
  const { report } = run
  const priced: Priced[] = []
  const problems: RowProblem[] = []
  let checked = 0
  await inParallel(wanted, concurrency, async (match, at) => {
    const { row } = match
    try {
      const body = await upload(row)
      priced[at] = { match, body, cost: await quote(run, body), quoted_at: Date.now() }
    } catch (error) {
      const { exit, message } = toFailure(error, run.url)
      const isOfRow =
        error instanceof ApiError
          ? [404, 413, 422].includes(error.status)
          : error instanceof Failure && exit <= 2
      if (!isOfRow) throw error
      problems.push({
        row: row.number,
        message: message.replace(/^The service does not accept this:\n */, '').replaceAll(/\n */g, '; '),
      })
    }
    checked += 1
    report.progress(
      { label: 'Checking', fraction: checked / wanted.length },
      { checked, rows: wanted.length },
    )
  })
  if (problems.length > 0)
    throw wrongRows(
      problems.toSorted((a, b) => a.row - b.row),
      1,
    )
  return priced
}

/** In hundredths of a credit. */
export async function quote({ client, signal }: Run, body: Schema<'TaskCreate'>): Promise<number> {
  const { cost } = await patiently(signal, () => client.POST('/api/v1/video/quote', { body, signal }))
  return cost
}
