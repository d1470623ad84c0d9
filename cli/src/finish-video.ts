import type { Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { formatCredits } from './credits.ts'
import { Failure, toFailure } from './failure.ts'
import { followTask } from './follow-task.ts'
import { warnNotDrawn } from './not-drawn.ts'
import { good } from './report.ts'
import type { Run } from './run.ts'
import {
  chooseFile,
  formatSize,
  saveVideo,
  type SavedVideo,
  videoFileName,
  writeVideo,
} from './save-video.ts'

type Task = Schema<'TaskOut'>

/** The options of commands that save a video. */
export interface OutputOptions {
  output?: string
  force?: boolean
}

export function addOutputOptions(command: Command): Command {
  return command
    .option(
      '-o, --output <file>',
      'where to save the video, - for stdout (default: a name made from the prompt)',
    )
    .option('-f, --force', 'overwrite an existing file')
}

/** Checks the output before anything is paid. @throws Failure if the video cannot be saved there. */
export async function checkOutput({ report }: Run, options: OutputOptions): Promise<void> {
  const { output } = options
  if (output === '-') {
    if (report.isJson) throw new Failure(2, 'usage', 'Stdout holds the video or --json, not both.')
    if (process.stdout.isTTY) {
      throw new Failure(2, 'usage', 'A terminal shows no video: send stdout to a file or a program.')
    }
    report.keepStdout()
  } else if (output !== undefined) await chooseFile(output, 'video.mp4', options)
}

/** Follows a submitted task and saves its video. With `wait` false it only prints how to do that. */
export async function finishVideo(
  run: Run,
  task_id: string,
  options: OutputOptions & { wait: boolean },
): Promise<void> {
  const { report } = run
  if (!options.wait) {
    const params = { path: { task_id } }
    const task = await run.client.GET('/api/v1/tasks/{task_id}', { params, signal: run.signal })
    return report.finish({ task, file: null }, good(`Follow it: clipwright watch ${task_id} --save`))
  }
  await followAndSave(run, task_id, options)
}

export async function followAndSave(run: Run, task_id: string, options: OutputOptions): Promise<void> {
  const task = await followTask(run, task_id)
  warnNotDrawn(run.report, task)
  const saved = await save(run, task, options)
  run.report.finish({ task, ...saved }, good(describeVideo(task, saved)))
}

/** Saves the video. A failure says how to download it, because the video is paid for and stays. */
async function save(run: Run, task: Task, options: OutputOptions): Promise<SavedVideo> {
  try {
    return await saveResult(run, task, options)
  } catch (error) {
    const failure = toFailure(error, run.url)
    const hint = `The video is made. Get it: clipwright download ${task.task_id}`
    throw new Failure(failure.exit, failure.code, failure.message, {
      hint,
      details: { ...failure.details, task },
      cause: error,
    })
  }
}

export async function saveResult(run: Run, task: Task, options: OutputOptions): Promise<SavedVideo> {
  if (options.output === '-') return writeVideo(run, task.task_id, process.stdout)
  const path = await chooseFile(options.output, videoFileName(await withPrompt(run, task)), options)
  return saveVideo(run, task.task_id, path, options)
}

/** Adds the prompt of its source to an enhance task, for the file name. */
async function withPrompt({ client, signal }: Run, task: Task): Promise<Task> {
  if (task.parent_task_id === null || task.prompt) return task
  const params = { path: { task_id: task.parent_task_id } }
  // The source may have been deleted.
  const parent = await client.GET('/api/v1/tasks/{task_id}', { params, signal }).catch(() => undefined)
  return { ...task, prompt: parent?.prompt ?? null }
}

/** `balloon.mp4  832x480, 5 s, 1.2 MB, 0.50 credits` */
function describeVideo({ params, cost }: Task, { file, size_bytes }: SavedVideo): string {
  const { width_px, height_px, duration_seconds } = params
  return `${file}  ${width_px}x${height_px}, ${duration_seconds} s, ${formatSize(size_bytes)}, ${formatCredits(cost)}`
}
