import { styleText } from 'node:util'
import type { Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { formatAmount } from '../credits.ts'
import type { Start } from '../run.ts'
import { wholeNumber } from '../numbers.ts'
import { columnsOf, fit, padEnd, padStart, toPlainText } from '../terminal-text.ts'

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
    .option('--status <status>', 'only these: queued, running, completed or failed')
    .option('--page <number>', 'which page', wholeNumber(1), 1)
    .option('--page-size <number>', 'how many on a page, at most 100', wholeNumber(1, 100), 20)
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
  const lines = [...toTable(items)]
  if (total > items.length) {
    lines.push(
      '',
      styleText('dim', `Page ${page} of ${Math.ceil(total / page_size)}, ${total} tasks altogether.`),
    )
  }
  return lines.join('\n')
}

interface Column {
  title: string
  cell: (task: Task) => string
  isNumber?: boolean
  /** Left out on a terminal with fewer columns. */
  from?: number
}

const allColumns: readonly Column[] = [
  { title: 'TASK', cell: ({ task_id }) => task_id },
  { title: 'STATUS', cell: describeStatus },
  {
    title: 'LENGTH',
    isNumber: true,
    from: 100,
    cell: ({ params }) => `${params.duration_seconds} s`,
  },
  { title: 'SIZE', from: 108, cell: ({ params }) => params.resolution },
  { title: 'CREDITS', isNumber: true, cell: ({ cost }) => formatAmount(cost) },
  { title: 'CREATED', from: 116, cell: ({ created_at }) => formatTime(new Date(created_at)) },
  { title: 'PROMPT', cell: ({ prompt }) => toPlainText(prompt ?? '') },
]

function* toTable(tasks: readonly Task[]): Generator<string> {
  const available = process.stdout.isTTY ? process.stdout.columns : Infinity
  const columns = allColumns.filter(({ from = 0 }) => available >= from)
  const rows = tasks.map((task) => columns.map(({ cell }) => cell(task)))
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...rows.map((row) => columnsOf(row[at]!))),
  )
  // The prompt, in the last column, gets what the terminal has left.
  const used = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const left = Math.max(12, available - used)
  const line = (cells: readonly string[], paint: (text: string, at: number) => string) =>
    cells
      .map((cell, at) => {
        if (at === cells.length - 1) return paint(fit(cell, left), at)
        return paint(columns[at]?.isNumber ? padStart(cell, widths[at]!) : padEnd(cell, widths[at]!), at)
      })
      .join('  ')
      .trimEnd()
  yield line(
    columns.map(({ title }) => title),
    (text) => styleText('dim', text),
  )
  for (const [at, row] of rows.entries()) {
    const { status } = tasks[at]!
    yield line(row, (text, column) => (column === 1 ? styleText(colors[status], text) : text))
  }
}

const colors = { queued: 'dim', running: 'magenta', completed: 'green', failed: 'red' } as const

function describeStatus({ status, progress }: Task): string {
  return status === 'running' && progress !== null ? `running ${Math.floor(progress * 100)} %` : status
}

/** `2026-11-20 17:40`, in the time zone of whoever reads it. */
function formatTime(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
