import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import { followTask } from '../follow-task.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

export function addWatch(program: Command, start: Start): void {
  program
    .command('watch')
    .description('follow a task until it ends')
    .argument('<task>', 'its id, from generate or tasks')
    .addHelpText('after', '\nExample:\n  $ clipwright watch 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11')
    .action((task_id: string, _options: object, command: Command) =>
      start(command, async (run) => {
        // Asked once without patience: a service that is not there is told at once.
        await run.client.GET('/api/v1/tasks/{task_id}', {
          params: { path: { task_id } },
          signal: run.signal,
        })
        const task = await followTask(run, task_id)
        const text = `Completed, for ${formatCredits(task.cost)}. Get it: clipwright download ${task_id}`
        run.report.finish(task, good(text))
      }),
    )
}
