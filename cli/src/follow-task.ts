import { type Schema, waitForTask } from '@clipwright/client'
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
    const task = await waitForTask(client, task_id, {
      signal,
      timeout_ms: day_ms,
      on_change(task) {
        seen = toProgress(task)
        show(seen, { status: task.status })
      },
      on_retry: (error) => show({ ...seen, label: 'Waiting' }, { reason: toFailure(error, run.url).code }),
    })
    if (task.status === 'failed') throw taskFailed(task)
    return task
  } catch (error) {
    const goesOn = `The task goes on. Look again: clipwright watch ${task_id}`
    if (error instanceof Interrupt) throw withHint(error, goesOn)
    const failure = toFailure(error, run.url)
    throw failure.exit === 3 ? withHint(failure, goesOn) : failure
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
  const hint = task.cost_status === 'released' ? 'Nothing was charged.' : undefined
  return new Failure(1, code, `The task failed: ${toPlainText(message)}`, { hint, details: { task } })
}
