import { styleText } from 'node:util'
import type { Schema } from '@clipwright/client'
import { type Command, Option } from 'commander'
import { formatAmount } from '../credits.ts'
import { chargedFor, isCanceled } from '../follow-task.ts'
import type { Start } from '../run.ts'
import { wholeNumber } from '../numbers.ts'
import { type Column, formatTime, pageNote, shortId, toTable } from '../table.ts'
import { toPlainText } from '../terminal-text.ts'

type Task = Schema<'TaskOut'>
interface Options {
  status?: string
  page: number
  pageSize: number
}

export function addTasks(program: Command, start: Start): void {
  program
    .command('tasks')
    .description('list your tasks, newest first')
    .addOption(
      new Option('--status <status>', 'only these (canceled ones have failed)').choices([
        'queued',
        'running',
        'completed',
        'failed',
      ]),
    )
    .option('--page <number>', 'number of the page', wholeNumber(1), 1)
    .option('--page-size <number>', 'items per page, at most 100', wholeNumber(1, 100), 20)
    .addHelpText('after', '\nExamples:\n  $ clipwright tasks --status running\n  $ clipwright tasks --page 2')
    .action(({ status, page, pageSize }: Options, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const query = { page, page_size: pageSize, ...(status === undefined ? {} : { status }) }
        const list = await client.GET('/api/v1/tasks', { params: { query }, signal })
        report.finish(list, describe(list, status))
      }),
    )
}

function describe({ items, total, page, page_size }: Schema<'TaskListOut'>, status?: string): string {
  if (items.length === 0) {
    if (total > 0)
      return `There is no page ${page}: ${total} tasks are ${Math.ceil(total / page_size)} pages.`
    return status
      ? `No task is ${toPlainText(status)}.`
      : 'No tasks yet. Make one: clipwright generate "a red balloon over the sea"'
  }
  return [toTable(items, columns), ...pageNote({ total, page, page_size }, 'tasks')].join('\n')
}

const colors = {
  queued: 'dim',
  running: 'magenta',
  completed: 'green',
  failed: 'red',
  canceled: 'yellow',
} as const

const columns: readonly Column<Task>[] = [
  { title: 'TASK', cell: ({ task_id }) => shortId(task_id) },
  {
    title: 'STATUS',
    cell: describeStatus,
    paint: (text, task) => styleText(colors[isCanceled(task) ? 'canceled' : task.status], text),
  },
  {
    title: 'LENGTH',
    isNumber: true,
    from: 80,
    cell: ({ params }) => `${params.duration_seconds} s`,
  },
  { title: 'SIZE', from: 88, cell: ({ params }) => params.target ?? params.resolution },
  { title: 'CREDITS', isNumber: true, cell: (task) => formatAmount(chargedFor(task)) },
  { title: 'CREATED', from: 100, cell: ({ created_at }) => formatTime(created_at) },
  { title: 'PROMPT', cell: describePrompt },
]

function describeStatus(task: Task): string {
  const { status, progress } = task
  if (isCanceled(task)) return 'canceled'
  return status === 'running' && progress !== null ? `running ${Math.floor(progress * 100)} %` : status
}

function describePrompt({ prompt, parent_task_id }: Task): string {
  if (prompt) return toPlainText(prompt)
  return parent_task_id === null ? '' : `enhanced from ${shortId(parent_task_id)}`
}
