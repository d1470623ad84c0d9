import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import { Failure } from '../failure.ts'
import { findTask } from '../find-id.ts'
import { addOutputOptions, checkOutput, followAndSave, type OutputOptions } from '../finish-video.ts'
import { followTask } from '../follow-task.ts'
import type { Run, Start } from '../run.ts'
import { good } from '../report.ts'

type Options = OutputOptions & { save?: boolean }

export function addWatch(program: Command, start: Start): void {
  const command = program
    .command('watch')
    .description('follow a task until it ends')
    .argument('<task>', 'the id, or the beginning of it')
    .option('--save', 'save the video at the end, as generate does')
  addOutputOptions(command)
    .addHelpText('after', '\nExample:\n  $ clipwright watch 0b6f5c1e --save')
    .action((task: string, options: Options, command: Command) =>
      start(command, (run) => watch(run, task, options)),
    )
}

async function watch(run: Run, given: string, options: Options): Promise<void> {
  const { save = options.output !== undefined } = options
  if (options.force && !save) throw new Failure(2, 'usage', 'Nothing is overwritten without --save.')
  if (save) await checkOutput(run, options)
  const task_id = await findTask(run, given)
  // One request without retries, so that an unreachable service fails at once.
  await run.client.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } }, signal: run.signal })
  if (save) return followAndSave(run, task_id, options)
  const task = await followTask(run, task_id)
  const text = `Completed, for ${formatCredits(task.cost)}. Get it: clipwright download ${task_id}`
  run.report.finish(task, good(text))
}
