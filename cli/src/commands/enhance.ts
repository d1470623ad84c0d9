import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

export function addEnhance(program: Command, start: Start): void {
  program
    .command('enhance')
    .description('make a finished video larger and sharper')
    .argument('<task>', 'its id, from generate or tasks')
    .option('--target <clarity>', '1080p or 2k')
    .addHelpText(
      'after',
      '\nExample:\n  $ clipwright enhance 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11 --target 2k',
    )
    .action((task_id: string, { target }: { target?: string }, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const params = { path: { task_id } }
        const body = target === undefined ? null : { target }
        const made = await client.POST('/api/v1/tasks/{task_id}/enhance', { params, body, signal })
        const next = `Follow it: clipwright watch ${made.task_id}`
        const text = made.existing
          ? `It is enhanced by ${made.task_id} (${made.status}). ${next}`
          : `Submitted ${made.task_id}, ${formatCredits(made.cost)} held. ${next}`
        report.finish(made, good(text))
      }),
    )
}
