import { Command, CommanderError } from 'commander'
import { handleBrokenOutput } from './broken-output.ts'
import { addBalance } from './commands/balance.ts'
import { addCancel } from './commands/cancel.ts'
import { addDownload } from './commands/download.ts'
import { addCompletion } from './commands/completion.ts'
import { addDelete } from './commands/delete.ts'
import { addKeys } from './commands/keys.ts'
import { addLink } from './commands/link.ts'
import { addQuote } from './commands/quote.ts'
import { addTransactions } from './commands/transactions.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { addWhoami } from './commands/whoami.ts'
import { addEnhance } from './commands/enhance.ts'
import { addGenerate } from './commands/generate.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addMcp } from './commands/mcp.ts'
import { addRetry } from './commands/retry.ts'
import { addModels } from './commands/models.ts'
import { addOptimize } from './commands/optimize.ts'
import { addTags } from './commands/tags.ts'
import { addTasks } from './commands/tasks.ts'
import { addTopup } from './commands/topup.ts'
import { addWatch } from './commands/watch.ts'
import { defaultUrl, readConfig } from './config.ts'
import { Failure, toFailure } from './failure.ts'
import { createHumanReport, createJsonReport, type Report } from './report.ts'
import { interruptible, prepareRun, type Start, version } from './run.ts'

const config = readConfig()
const signal = interruptible()
let url = config.url
let report: Report | undefined

handleBrokenOutput()

const program = new Command('clipwright')
  .description('Make videos with a Clipwright service.')
  .version(version, '--version', 'print the version')
  .option('--url <address>', `where the service is (CLIPWRIGHT_URL; default ${defaultUrl})`)
  .option('--json', 'for programs: one JSON object on stdout, progress as JSON lines on stderr')
  .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
  .helpOption('-h, --help', 'show help')
  .helpCommand('help [command]', 'show help')
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: () => undefined })
  .addHelpText(
    'after',
    `
Examples:
  $ clipwright login --register
  $ clipwright topup 10
  $ clipwright generate "a red balloon drifts over a calm sea at sunset"
  $ clipwright keys create "my program"

The beginning of an id is enough to name a task, a key or a webhook.
Commands that cost credits show the price first. At a terminal they ask
for agreement, unless --yes is given; elsewhere they go on.
Scripts use an API key in CLIPWRIGHT_API_KEY in place of a login.
Output is coloured on terminals, unless NO_COLOR is set.

Exit codes: 0 done, 1 refused or failed, 2 used wrongly,
3 the service cannot be reached, 130 stopped by Ctrl-C.`,
  )

const start: Start = async (command, work) => {
  const run = prepareRun(config, command, signal)
  ;({ url, report } = run)
  await work(run)
}
for (const add of [
  addLogin,
  addLogout,
  addLink,
  addWhoami,
  addKeys,
  addGenerate,
  addQuote,
  addModels,
  addOptimize,
  addTags,
  addTasks,
  addWatch,
  addCancel,
  addRetry,
  addDownload,
  addEnhance,
  addDelete,
  addBalance,
  addTopup,
  addTransactions,
  addWebhooks,
  addMcp,
  addCompletion,
]) {
  add(program, start)
}

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = tell(error)
}

function tell(error: unknown): number {
  const isAnswered = error instanceof CommanderError && error.exitCode === 0
  if (isAnswered) return 0
  const failure = error instanceof CommanderError ? misused(error) : toFailure(error, url)
  // An error before the command starts: its options have not been parsed.
  report ??= process.argv.includes('--json') ? createJsonReport() : createHumanReport()
  report.fail(failure)
  return failure.exit
}

function misused(error: CommanderError): Failure {
  // Without a command, commander has printed the help.
  if (error.code === 'commander.help') return new Failure(2, 'usage', 'Choose a command.')
  const message = error.message.replace(/^error: /, '').replace(/^./, (first) => first.toUpperCase())
  return new Failure(2, 'usage', message, { hint: `See: ${[...namedCommand()].join(' ')} --help` })
}

/** The words of the named command, such as `clipwright keys create`. */
function* namedCommand(): Generator<string> {
  let command = program
  yield program.name()
  for (const word of process.argv.slice(2)) {
    const next = command.commands.find((one) => one.name() === word)
    if (!next) continue
    yield word
    command = next
  }
}
