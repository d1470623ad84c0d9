import {
  ApiError,
  NetworkError,
  type Schema,
  waitForTask,
  watchTask,
  type WatchOptions,
} from '@clipwright/client'
import { formatCredits } from './credits.ts'
import { Failure, Interrupt, toFailure, withHint } from './failure.ts'
import type { Progress } from './progress-bar.ts'
import type { Run } from './run.ts'
import { toPlainText } from './terminal-text.ts'

const day_ms = 86_400_000

/** Shows a task's progress until it is completed. @throws Failure when it failed, with the task in its details. */
export async function followTask(run: Run, task_id: string): Promise<Schema<'TaskOut'>> {
  const { client, report, signal } = run
  let seen: Progress = { label: 'Queued', fraction: null }
  const show = (progress: Progress, data: object) => report.progress(progress, { task_id, ...data })
  try {
    let told = ''
    const on_change = ({ status, progress }: Pick<Schema<'TaskOut'>, 'status' | 'progress'>) => {
      if (told === `${status} ${progress}`) return
      told = `${status} ${progress}`
      seen = toProgress({ status, progress })
      show(seen, { status })
    }
    const on_retry: WatchOptions['on_retry'] = (error) =>
      show({ ...seen, label: 'Waiting' }, { reason: toFailure(error, run.url).code })
    await watch(run, task_id, on_change, on_retry)
    // Reads the whole task; polls if there was no stream.
    const task = await waitForTask(client, task_id, { signal, timeout_ms: day_ms, on_change, on_retry })
    if (task.status === 'failed') throw taskFailed(task)
    return task
  } catch (error) {
    const goesOn = `The task goes on. Look again: clipwright watch ${task_id}`
    if (error instanceof Interrupt) throw withHint(error, goesOn)
    const failure = toFailure(error, run.url)
    throw failure.exit === 3 ? withHint(failure, goesOn) : failure
  }
}

/** Reports changes from the task's event stream until it ends. Returns at once if streams do not get through. */
async function watch(
  { client, signal }: Run,
  task_id: string,
  on_change: (task: Schema<'TaskEventData'>) => void,
  on_retry: WatchOptions['on_retry'],
): Promise<void> {
  try {
    for await (const event of watchTask(client, task_id, { signal, on_retry }))
      if (event.type !== 'reset') on_change(event.task)
  } catch (error) {
    // An old service, too many streams, or a proxy that buffers them: polling works then, and reports any other error.
    const isNoStream =
      error instanceof ApiError || (error instanceof NetworkError && error.kind === 'timeout')
    if (!isNoStream) throw error
  }
}

export function toProgress({ status, progress }: Pick<Schema<'TaskOut'>, 'status' | 'progress'>): Progress {
  switch (status) {
    case 'queued':
      return { label: 'Queued', fraction: null }
    case 'running':
      if (progress === null) return { label: 'Starting', fraction: null }
      return { label: progress < 1 ? 'Rendering' : 'Storing', fraction: progress }
    case 'completed':
      return { label: 'Completed', fraction: 1 }
    case 'failed':
      return { label: 'Failed', fraction: progress }
  }
}

export function taskFailed(task: Schema<'TaskOut'>): Failure {
  const { code, message } = task.error ?? { code: 'task_failed', message: 'no reason is known' }
  const charged = chargedFor(task)
  const hint = charged === 0 ? 'Nothing was charged.' : `${formatCredits(charged)} were charged.`
  if (isCanceled(task)) return new Failure(4, code, 'The task was canceled.', { hint, details: { task } })
  return new Failure(4, code, `The task failed: ${toPlainText(message)}`, { hint, details: { task } })
}

/** A canceled task has the status `failed`, with the code `canceled`. */
export function isCanceled({ error }: Pick<Schema<'TaskOut'>, 'error'>): boolean {
  return error?.code === 'canceled'
}

/** What a task was charged, or still holds, in hundredths of a credit. */
export function chargedFor({ cost, cost_status }: Pick<Schema<'TaskOut'>, 'cost' | 'cost_status'>): number {
  return cost_status === 'released' ? 0 : cost
}
