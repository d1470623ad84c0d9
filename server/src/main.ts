import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { createAdmin, isSetupOpen, makeSetupLink, rotateSecrets } from './accounts/accounts.ts'
import { accountDeps, createApp } from './app.ts'
import { backupOptions, isOfBackups, type Options } from './commands/backup-options.ts'
import { check } from './commands/check.ts'
import { type Config, inheritedSocket, readConfig } from './config/config.ts'
import { createDeps, type Deps, openTracing } from './deps.ts'
import { observeSlices, startMetricsServer } from './monitoring/monitoring.ts'
import { outliveReaders } from './platform/broken-pipe.ts'
import { giveBackMemory } from './platform/give-back-memory.ts'
import type { App } from './platform/http/app.ts'
import { explainListening } from './platform/http/listening.ts'
import { createLog, type Log } from './platform/log.ts'
import { ConfigError } from './platform/setting.ts'
import { noTracing, type Tracing } from './platform/tracing/tracing.ts'
import { reconcile } from './wallet/wallet.ts'
import { rotateEngineSecrets } from './inventory/inventory.ts'
import { rotateWebhookSecrets } from './webhooks/webhooks.ts'
import { startWorker } from './worker.ts'
import packageJson from '../package.json' with { type: 'json' }

const { version } = packageJson

const usage = `clipwright-server COMMAND

  start      everything in one process: API, worker, and PostgreSQL where DATABASE_URL is not set
  serve      the API
  work       the worker
  migrate    bring the database up to date
  rotate-secrets  seal second factors and secrets of webhooks and engines again with the first of SECRETS_KEYS
  reconcile  check the ledger: R1 to R8, zero when all is well
  check [--objects]
             try everything that the settings name; changes nothing. --objects asks storage for each object
  doctor [--json] [--objects]
             check, and what is not as it should be in settings, database, clocks, programs and machine, with what to do
  backup --to FOLDER [--encrypt-for RECIPIENT|FILE …] [--with-keys] [--keep NUMBER] [--parallel NUMBER]
             copy database and objects, while the service runs; objects that FOLDER has are not copied again
  restore --from FOLDER [--set NAME] [--key-file FILE] [--without-objects] [--parallel NUMBER]
             put a backup into an empty database and an empty storage
  restore --from FOLDER --missing-objects [--key-file FILE]
             put back the objects that the database names and the storage lacks, while the service runs
  verify-backup --from FOLDER [--set NAME] [--key-file FILE] [--quick]
             try a backup in a database of its own, which goes afterwards
  backup-key --to FILE
             make a key that opens backups; prints the recipient to encrypt for
  create-admin --email ADDRESS
             make an administrator; prints a link under which the password is chosen
  setup-link print a link that makes the first administrator; the one before is void

Settings come from the environment; docs/config.md lists them.
`

/** A stop that takes longer than its patience and this is forced. */
const stopWithin_ms = 15_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const tell = (line: string): void => void process.stderr.write(`${line}\n`)
const howLong = ({ expires_in_s }: { expires_in_s: number }): string =>
  `The link works once, within ${expires_in_s / 60} minutes; clipwright-server setup-link prints another one.`
const isService = (command: string): boolean => ['start', 'serve', 'work'].includes(command)

async function run(
  command: string,
  config: Config,
  log: Log,
  tracing: Tracing,
  options: Options,
): Promise<number> {
  // From here on: a signal during the start lets it close again what it has opened.
  const stopped = isService(command) ? untilSignal() : undefined
  if (command === 'check') return (await check(config, log, say, options)) ? 0 : 1
  if (command === 'doctor') {
    const { doctor } = await import('./commands/doctor.ts')
    return doctor(config, log, say, options)
  }
  if (isOfBackups(command)) {
    const { runBackupCommand } = await import('./commands/backups.ts')
    return runBackupCommand(command, { config, log, say }, options)
  }
  await using resources = new AsyncDisposableStack()
  resources.use(tracing)
  const deps = resources.use(await createDeps(config, log, tracing))
  switch (command) {
    case 'start':
    case 'serve':
    case 'work': {
      observeSlices(deps, { version, command })
      if (config.metrics_port > 0) {
        const address = { host: config.metrics_host, port: config.metrics_port }
        const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
        resources.use(await explainListening(names, address, () => startMetricsServer(deps, address)))
      }
      if (command !== 'serve') resources.use(await startWorker(deps))
      const app = command === 'work' ? undefined : await listen(deps, resources)
      giveBackMemory()
      log.info({ signal: await stopped }, 'stopping')
      await drain(app, config.drain_s)
      setTimeout(() => process.exit(1), config.stop_patience_s * 1000 + stopWithin_ms).unref()
      return 0
    }
    case 'migrate':
      return 0 // done with the connection
    case 'rotate-secrets': {
      const { db, secrets } = deps
      let sealed = 0
      for (const rotate of [rotateSecrets, rotateWebhookSecrets, rotateEngineSecrets])
        sealed += await rotate(db, secrets.ring)
      say(`${sealed} sealed again.`)
      return 0
    }
    case 'reconcile': {
      const checks = await reconcile(deps.db)
      say(JSON.stringify(checks))
      return Object.values(checks).every((count) => count === 0) ? 0 : 1
    }
    case 'create-admin': {
      const { link, expires_in_s } = await createAdmin(
        accountDeps(deps),
        options.email!,
        config.public_base_url,
      )
      say(link)
      tell(`Choose the password there within ${Math.floor(expires_in_s / 60)} minutes.`)
      return 0
    }
    case 'setup-link': {
      const made = await makeSetupLink(accountDeps(deps))
      if (made) say(made.link)
      tell(made ? howLong(made) : 'There is an administrator already; create-admin makes another one.')
      return made ? 0 : 1
    }
    default:
      throw new Error(`no command ${command}`)
  }
}

