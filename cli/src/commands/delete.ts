import type { Command } from 'commander'
import { agree } from '../agree.ts'
import { findTask } from '../find-id.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

export function addDelete(program: Command, start: Start): void {
  program
    .command('delete')
    .description('delete an ended task with its video')
    .argument('<task>', 'the id, or the beginning of it')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  $ clipwright delete 0b6f5c1e')
    .action((given: string, options: { yes?: boolean }, command: Command) =>
      start(command, async (run) => {
        const task_id = await findTask(run, given)
        await agree(run, `Delete ${task_id} and its video?`, options)
        const params = { path: { task_id } }
        await run.client.DELETE('/api/v1/tasks/{task_id}', { params, signal: run.signal })
        run.report.finish({ task_id, deleted: true }, good(`Deleted ${task_id}.`))
      }),
    )
}
