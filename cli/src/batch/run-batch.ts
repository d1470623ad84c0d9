import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Schema } from '@clipwright/client'
import { agree } from '../agree.ts'
import { formatCredits } from '../credits.ts'
import { Failure, Interrupt, toFailure, tooExpensive, withHint } from '../failure.ts'
import { bad, good } from '../report.ts'
import type { Run } from '../run.ts'
import { makeRow } from './make-row.ts'
import { fit, match, type Match } from './match.ts'
import type { BatchOptions } from './options.ts'
import { inParallel } from './patience.ts'
import { type Priced, quote, quoteRows } from './quote-rows.ts'
import { type Row, type RowProblem, wrongRows } from './rows.ts'
import type { Entry, State } from './state.ts'
import { summarize, type Summary } from './summary.ts'
import { createUploads, freshUpload_ms, type Upload } from './uploads.ts'

/** Prices may change at any time. */
const freshQuote_ms = 30_000

/**
 * Makes the video of each row, and goes on where an earlier start ended. Nothing is submitted before all rows are checked and
 * the price is agreed to. @throws Failure with the summary in its details, unless all is done.
 */
export async function runBatch(
  run: Run,
  rows: readonly Row[],
  state: State,
  options: BatchOptions,
): Promise<void> {
  const { matches, gone } = match(rows, state.entries)
  const wanted = matches.filter((one) => isWanted(one, options))
  const changed = matches.filter((one) => one.is_changed && !wanted.includes(one))
  tellOld(run, matches, changed, gone)
  // What was begun is brought to its end, also for rows that are others now: it is paid for.
  const begun = state.entries.filter(({ status }) => status === 'submitting' || status === 'submitted')
  await mkdir(options.folder, { recursive: true })
  await checkFiles(wanted, options)

  const upload = createUploads(run, options.base)
  const priced = await quoteRows(run, wanted, options, upload)
  const { chosen, left } = fit(priced, (options.budget ?? Infinity) - state.spent())
  await agreeToAll(run, begun, chosen, left, options)
  let stopped: unknown
  try {
    await makeAll({ run, state, options, begun, chosen, upload })
  } catch (error) {
    stopped = error
  }
  finish(run, summarize({ matches, state, options, changed }), stopped)
}

function isWanted(
  { entry, is_changed }: Match,
  { retryFailed, redoChanged }: Pick<BatchOptions, 'retryFailed' | 'redoChanged'>,
): boolean {
  if (!entry) return true
  if (entry.status === 'submitting' || entry.status === 'submitted') return false
  if (is_changed) return redoChanged
  return entry.status === 'failed' && retryFailed
}

function tellOld(
  { report }: Run,
  matches: readonly Match[],
  changed: readonly Match[],
  gone: readonly Entry[],
): void {
  const done = matches.filter(({ entry, is_changed }) => entry?.status === 'done' && !is_changed).length
  if (done > 0)
    report.step('already_done', `${done} of ${count(matches.length, 'row')} done already`, { done })
  for (const { row } of changed) {
    const name = row.name === undefined ? '' : ` (${row.name})`
    report.warn(`Row ${row.number}${name} has changed since it was submitted; --redo-changed makes it anew.`)
  }
  if (gone.length > 0) {
    report.warn(
      `${count(gone.length, 'row')} that ${gone.length === 1 ? 'was' : 'were'} submitted earlier: not in the file any more.`,
    )
  }
}

/** Nothing is paid for a video that would replace a file of somebody else. */
async function checkFiles(wanted: readonly Match[], { folder }: BatchOptions): Promise<void> {
  const problems: RowProblem[] = []
  for (const { row, entry } of wanted) {
    const path = row.name === undefined ? undefined : join(folder, `${row.name}.mp4`)
    const isOurs = entry?.file === `${row.name}.mp4`
    if (path && !isOurs && (await stat(path).catch(() => undefined)))
      problems.push({ row: row.number, message: `name: ${path} exists already.` })
  }
  if (problems.length > 0) throw wrongRows(problems, 1)
}

async function agreeToAll(
  run: Run,
  begun: readonly Entry[],
  chosen: readonly Priced[],
  left: readonly Priced[],
  options: BatchOptions,
): Promise<void> {
  const { client, report, signal } = run
  if (begun.length > 0) {
    const text = `${count(begun.length, 'row')} under way: going on with ${begun.length === 1 ? 'it' : 'them'}`
    report.step('resumed', text, { begun: begun.length })
  }
  for (const { match, cost } of left) tellLeft(run, match.row, cost, options.budget!)
  if (chosen.length === 0) return
  const cost = chosen.reduce((sum, one) => sum + one.cost, 0)
  // A quote says the balance too, also to keys that may not read the account.
  const { balance } = await client.POST('/api/v1/video/quote', { body: chosen[0]!.body, signal })
  if (cost > balance) throw tooExpensive(cost, balance)
  const text = `${count(chosen.length, 'row')} ${chosen.length === 1 ? 'costs' : 'cost'} ${formatCredits(cost)} of your ${formatCredits(balance)}`
  report.step('price', text, { rows: chosen.length, cost, balance })
  if (cost > 0) await agree(run, `Spend ${formatCredits(cost)}?`, options)
}

