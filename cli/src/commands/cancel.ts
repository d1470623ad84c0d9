import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

export function addCancel(program: Command, start: Start): void {
  program
    .command('cancel')
    .description('end a task that waits or runs; what it would have cost is yours again')
    .argument('<task>', 'its id, from generate or tasks')
    .addHelpText('after', '\nExample:\n  $ clipwright cancel 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11')
    .action((task_id: string, _options: object, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const params = { path: { task_id } }
        const task = await client.POST('/api/v1/tasks/{task_id}/cancel', { params, signal })
        report.finish(task, good(`Canceled, and ${formatCredits(task.cost)} given back.`))
      }),
    )
}
