import type { Command } from 'commander'
import { Failure } from '../failure.ts'
import { findTask } from '../find-id.ts'
import { addOutputOptions, checkOutput, type OutputOptions, saveResult } from '../finish-video.ts'
import { taskFailed } from '../follow-task.ts'
import type { Run, Start } from '../run.ts'
import { good } from '../report.ts'
import { formatSize } from '../save-video.ts'

export function addDownload(program: Command, start: Start): void {
  const command = program
    .command('download')
    .description('save the video of a completed task')
    .argument('<task>', 'the id, or the beginning of it')
  addOutputOptions(command)
    .addHelpText('after', '\nExample:\n  $ clipwright download 0b6f5c1e -o balloon.mp4')
    .action((task: string, options: OutputOptions, command: Command) =>
      start(command, (run) => download(run, task, options)),
    )
}

async function download(run: Run, given: string, options: OutputOptions): Promise<void> {
  await checkOutput(run, options)
  const task_id = await findTask(run, given)
  const task = await run.client.GET('/api/v1/tasks/{task_id}', {
    params: { path: { task_id } },
    signal: run.signal,
  })
  if (task.status === 'failed') throw taskFailed(task)
  if (task.status !== 'completed') {
    const hint = `Follow it: clipwright watch ${task_id} --save`
    throw new Failure(1, 'result_not_ready', `The task is ${task.status}.`, { hint })
  }
  const saved = await saveResult(run, task, options)
  run.report.finish({ task_id, ...saved }, good(`${saved.file}  ${formatSize(saved.size_bytes)}`))
}
