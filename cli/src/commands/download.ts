import type { Command } from 'commander'
import { Failure } from '../failure.ts'
import { taskFailed } from '../follow-task.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'
import { chooseFile, formatSize, saveVideo, videoFileName } from '../save-video.ts'

interface Options {
  output?: string
  force?: boolean
}

export function addDownload(program: Command, start: Start): void {
  program
    .command('download')
    .description('save the video of a completed task')
    .argument('<task>', 'its id, from generate or tasks')
    .option('-o, --output <file>', 'where to save it (default: a name made from the prompt)')
    .option('-f, --force', 'overwrite a file that exists')
    .addHelpText(
      'after',
      '\nExample:\n  $ clipwright download 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11 -o balloon.mp4',
    )
    .action((task_id: string, { output, force }: Options, command: Command) =>
      start(command, async (run) => {
        const task = await run.client.GET('/api/v1/tasks/{task_id}', {
          params: { path: { task_id } },
          signal: run.signal,
        })
        if (task.status === 'failed') throw taskFailed(task)
        if (task.status !== 'completed') {
          const hint = `Follow it: clipwright watch ${task_id}`
          throw new Failure(1, 'result_not_ready', `The task is ${task.status}.`, { hint })
        }
        const path = await chooseFile(output, videoFileName(task), { force })
        const saved = await saveVideo(run, task_id, path, { force })
        run.report.finish({ task_id, ...saved }, good(`${saved.file}  ${formatSize(saved.size_bytes)}`))
      }),
    )
}
