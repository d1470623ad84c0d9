import type { Command } from 'commander'
import { findTask } from '../find-id.ts'
import { openInBrowser } from '../open-in-browser.ts'
import { good } from '../report.ts'
import type { Run, Start } from '../run.ts'

export function addOpen(program: Command, start: Start): void {
  program
    .command('open')
    .description('open a video in the studio, in your browser')
    .argument('[task]', 'the id, or the beginning of it (default: the studio itself)')
    .option('--print', 'only print the address')
    .addHelpText(
      'after',
      `
Where there is no browser, it prints the address.

Examples:
  $ clipwright open 0b6f5c1e
  $ clipwright open --print`,
    )
    .action((task: string | undefined, options: { print?: boolean }, command: Command) =>
      start(command, (run) => open(run, task, options)),
    )
}

async function open(
  run: Run,
  given: string | undefined,
  { print = false }: { print?: boolean },
): Promise<void> {
  const { report, signal } = run
  const url =
    given === undefined ? `${run.url}/` : `${run.url}/v/${encodeURIComponent(await findTask(run, given))}`
  const opened = !print && (await openInBrowser(url, signal))
  report.finish({ url, opened }, opened ? good(`Opened ${url}`) : url)
}
