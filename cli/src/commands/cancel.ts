import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import { findTask } from '../find-id.ts'
import { chargedFor } from '../follow-task.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

export function addCancel(program: Command, start: Start): void {
  program
    .command('cancel')
    .description('end a queued or running task; its credits are released')
    .argument('<task>', 'the id, or the beginning of it')
    .addHelpText('after', '\nExample:\n  $ clipwright cancel 0b6f5c1e')
    .action((given: string, _options: object, command: Command) =>
      start(command, async (run) => {
        const { client, report, signal } = run
        const params = { path: { task_id: await findTask(run, given) } }
        const task = await client.POST('/api/v1/tasks/{task_id}/cancel', { params, signal })
        const charged = chargedFor(task)
        const back = `${formatCredits(task.cost - charged)} given back`
        const kept = charged > 0 ? `, ${formatCredits(charged)} charged` : ''
        report.finish(task, good(`Canceled, ${back}${kept}.`))
      }),
    )
}
