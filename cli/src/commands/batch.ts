import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { type Agreement, yesOption } from '../agree.ts'
import { readRows } from '../batch/rows.ts'
import { runBatch } from '../batch/run-batch.ts'
import { openState } from '../batch/state.ts'
import { creditsArgument } from '../credits.ts'
import { Failure } from '../failure.ts'
import { withLongLock } from '../file-lock.ts'
import { wholeNumber } from '../numbers.ts'
import type { Run, Start } from '../run.ts'

interface Options extends Agreement {
  out?: string
  budget?: number
  concurrency: number
  retryFailed?: boolean
  redoChanged?: boolean
}

export function addBatch(program: Command, start: Start): void {
  program
    .command('batch')
    .description('make a video from each row of a CSV file, and save them')
    .argument('<file>', 'the rows, under a header')
    .option('--out <folder>', 'where the videos go (default: a folder named like the file)')
    .option('--budget <credits>', 'never spend more, over all starts', creditsArgument)
    .option('--concurrency <number>', 'how many at once, at most 20', wholeNumber(1, 20), 3)
    .option('--retry-failed', 'submit rows again that have failed')
    .option('--redo-changed', 'submit rows again that were changed in the file since')
    .option(...yesOption)
    .addHelpText(
      'after',
      `
The columns are "prompt" and, as you like, the options of generate: model, duration,
resolution, aspect, seed, steps, guidance, image, last-image, audio, negative, priority,
a column like param.lora for a parameter of the model's own, and "name" for the video's
file. Empty cells are left to the service. Paths begin at the folder of the file.

All rows are checked and priced first. What was submitted is written to FILE.state.json:
stop whenever you like, and the same command goes on, and submits nothing twice.

Examples:
  $ clipwright batch films.csv
  $ clipwright batch films.csv --budget 20 --concurrency 8 --yes
  $ clipwright batch films.csv --retry-failed`,
    )
    .action((file: string, options: Options, command: Command) =>
      start(command, (run) => batch(run, file, options)),
    )
}

async function batch(run: Run, file: string, options: Options): Promise<void> {
  const { out, budget, concurrency, retryFailed = false, redoChanged = false, yes = false } = options
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Failure(1, 'file_not_read', `${file} can't be read.`, { cause })
  })
  const rows = await readRows(text)
  // One request without retries, so that an unreachable service or a wrong key fails at once.
  await run.client.GET('/api/v1/tasks', {
    params: { query: { page: 1, page_size: 1 } },
    signal: run.signal,
  })
  await withLongLock(`${file}.lock`, async () => {
    const state = await openState(`${file}.state.json`, run.url)
    const folder = out ?? folderBeside(file)
    const base = dirname(file)
    await runBatch(run, rows, state, { base, folder, budget, concurrency, retryFailed, redoChanged, yes })
  })
}

/** The folder in which a batch keeps its videos, unless another is named: `films` beside `films.csv`. */
function folderBeside(file: string): string {
  const bare = file.replace(/\.(csv|tsv|txt)$/i, '')
  return bare === file ? join(dirname(file), `${file}-videos`) : bare
}
