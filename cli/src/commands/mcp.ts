import type { Command } from 'commander'
import { Failure } from '../failure.ts'
import { type Run, type Start, version } from '../run.ts'

export function addMcp(program: Command, start: Start): void {
  program
    .command('mcp')
    .description('serve tools to language models over stdin and stdout (Model Context Protocol)')
    .addHelpText(
      'after',
      `
A program with a language model starts this command and talks to it; people
do not. Its tools do what your login or your API key may do.

Example, in the settings of such a program:
  { "command": "clipwright", "args": ["mcp"],
    "env": { "CLIPWRIGHT_URL": "https://video.example.org",
             "CLIPWRIGHT_API_KEY": "svck_..." } }`,
    )
    .action((_options: object, command: Command) => start(command, serve))
}

/** Until stdin ends or a signal comes: stdout is the protocol's. */
async function serve({ client, report, signal }: Run): Promise<void> {
  if (report.isJson) {
    const hint = 'Leave --json out: what it writes is JSON anyhow.'
    throw new Failure(2, 'usage', 'stdout belongs to the Model Context Protocol here.', { hint })
  }
  report.keepStdout()
  // Loaded here alone: no other command should wait for it.
  const [{ createMcpServer }, { serveStdio }] = await Promise.all([
    import('@clipwright/mcp'),
    import('@modelcontextprotocol/server/stdio'),
  ])
  const connection = serveStdio(() => createMcpServer({ client, version }), {
    onerror: ({ message }) => report.warn(message),
  })
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([ended, stopped])
  await connection.close()
}
