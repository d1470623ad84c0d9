import { Command } from 'commander'
import { madeFrom } from '@clipwright/client'
import { addBalance } from './commands/balance.ts'
import { addBatch } from './commands/batch.ts'
import { addCancel } from './commands/cancel.ts'
import { addCompletion } from './commands/completion.ts'
import { addDelete } from './commands/delete.ts'
import { addDownload } from './commands/download.ts'
import { addEnhance } from './commands/enhance.ts'
import { addEvents } from './commands/events.ts'
import { addGenerate } from './commands/generate.ts'
import { addKeys } from './commands/keys.ts'
import { addLink } from './commands/link.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addMcp } from './commands/mcp.ts'
import { addModels } from './commands/models.ts'
import { addOpen } from './commands/open.ts'
import { addOptimize } from './commands/optimize.ts'
import { addQuote } from './commands/quote.ts'
import { addRetry } from './commands/retry.ts'
import { addTags } from './commands/tags.ts'
import { addTasks } from './commands/tasks.ts'
import { addTopup } from './commands/topup.ts'
import { addTransactions } from './commands/transactions.ts'
import { addWatch } from './commands/watch.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { addWhoami } from './commands/whoami.ts'
import { defaultUrl } from './config.ts'
import { exitCodes } from './exit-codes.ts'
import { type Start, version } from './run.ts'

/** All commands, in the order in which the help lists them. */
const commands = [
  addLogin,
  addLogout,
  addLink,
  addWhoami,
  addKeys,
  addGenerate,
  addBatch,
  addQuote,
  addModels,
  addOptimize,
  addTags,
  addTasks,
  addWatch,
  addEvents,
  addOpen,
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
]

/** The command line. `isJson` is for what commander prints by itself: with it, the version is JSON and no error brings the help. */
export function createProgram(start: Start, { isJson = false } = {}): Command {
  const program = new Command('clipwright')
    .description('Make videos with a Clipwright service.')
    .version(isJson ? JSON.stringify({ version, ...madeFrom }) : version, '--version', 'print the version')
    .option('--url <address>', `where the service is (CLIPWRIGHT_URL; default ${defaultUrl})`)
    .option('--json', 'for programs: one JSON object on stdout, progress as JSON lines on stderr')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: () => undefined, ...(isJson ? { writeErr: () => undefined } : {}) })
    .addHelpText(
      'after',
      `
Examples:
  $ clipwright login --register
  $ clipwright topup 10
  $ clipwright generate "a red balloon drifts over a calm sea at sunset"
  $ clipwright batch films.csv --budget 20
  $ clipwright keys create "my program"

The beginning of an id is enough to name a task, a key or a webhook.
Commands that cost credits show the price first. At a terminal they ask
for agreement, unless --yes is given; elsewhere they go on.
Scripts use an API key in CLIPWRIGHT_API_KEY in place of a login.
Output is coloured on terminals, unless NO_COLOR is set.

Exit codes:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
  .join('\n')}`,
    )
  for (const add of commands) add(program, start)
  return program
}
