import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { exitCodes } from './exit-codes.ts'
import { commands, program } from './testing/commands.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')

/** The first two cells of the rows of the table under a heading, without backticks. */
function tableUnder(heading: string): string[][] {
  const [, text = ''] = page.split(`## ${heading}\n`)
  return text
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.replaceAll('`', '')),
    )
}

test('docs/cli.md lists every command with what it does, as the help does', () => {
  assert.deepEqual(
    tableUnder('Commands'),
    [...commands].map(([path, command]) => [path, command.description()]),
  )
})

test('docs/cli.md and the help list every exit code', () => {
  const known = Object.entries(exitCodes)
  assert.deepEqual(
    tableUnder('Exit codes').map(([code, meaning]) => [code, meaning]),
    known,
  )
  let help = ''
  program.configureOutput({ writeOut: (text) => (help += text) })
  program.outputHelp()
  for (const [code, meaning] of known) assert.match(help, new RegExp(`^ +${code}  ${meaning}$`, 'm'))
})

test('docs/cli.md lists every environment variable that is read', () => {
  const read = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_target, name) => void read.add(String(name)) })
  readConfig(env)
  const listed = tableUnder('Environment').map(([name]) => name)
  // Read by Node itself.
  assert.deepEqual(new Set(listed), new Set([...read, 'NO_COLOR']))
})