interface Work {
  run: Run
  state: State
  options: BatchOptions
  begun: readonly Entry[]
  chosen: readonly Priced[]
  upload: Upload
}

async function makeAll({ run, state, options, begun, chosen, upload }: Work): Promise<void> {
  const { report } = run
  const total = begun.length + chosen.length
  const under_way = new Map<Entry, number>()
  let ended = 0
  const show = () => {
    const sum = [...under_way.values()].reduce((all, fraction) => all + fraction, ended)
    report.progress({ label: 'Making', fraction: total === 0 ? 1 : sum / total }, { ended, rows: total })
  }
  const make = async (entry: Entry) => {
    under_way.set(entry, 0)
    show()
    const task = await makeRow(
      {
        run,
        state,
        folder: options.folder,
        on_progress: (one, fraction) => {
          under_way.set(one, fraction)
          show()
        },
        on_wait: (one, wait_s) =>
          report.progress({ label: 'Waiting', fraction: ended / total }, { row: one.row, wait_s }),
      },
      entry,
    )
    under_way.delete(entry)
    ended += 1
    tellEnd(run, entry, task, `${ended} of ${total}`)
    show()
  }
  await inParallel<Entry | Priced>([...begun, ...chosen], options.concurrency, async (one) => {
    const entry = 'status' in one ? one : await begin(run, state, options, one, upload)
    if (entry) await make(entry)
    else ended += 1
  })
}

/**
 * Writes down that a row is being submitted, before it is. Without a budget for it by now, there is no entry: the check and the
 * entry are one step, so that rows at once can't pass the budget together.
 */
async function begin(
  run: Run,
  state: State,
  { budget }: BatchOptions,
  priced: Priced,
  upload: Upload,
): Promise<Entry | undefined> {
  const { match } = priced
  const { row } = match
  const age_ms = Date.now() - priced.quoted_at
  const body = age_ms > freshUpload_ms ? await upload(row) : priced.body
  const cost = budget !== undefined && age_ms > freshQuote_ms ? await quote(run, body) : priced.cost
  if (budget !== undefined && state.spent() + cost > budget) {
    tellLeft(run, row, cost, budget)
    return undefined
  }
  const { number, name, hash } = row
  const submitted_at = new Date().toISOString()
  const entry: Entry = {
    row: number,
    name,
    hash,
    status: 'submitting',
    key: crypto.randomUUID(),
    submitted_at,
    cost,
    body,
  }
  if (match.entry) {
    match.entry.is_replaced = true
    entry.replaces = match.entry.key
  }
  match.entry = entry
  match.is_changed = false
  state.entries.push(entry)
  await state.save()
  return entry
}

function tellLeft({ report }: Run, { number }: Row, cost: number, budget: number): void {
  report.warn(
    `Row ${number} is left out: with its ${formatCredits(cost)} the budget of ${formatCredits(budget)} would be passed.`,
  )
}

function tellEnd({ report }: Run, entry: Entry, task: Schema<'TaskOut'> | undefined, how_many: string): void {
  const { row, file, error, task_id, cost } = entry
  if (task) {
    const text = `Row ${row}  ${file}  ${task.params.duration_seconds} s, ${formatCredits(cost)}  (${how_many})`
    report.aside('row_done', good(text), { row, file, task_id, cost })
  } else
    report.aside('row_failed', bad(`Row ${row}  ${error?.message}  (${how_many})`), { row, task_id, error })
}

/** @throws Failure unless all rows are done. */
function finish(run: Run, summary: Summary, stopped: unknown): void {
  const { rows, done, failed, left, changed, spent, under_way } = summary
  const details = { ...summary }
  if (stopped !== undefined) {
    const failure = toFailure(stopped, run.url)
    const again =
      under_way > 0
        ? `${count(under_way, 'task')} ${under_way === 1 ? 'goes' : 'go'} on at the service. `
        : ''
    const hint = `${again}${done} of ${rows.length} done. The same command goes on where it was.`
    if (failure instanceof Interrupt) throw withHint(failure, hint, details)
    throw withHint(failure, [failure.hint, hint].filter(Boolean).join('\n   '), details)
  }
  const said = `${done} of ${count(rows.length, 'row')} done, for ${formatCredits(spent)} altogether`
  if (failed > 0) {
    const hint = 'Try again: the same command with --retry-failed'
    throw new Failure(4, 'rows_failed', `${said}; ${failed} failed.`, { hint, details })
  }
  if (left > 0) {
    const hint = 'Go on: the same command with a larger --budget'
    throw new Failure(6, 'budget_used_up', `${said}; the budget has no room for ${left}.`, { hint, details })
  }
  if (changed > 0) {
    const hint = 'Make them anew: the same command with --redo-changed'
    throw new Failure(1, 'rows_changed', `${said}; ${changed} changed since.`, { hint, details })
  }
  run.report.finish(summary, good(`${said}, in ${summary.folder}`))
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