/** Serves the API, and says where. */
async function listen(deps: Deps, resources: AsyncDisposableStack): Promise<App> {
  const { config, log } = deps
  const app = await createApp(deps)
  resources.defer(() => app.close())
  const { host, port } = config
  const names = { host: 'HOST', port: 'PORT' }
  const fd = inheritedSocket()
  const listenOn = fd === undefined ? { host, port } : { host: '127.0.0.1', fd }
  const address = await explainListening(names, { host, port }, () => app.listen(listenOn))
  const offer = await offerSetup(deps)
  log.info({ address, docs: `${address}/docs` }, 'ready')
  if (process.stderr.isTTY) tell(`Clipwright is ready: ${address}  (API: ${address}/docs)${offer}`)
  return app
}

/** Takes requests for a while yet, which a proxy may send until it knows; a second signal ends that as well. */
async function drain(app: App | undefined, drain_s: number): Promise<void> {
  if (!app || drain_s === 0) return
  app.leaving.abort()
  await wait(drain_s * 1000)
}

/**
 * What a person at a terminal is told where nobody is an administrator. The link is not for what programs read, since that is kept,
 * and would open the installation to whoever finds it: there the log names the command that prints one.
 */
async function offerSetup(deps: Deps): Promise<string> {
  if (process.stderr.isTTY) {
    const made = await makeSetupLink(accountDeps(deps))
    return made
      ? `\n\nNobody is an administrator yet. Become one here:\n\n  ${made.link}\n\n${howLong(made)}\n`
      : ''
  }
  if (await isSetupOpen(deps.db)) deps.log.info({ command: 'setup-link' }, 'no_administrator')
  return ''
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

/** What a service logs is read by programs, what a person asked for is read by the person. */
function tellFailure(name: string, error: unknown, log: Log | undefined): void {
  const isTold = error instanceof ConfigError || (error as Error).name === 'Damaged'
  if (log && !process.stderr.isTTY) {
    if (isTold) log.fatal({ problem: (error as Error).message }, 'start_failed')
    else log.fatal({ err: error }, 'start_failed')
  } else if (isOfBackups(name)) console.error(isTold ? (error as Error).message : error)
  else console.error('Clipwright could not start:', isTold ? (error as Error).message : error)
}

outliveReaders([process.stdout, process.stderr])

/** An option that no command knows is refused: a mistyped `--encrypt-for` must not leave a backup open. */
const optionsOf = {
  start: {},
  serve: {},
  work: {},
  migrate: {},
  check: { objects: { type: 'boolean' } },
  doctor: { objects: { type: 'boolean' }, json: { type: 'boolean' } },
  reconcile: {},
  'rotate-secrets': {},
  'create-admin': { email: { type: 'string' } },
  'setup-link': {},
  ...backupOptions,
} as const satisfies Record<string, ParseArgsOptionsConfig>
const needed: Record<string, keyof Options> = {
  'create-admin': 'email',
  backup: 'to',
  'backup-key': 'to',
  restore: 'from',
  'verify-backup': 'from',
}

const command = process.argv[2] ?? ''
const asked = readOptions(command)

if (!asked) process.exitCode = command === '' || command === 'help' ? 0 : 2
else {
  let log = isService(command) ? createLog({ level: 'info' }) : undefined
  try {
    const config = readConfig()
    const level = isService(command) ? config.log_level : 'warn'
    const tracing = isService(command)
      ? await openTracing(config, (problem) => log?.warn({ problem }, 'traces_not_sent'))
      : noTracing
    const chosen = createLog({ level, ...(tracing !== noTracing && { ids: () => tracing.ids() }) })
    if (isService(command)) log = chosen
    process.exitCode = await run(command, config, chosen, tracing, asked)
  } catch (error) {
    tellFailure(command, error, log)
    process.exitCode = 1
  }
}

/** Undefined, with the usage told, for a command that is none or that lacks something. */
function readOptions(name: string): Options | undefined {
  try {
    if (!Object.hasOwn(optionsOf, name)) throw new Error('')
    const options = optionsOf[name as keyof typeof optionsOf]
    const values = parseArgs({ args: process.argv.slice(3), options }).values as Options
    const missing = needed[name]
    if (missing && !values[missing]) throw new Error(`${name} needs --${missing}.`)
    return values
  } catch (error) {
    const { message } = error as Error
    tell(message === '' ? usage : `${message}\n\n${usage}`)
    return undefined
  }
}
