import { type Command, Option } from 'commander'
import { agreeToPrice, type Agreement, yesOption } from '../agree.ts'
import { formatCredits } from '../credits.ts'
import { findTask } from '../find-id.ts'
import { addOutputOptions, checkOutput, finishVideo, type OutputOptions } from '../finish-video.ts'
import { quoteOf } from '../quote-of.ts'
import type { Run, Start } from '../run.ts'

interface Options extends OutputOptions, Agreement {
  target?: '1080p' | '2k'
  wait: boolean
}

export function addEnhance(program: Command, start: Start): void {
  const command = program
    .command('enhance')
    .description('make a finished video larger and sharper, and save it')
    .argument('<task>', 'the id, or the beginning of it')
    .addOption(new Option('--target <clarity>', 'how large (default: 1080p)').choices(['1080p', '2k']))
  addOutputOptions(command)
    .option(...yesOption)
    .option('--no-wait', 'submit, and do not wait for the video')
    .addHelpText('after', '\nExample:\n  $ clipwright enhance 0b6f5c1e --target 2k -o large.mp4')
    .action((task: string, options: Options, command: Command) =>
      start(command, (run) => enhance(run, task, options)),
    )
}

/** A video is enhanced once. A second call follows and saves the existing enhanced video, and costs nothing. */
async function enhance(run: Run, given: string, options: Options): Promise<void> {
  const { client, report, signal } = run
  if (options.wait) await checkOutput(run, options)
  const params = { path: { task_id: await findTask(run, given) } }
  const task = await client.GET('/api/v1/tasks/{task_id}', { params, signal })
  if (task.status === 'completed' && task.enhance_task_id === null) {
    const quote = await quoteOf(run, task)
    const cost = quote?.enhance.find(({ target }) => target === (options.target ?? '1080p'))?.cost
    if (quote && typeof cost === 'number') {
      const { balance } = quote
      await agreeToPrice(run, { cost, balance, affordable: cost <= balance }, options)
    }
  }
  const body = options.target === undefined ? null : { target: options.target }
  const made = await client.POST('/api/v1/tasks/{task_id}/enhance', { params, body, signal })
  const { task_id, cost, status, existing } = made
  if (existing) report.step('existing', `It is enhanced by ${task_id} (${status})`, { task_id })
  else report.step('submitted', `Submitted ${task_id}, ${formatCredits(cost)} held`, { task_id, cost })
  await finishVideo(run, task_id, options)
}
