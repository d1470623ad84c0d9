import { styleText } from 'node:util'
import type { Schema } from '@clipwright/client'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { agree } from '../agree.ts'
import { creditsArgument, formatAmount } from '../credits.ts'
import { findAmong } from '../find-id.ts'
import { wholeNumber } from '../numbers.ts'
import { good } from '../report.ts'
import type { Run, Start } from '../run.ts'
import { type Column, formatTime, shortId, toTable } from '../table.ts'
import { toPlainText } from '../terminal-text.ts'

type Key = Schema<'ApiKeyOut'>

const scopes = ['video:read', 'video:write', 'agent', 'account:read', 'account:write'] as const
const day_ms = 86_400_000
const longestName = 64

interface Options {
  scope?: (typeof scopes)[number][]
  days?: number
  spendCap?: number
}

export function addKeys(program: Command, start: Start): void {
  const keys = program.command('keys').description('make, list and revoke API keys, for programs')
  keys
    .command('list', { isDefault: true })
    .description('list your keys')
    .action((_options: object, command: Command) => start(command, list))
  keys
    .command('create')
    .description('make a key; it is shown only once')
    .argument('<name>', `what it is for, at most ${longestName} characters`, checkName)
    .addOption(new Option('--scope <scope...>', 'what it may do (default: everything)').choices(scopes))
    .option(
      '--days <number>',
      'how long it works, from 1 to 730 days (default: for ever)',
      wholeNumber(1, 730),
    )
    .option('--spend-cap <credits>', 'how much the key may spend per month', creditsArgument)
    .addHelpText(
      'after',
      `
Examples:
  $ clipwright keys create "my program"
  $ export CLIPWRIGHT_API_KEY=$(clipwright keys create ci --days 30 --spend-cap 20)
`,
    )
    .action((name: string, options: Options, command: Command) =>
      start(command, (run) => create(run, name, options)),
    )
  keys
    .command('revoke')
    .description('revoke a key for good')
    .argument('<key>', 'the id, or the beginning of it')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  $ clipwright keys revoke 5f0e21aa')
    .action((given: string, options: { yes?: boolean }, command: Command) =>
      start(command, (run) => revoke(run, given, options)),
    )
}

async function list({ client, report, signal }: Run): Promise<void> {
  const keys = await client.GET('/api/v1/me/api-keys', { signal })
  const none = 'No keys yet. Make one: clipwright keys create "my program"'
  report.finish(keys, keys.items.length === 0 ? none : toTable(keys.items, columns))
}

/** Without a terminal, stdout gets the key and nothing else. */
async function create(
  { client, report, signal, url }: Run,
  name: string,
  { scope, days, spendCap }: Options,
): Promise<void> {
  const body = {
    name,
    ...(scope === undefined ? {} : { scopes: scope }),
    ...(days === undefined ? {} : { expires_at: new Date(Date.now() + days * day_ms).toISOString() }),
    ...(spendCap === undefined ? {} : { spend_cap: spendCap }),
  }
  const key = await client.POST('/api/v1/me/api-keys', { body, signal })
  if (!process.stdout.isTTY) return report.finish(key, key.api_key)
  const lines = [
    good(`${styleText('bold', key.api_key)}  ${toPlainText(key.name)}`),
    '   Keep it now: it is not shown again. Try it:',
    '',
    `   export CLIPWRIGHT_API_KEY=${key.api_key}`,
    `   curl -H "X-API-Key: $CLIPWRIGHT_API_KEY" ${url}/api/v1/me`,
  ]
  report.finish(key, lines.join('\n'))
}

async function revoke(run: Run, given: string, options: { yes?: boolean }): Promise<void> {
  const { client, report, signal } = run
  const { items } = await client.GET('/api/v1/me/api-keys', { signal })
  const ids = items.map(({ key_id }) => key_id)
  const key_id = findAmong(ids, given, 'API key', 'clipwright keys')
  const name = toPlainText(items.find((key) => key.key_id === key_id)?.name ?? key_id)
  await agree(run, `Revoke ${name}? Programs that use it stop working.`, options)
  const params = { path: { key_id } }
  const key = await client.POST('/api/v1/me/api-keys/{key_id}/revoke', { params, signal })
  report.finish(key, good(`Revoked ${name}.`))
}

const colors = { active: 'green', revoked: 'dim', disabled: 'red', expired: 'yellow' } as const

const columns: readonly Column<Key>[] = [
  { title: 'KEY', cell: ({ key_id }) => shortId(key_id) },
  {
    title: 'STATUS',
    cell: ({ status }) => status,
    paint: (text, { status }) => styleText(colors[status], text),
  },
  { title: 'SHOWN AS', cell: ({ key_prefix, last4 }) => `${key_prefix}…${last4}` },
  {
    title: 'SPENT',
    isNumber: true,
    from: 80,
    cell: ({ spend_cap, spent_in_period }) =>
      `${formatAmount(spent_in_period)}${spend_cap === null ? '' : ` of ${formatAmount(spend_cap)}`}`,
  },
  {
    title: 'LAST USED',
    from: 90,
    cell: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : 'never'),
  },
  { title: 'ENDS', from: 110, cell: ({ expires_at }) => (expires_at ? formatTime(expires_at) : 'never') },
  { title: 'NAME', cell: ({ name }) => toPlainText(name) },
]

function checkName(name: string): string {
  if (name.trim() !== '' && Array.from(name).length <= longestName) return name
  throw new InvalidArgumentError(`It has 1 to ${longestName} characters.`)
}
