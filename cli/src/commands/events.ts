import { styleText } from 'node:util'
import { type TaskEvent, watchEvents } from '@clipwright/client'
import type { Command } from 'commander'
import { Interrupt, toFailure } from '../failure.ts'
import { isCanceled } from '../follow-task.ts'
import { wholeNumber } from '../numbers.ts'
import type { Run, Start } from '../run.ts'
import { formatClockTime, shortId } from '../table.ts'
import { padEnd, padStart, toPlainText } from '../terminal-text.ts'

export function addEvents(program: Command, start: Start): void {
  program
    .command('events')
    .description('show what happens to your tasks, as it happens, until Ctrl-C')
    .option('--since <number>', 'go on after the event with this number', wholeNumber(0))
    .addHelpText(
      'after',
      `
Each line begins with the number of its event. With --json it is an object: id, type, task.

Examples:
  $ clipwright events
  $ clipwright events --since 57
  $ clipwright events --json | jq 'select(.type == "task.completed").task.task_id'`,
    )
    .action(({ since }: { since?: number }, command: Command) => start(command, (run) => tail(run, since)))
}

/** Never returns; Ctrl-C is its normal end, of which only the exit code tells. */
async function tail(run: Run, since: number | undefined): Promise<void> {
  const { client, report, signal, url } = run
  try {
    // One request without retries, so that an unreachable service or a wrong key fails at once.
    await client.GET('/api/v1/tasks', { params: { query: { page: 1, page_size: 1 } }, signal })
    let isAway = false
    const events = watchEvents(client, {
      signal,
      last_event_id: since?.toString(),
      outage_ms: Infinity,
      on_retry: (error) => {
        if (!isAway) report.warn(`${toFailure(error, url).message} Connecting again.`)
        isAway = true
      },
    })
    for await (const event of events) {
      isAway = false
      if (event.type === 'reset') report.item(event, 'Older events are not kept any more. New ones follow.')
      else report.item(event, describe(event))
    }
  } catch (error) {
    if (!(error instanceof Interrupt)) throw error
    process.exitCode = error.exit
  }
}

const colors = {
  'task.queued': 'dim',
  'task.running': 'magenta',
  'task.progress': 'magenta',
  'task.requeued': 'yellow',
  'task.completed': 'green',
  'task.failed': 'red',
  'task.deleted': 'dim',
  'task.restored': 'dim',
} as const

/** `  57  17:40:04  0b6f5c1e  running 43 %` */
function describe({ id, type, task }: TaskEvent): string {
  const color = isCanceled(task) ? 'yellow' : colors[type]
  const [what, more] = sayWhat(type, task)
  const number = styleText('dim', padStart(id, 5))
  const time = styleText('dim', formatClockTime(task.updated_at))
  return `${number}  ${time}  ${shortId(task.task_id)}  ${styleText(color, padEnd(what, 14))}${more}`.trimEnd()
}

function sayWhat(type: TaskEvent['type'], task: TaskEvent['task']): [what: string, more: string] {
  switch (type) {
    case 'task.progress':
      return [`running ${Math.floor((task.progress ?? 0) * 100)} %`, '']
    case 'task.running':
      return ['running', task.attempt > 1 ? `attempt ${task.attempt}` : '']
    case 'task.failed':
      if (isCanceled(task)) return ['canceled', '']
      return ['failed', toPlainText(task.error?.message ?? '')]
    case 'task.completed':
      return ['completed', `clipwright download ${shortId(task.task_id)}`]
    case 'task.queued':
    case 'task.requeued':
    case 'task.deleted':
    case 'task.restored':
      return [type.slice('task.'.length), '']
  }
}
