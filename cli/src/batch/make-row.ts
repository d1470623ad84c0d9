import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, type Schema, waitForTask } from '@clipwright/client'
import { toFailure } from '../failure.ts'
import { chargedFor, taskFailed, toProgress } from '../follow-task.ts'
import type { Run } from '../run.ts'
import { partPrefix, saveVideo, videoFileName } from '../save-video.ts'
import { patiently } from './patience.ts'
import type { Entry, State } from './state.ts'

const day_ms = 86_400_000
/** The service knows a key for a day. After that, the same request could be a second task. */
const known_ms = day_ms - 3_600_000

export interface MakeOptions {
  run: Run
  state: State
  /** Where the videos go. */
  folder: string
  /** How far the entry's task is, from 0 to 1. */
  on_progress: (entry: Entry, fraction: number) => void
  on_wait: (entry: Entry, wait_s: number) => void
}

/**
 * Brings an entry to its end, from wherever it is: submits it, follows its task and saves the video. Stopped at any moment and
 * called again, it submits nothing twice. What goes wrong with this row alone ends as `failed`.
 * @throws Failure, ApiError, NetworkError for what would stop the other rows too.
 */
export async function makeRow(options: MakeOptions, entry: Entry): Promise<Schema<'TaskOut'> | undefined> {
  const { run, state } = options
  if (entry.status === 'submitting') await submit(options, entry)
  if (entry.status !== 'submitted') return undefined
  const task_id = entry.task_id!
  const on_progress = (task: Pick<Schema<'TaskOut'>, 'status' | 'progress'>) =>
    options.on_progress(entry, toProgress(task).fraction ?? 0)
  const { signal } = run
  const task = await waitForTask(run.client, task_id, { signal, timeout_ms: day_ms, on_change: on_progress })
  entry.cost = chargedFor(task)
  if (task.status === 'failed') {
    const { code, message } = taskFailed(task)
    return fail(options, entry, code, message)
  }
  try {
    await save(options, entry, task)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 410)) throw error
    return fail(options, entry, error.code, error.detail)
  }
  await state.save()
  return task
}

async function submit(options: MakeOptions, entry: Entry): Promise<void> {
  const { run, state } = options
  if (Date.now() - Date.parse(entry.submitted_at) > known_ms) {
    const message = 'It may have been submitted more than a day ago: look at `clipwright tasks`.'
    return fail(options, entry, 'unclear_submission', message)
  }
  const { body, key } = entry
  const headers = { 'idempotency-key': key }
  const post = () => run.client.POST('/api/v1/video/generate', { body: body!, headers, signal: run.signal })
  try {
    const { task_id, cost } = await patiently(run.signal, post, (wait_s) => options.on_wait(entry, wait_s))
    Object.assign(entry, { status: 'submitted', task_id, cost, body: undefined } satisfies Partial<Entry>)
    await state.save()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code } = error
    // Whether there is a task is open: the next start sends the same request with the same key.
    if (status >= 500 || code === 'unexpected_response') throw error
    // A refusal is sure: there is no task.
    if ([401, 402, 403].includes(status)) {
      // The next row would be told the same, and this one has no fault.
      state.forget(entry)
      await state.save()
      throw error
    }
    await fail(options, entry, code, toFailure(error, run.url).message)
  }
}

async function save(
  { run, state, folder }: MakeOptions,
  entry: Entry,
  task: Schema<'TaskOut'>,
): Promise<void> {
  const file = entry.name === undefined ? videoFileName(task) : `${entry.name}.mp4`
  const quiet = { ...run, report: { ...run.report, progress: () => undefined } }
  // The file was not there before the task was: if it is now, an earlier start of this batch has saved it.
  const get = () => saveVideo(quiet, task.task_id, join(folder, file), { force: true })
  await removeLeftOvers(folder, file)
  await patiently(run.signal, get)
  Object.assign(entry, { status: 'done', file } satisfies Partial<Entry>)
  await state.save()
}

/** Of downloads of this file that were killed: nobody else is at it, since a batch runs once at a time. */
async function removeLeftOvers(folder: string, file: string): Promise<void> {
  const isPart = (name: string) => name.startsWith(partPrefix(file)) && name.endsWith('.part')
  for (const name of (await readdir(folder)).filter(isPart)) await rm(join(folder, name), { force: true })
}

async function fail({ state }: MakeOptions, entry: Entry, code: string, message: string): Promise<undefined> {
  const cost = entry.task_id === undefined && code !== 'unclear_submission' ? 0 : entry.cost
  Object.assign(entry, { status: 'failed', error: { code, message }, cost } satisfies Partial<Entry>)
  await state.save()
  return undefined
}
