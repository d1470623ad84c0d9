import { parseArgs } from 'node:util'
import { createAdmin } from './accounts/create-admin.ts'
import { accountDeps, createApp } from './app.ts'
import { rotateSecrets } from './accounts/rotate-secrets.ts'
import { type Config, readConfig } from './config.ts'
import { findPrice } from './catalog/catalog.ts'
import { checkEngines } from './check-engines.ts'
import { createDeps } from './deps.ts'
import { observeSlices, startMetricsServer } from './metrics.ts'
import { createLog } from './platform/log.ts'
import { ConfigError } from './platform/setting.ts'
import { reconcile } from './wallet/reconcile.ts'
import { rotateWebhookSecrets } from './webhooks/webhooks.ts'
import { startWorker } from './worker.ts'

const usage = `clipwright-server COMMAND

  start      everything in one process: API, worker, and PostgreSQL where DATABASE_URL is not set
  serve      the API
  work       the worker
  migrate    bring the database up to date
  rotate-secrets  seal second factors and secrets of webhooks again with the first of SECRETS_KEYS
  reconcile  check the ledger: R1 to R8, zero when all is well
  check      read the settings and try every connection
  create-admin --email ADDRESS
             make an administrator; prints a link under which the password is chosen

Settings come from the environment; docs/config.md lists them.
`

/** A stop that takes longer than its patience and this is forced. */
const stopWithin_ms = 15_000

async function run(command: string, config: Config, email: string): Promise<number> {
  const log = createLog({
    level: command === 'start' || command === 'serve' || command === 'work' ? config.log_level : 'warn',
  })
  await using resources = new AsyncDisposableStack()
  const deps = resources.use(await createDeps(config, log))
  switch (command) {
    case 'start':
    case 'serve':
    case 'work': {
      const stopped = untilSignal()
      observeSlices(deps)
      if (config.metrics_port > 0) {
        const address = { host: config.metrics_host, port: config.metrics_port }
        resources.use(await startMetricsServer(deps, address))
      }
      if (command !== 'serve') resources.use(await startWorker(deps))
      if (command !== 'work') {
        const app = await createApp(deps)
        resources.defer(() => app.close())
        const address = await app.listen({ host: config.host, port: config.port })
        process.stderr.write(`Clipwright is ready: ${address}  (API: ${address}/docs)\n`)
      }
      log.info({ signal: await stopped }, 'stopping')
      setTimeout(() => process.exit(1), config.stop_patience_s * 1000 + stopWithin_ms).unref()
      return 0
    }
    case 'migrate':
      return 0 // done with the connection
    case 'check':
      await deps.storage.check()
      process.stdout.write('Settings, database and storage are well.\n')
      const hasPrice = async (model: string, resolution: string) =>
        (await findPrice(deps.db, { kind: 'generate', model, resolution, seconds: 1 }, new Date())) !==
        undefined
      return (await checkEngines(deps.inventory, hasPrice, (line) => process.stdout.write(`${line}\n`)))
        ? 0
        : 1
    case 'rotate-secrets':
      process.stdout.write(
        `${(await rotateSecrets(deps.db, deps.secrets.ring)) + (await rotateWebhookSecrets(deps.db, deps.secrets.ring))} sealed again.\n`,
      )
      return 0
    case 'reconcile': {
      const checks = await reconcile(deps.db)
      process.stdout.write(`${JSON.stringify(checks)}\n`)
      return Object.values(checks).every((count) => count === 0) ? 0 : 1
    }
    case 'create-admin': {
      const { link, expires_in_s } = await createAdmin(accountDeps(deps), email, config.public_base_url)
      process.stdout.write(`${link}\n`)
      process.stderr.write(`Choose the password there within ${Math.floor(expires_in_s / 60)} minutes.\n`)
      return 0
    }
    default:
      process.stderr.write(usage)
      return 2
  }
}

/** The first signal stops gracefully; a second one at once. */
function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve(signal)
        process.once(signal, () => process.exit(1))
      })
    }
  })
}

const commands = ['start', 'serve', 'work', 'migrate', 'check', 'reconcile', 'rotate-secrets', 'create-admin']
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { email: { type: 'string' } },
})
const command = positionals[0] ?? ''

try {
  const email = typeof values['email'] === 'string' ? values['email'] : ''
  const isComplete = command !== 'create-admin' || email !== ''
  if (commands.includes(command) && isComplete) process.exitCode = await run(command, readConfig(), email)
  else {
    process.stderr.write(usage)
    process.exitCode = command === '' || command === 'help' ? 0 : 2
  }
} catch (error) {
  const told = error instanceof ConfigError ? error.message : error
  console.error('Clipwright could not start:', told)
  process.exitCode = 1
}
