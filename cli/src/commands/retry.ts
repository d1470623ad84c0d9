import type { Command } from 'commander'
import { agreeToPrice, type Agreement, yesOption } from '../agree.ts'
import { formatCredits } from '../credits.ts'
import { findTask } from '../find-id.ts'
import { addOutputOptions, checkOutput, finishVideo, type OutputOptions } from '../finish-video.ts'
import { quoteOf } from '../quote-of.ts'
import type { Run, Start } from '../run.ts'

type Options = OutputOptions & Agreement & { wait: boolean }

export function addRetry(program: Command, start: Start): void {
  const command = program
    .command('retry')
    .description('submit an ended task again, with the same prompt, choices and seed')
    .argument('<task>', 'the id, or the beginning of it')
  addOutputOptions(command)
    .option(...yesOption)
    .option('--no-wait', 'submit, and do not wait for the video')
    .addHelpText('after', '\nExample:\n  $ clipwright retry 0b6f5c1e')
    .action((task: string, options: Options, command: Command) =>
      start(command, (run) => retry(run, task, options)),
    )
}

async function retry(run: Run, given: string, options: Options): Promise<void> {
  const { client, report, signal } = run
  if (options.wait) await checkOutput(run, options)
  const params = { path: { task_id: await findTask(run, given) } }
  const task = await client.GET('/api/v1/tasks/{task_id}', { params, signal })
  const quote = task.parent_task_id === null ? await quoteOf(run, task) : undefined
  if (quote) await agreeToPrice(run, quote, options)
  const { task_id, cost } = await client.POST('/api/v1/tasks/{task_id}/retry', { params, signal })
  report.step('submitted', `Submitted ${task_id}, ${formatCredits(cost)} held`, { task_id, cost })
  await finishVideo(run, task_id, options)
}
