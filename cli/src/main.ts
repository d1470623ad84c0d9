import { CommanderError } from 'commander'
import { handleBrokenOutput } from './broken-output.ts'
import { readConfig } from './config.ts'
import { Failure, toFailure } from './failure.ts'
import { createProgram } from './program.ts'
import { createHumanReport, createJsonReport, type Report } from './report.ts'
import { interruptible, prepareRun } from './run.ts'

const config = readConfig()
const signal = interruptible()
const isJson = process.argv.includes('--json')
let url = config.url
let report: Report | undefined

handleBrokenOutput()

const program = createProgram(
  async (command, work) => {
    const run = prepareRun(config, command, signal)
    ;({ url, report } = run)
    await work(run)
  },
  { isJson },
)

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
  report ??= isJson ? createJsonReport() : createHumanReport()
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
