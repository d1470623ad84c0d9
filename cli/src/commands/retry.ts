import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

export function addRetry(program: Command, start: Start): void {
  program
    .command('retry')
    .description('submit an ended task once more, with the same words, choices and seed')
    .argument('<task>', 'its id, from generate or tasks')
    .addHelpText('after', '\nExample:\n  $ clipwright retry 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11')
    .action((task_id: string, _options: object, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const params = { path: { task_id } }
        const made = await client.POST('/api/v1/tasks/{task_id}/retry', { params, signal })
        const text = `Submitted ${made.task_id}, ${formatCredits(made.cost)} held. Follow it: clipwright watch ${made.task_id}`
        report.finish(made, good(text))
      }),
    )
}
