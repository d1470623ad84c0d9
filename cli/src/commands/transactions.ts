import type { Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { formatAmount } from '../credits.ts'
import { wholeNumber } from '../numbers.ts'
import type { Start } from '../run.ts'
import { type Column, formatTime, pageNote, shortId, toTable } from '../table.ts'
import { toPlainText } from '../terminal-text.ts'

type Transaction = Schema<'TransactionOut'>

export function addTransactions(program: Command, start: Start): void {
  program
    .command('transactions')
    .description('list your transactions, newest first')
    .option('--page <number>', 'number of the page', wholeNumber(1), 1)
    .option('--page-size <number>', 'items per page, at most 100', wholeNumber(1, 100), 20)
    .addHelpText('after', '\nExample:\n  $ clipwright transactions --page 2')
    .action(({ page, pageSize }: { page: number; pageSize: number }, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const query = { page, page_size: pageSize }
        const list = await client.GET('/api/v1/me/transactions', { params: { query }, signal })
        const text =
          list.items.length === 0
            ? 'Nothing here. Add credits: clipwright topup 10'
            : [toTable(list.items, columns), ...pageNote(list, 'transactions')].join('\n')
        report.finish(list, text)
      }),
    )
}

const names: Record<Transaction['type'], string> = {
  topup: 'top-up',
  signup_bonus: 'bonus',
  task_charge: 'task',
  task_refund: 'refund',
  adjustment: 'adjustment',
}

const columns: readonly Column<Transaction>[] = [
  { title: 'DATE', cell: ({ created_at }) => formatTime(created_at) },
  { title: 'WHAT', cell: ({ type }) => names[type] },
  {
    title: 'AMOUNT',
    isNumber: true,
    cell: ({ amount }) => `${amount > 0 ? '+' : ''}${formatAmount(amount)}`,
  },
  { title: 'BALANCE', isNumber: true, cell: ({ balance_after }) => formatAmount(balance_after) },
  { title: 'STATUS', cell: ({ status }) => status, from: 70 },
  { title: 'TASK', cell: ({ task_id }) => (task_id === null ? '' : shortId(task_id)) },
  { title: 'NOTE', cell: ({ description }) => toPlainText(description ?? ''), from: 90 },
]
