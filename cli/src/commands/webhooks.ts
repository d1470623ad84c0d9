import { styleText } from 'node:util'
import type { Schema } from '@clipwright/client'
import { type Command, Option } from 'commander'
import { agree } from '../agree.ts'
import { findAmong } from '../find-id.ts'
import { good } from '../report.ts'
import type { Run, Start } from '../run.ts'
import { type Column, formatTime, shortId, toTable } from '../table.ts'
import { toPlainText } from '../terminal-text.ts'

type Webhook = Schema<'WebhookOut'>

const types = [
  'task.queued',
  'task.running',
  'task.progress',
  'task.requeued',
  'task.completed',
  'task.failed',
  'task.deleted',
  'task.restored',
] as const

const formats = ['standard', 'openai'] as const

interface Options {
  event?: (typeof types)[number][]
  format?: (typeof formats)[number]
  description?: string
}

export function addWebhooks(program: Command, start: Start): void {
  const webhooks = program
    .command('webhooks')
    .description('send events of your tasks to a service of your own')
  const argument = ['<webhook>', 'the id, or the beginning of it'] as const
  webhooks
    .command('list', { isDefault: true })
    .description('list your webhooks')
    .action((_options: object, command: Command) => start(command, list))
  webhooks
    .command('create')
    .description('add a webhook; the secret that signs its events is shown only once')
    .argument('<url>', 'https, at a public address')
    .addOption(
      new Option('--event <type...>', 'which events (default: task.completed, task.failed)').choices(types),
    )
    .addOption(
      new Option(
        '--format <format>',
        'what they look like: our events, or the two of OpenAI (default: standard)',
      ).choices(formats),
    )
    .option('--description <text>', 'what it is for, at most 200 characters')
    .addHelpText(
      'after',
      '\nExample:\n  $ clipwright webhooks create https://example.org/videos --event task.completed',
    )
    .action((url: string, options: Options, command: Command) =>
      start(command, (run) => create(run, url, options)),
    )
  webhooks
    .command('test')
    .description('send a ping event')
    .argument(...argument)
    .action((given: string, _options: object, command: Command) => start(command, (run) => ping(run, given)))
  webhooks
    .command('delete')
    .description('delete a webhook')
    .argument(...argument)
    .option('-y, --yes', 'do not ask')
    .action((given: string, options: { yes?: boolean }, command: Command) =>
      start(command, (run) => remove(run, given, options)),
    )
}

async function list({ client, report, signal }: Run): Promise<void> {
  const webhooks = await client.GET('/api/v1/me/webhooks', { signal })
  const none = 'No webhooks yet. Make one: clipwright webhooks create https://example.org/videos'
  report.finish(webhooks, webhooks.items.length === 0 ? none : toTable(webhooks.items, columns))
}

/** Without a terminal, stdout gets the secret and nothing else. */
async function create({ client, report, signal }: Run, url: string, options: Options): Promise<void> {
  const { event, format, description } = options
  const body = {
    url,
    ...(event === undefined ? {} : { event_types: event }),
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
  }
  const webhook = await client.POST('/api/v1/me/webhooks', { body, signal })
  if (!process.stdout.isTTY) return report.finish(webhook, webhook.secret)
  const lines = [
    good(`${styleText('bold', webhook.secret)}  signs what goes to ${toPlainText(webhook.url)}`),
    '   Keep it now: it is not shown again. Try it:',
    '',
    `   clipwright webhooks test ${shortId(webhook.webhook_id)}`,
  ]
  report.finish(webhook, lines.join('\n'))
}

async function ping(run: Run, given: string): Promise<void> {
  const params = { path: { webhook_id: await find(run, given) } }
  const delivery = await run.client.POST('/api/v1/me/webhooks/{webhook_id}/test', {
    params,
    signal: run.signal,
  })
  run.report.finish(delivery, good('A ping is on its way. See: clipwright webhooks'))
}

async function remove(run: Run, given: string, options: { yes?: boolean }): Promise<void> {
  const webhook_id = await find(run, given)
  await agree(run, `Delete the webhook ${webhook_id}?`, options)
  const params = { path: { webhook_id } }
  await run.client.DELETE('/api/v1/me/webhooks/{webhook_id}', { params, signal: run.signal })
  run.report.finish({ webhook_id, deleted: true }, good(`Deleted ${webhook_id}.`))
}

async function find({ client, signal }: Run, given: string): Promise<string> {
  const { items } = await client.GET('/api/v1/me/webhooks', { signal })
  const ids = items.map(({ webhook_id }) => webhook_id)
  return findAmong(ids, given, 'webhook', 'clipwright webhooks')
}

const columns: readonly Column<Webhook>[] = [
  { title: 'WEBHOOK', cell: ({ webhook_id }) => shortId(webhook_id) },
  {
    title: 'STATUS',
    cell: describeStatus,
    paint: (text, webhook) => styleText(describeStatus(webhook) === 'on' ? 'green' : 'red', text),
  },
  {
    title: 'EVENTS',
    from: 100,
    cell: ({ event_types }) => event_types.map((type) => type.slice(5)).join(', '),
  },
  { title: 'CREATED', from: 80, cell: ({ created_at }) => formatTime(created_at) },
  { title: 'ADDRESS', cell: ({ url }) => toPlainText(url) },
]

function describeStatus({ enabled, failing_since, disabled_by }: Webhook): string {
  if (!enabled) return disabled_by === null || disabled_by === 'owner' ? 'off' : `off, ${disabled_by}`
  return failing_since === null ? 'on' : 'failing'
}
