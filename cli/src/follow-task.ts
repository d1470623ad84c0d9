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

/** Shows a task on its way until the video is there. @throws Failure when it failed, with the task in its details. */
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
    // The whole task, and by asking again and again where there was no stream.
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

/** Tells each change as it happens, until the task has ended; or returns at once where streams don't get through. */
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
    // An older service, too many streams, a proxy that holds them back: asking works. What does not, asking will tell.
    const isNoStream =
      error instanceof ApiError || (error instanceof NetworkError && error.kind === 'timeout')
    if (!isNoStream) throw error
  }
}

/** What happens to a task now, in one word, and how far it is. */
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
  if (isCanceled(task)) return new Failure(1, code, 'The task was canceled.', { hint, details: { task } })
  return new Failure(1, code, `The task failed: ${toPlainText(message)}`, { hint, details: { task } })
}

/** A task that was called off counts as failed, by its own reason. */
export function isCanceled({ error }: Pick<Schema<'TaskOut'>, 'error'>): boolean {
  return error?.code === 'canceled'
}

/** What a task has cost, or holds until it ends. */
export function chargedFor({ cost, cost_status }: Pick<Schema<'TaskOut'>, 'cost' | 'cost_status'>): number {
  return cost_status === 'released' ? 0 : cost
}
