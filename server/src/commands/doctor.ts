import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, secretsKeysPlace, settingDefaults } from '../config/config.ts'
import { connectDatabase, openStorage, sampleSealed } from '../deps.ts'
import {
  examineDatabase,
  examineMachine,
  exitCodeOf,
  type Finding,
  type FindingCode,
  found,
  inOrder,
} from '../doctor/doctor.ts'
import { createHealth } from '../health/health.ts'
import { openInventory } from '../inventory/inventory.ts'
import { findRing } from '../keys/keys.ts'
import { createDb, createPool, type Db } from '../platform/db/database.ts'
import { findDueMigrations, listMigrations } from '../platform/db/migrate.ts'
import type { Log } from '../platform/log.ts'
import { createSettingsReader } from '../settings/settings.ts'
import { listWorkers } from '../tasks/tasks.ts'
import { check, type Fault, hasCluster, type Part } from './check.ts'
import type { Options } from './backup-options.ts'

const codes = {
  Database: 'database_failing',
  Keys: 'keys_failing',
  Storage: 'storage_failing',
  Objects: 'objects_missing',
  Mail: 'mail_failing',
  Engines: 'engine_failing',
} as const satisfies Record<Part, FindingCode>

/**
 * Looks at everything: all that `check` tries, what is wrong with the service now, and what is not as it should be in settings,
 * database, clocks, programs and machine. Changes nothing. The exit code: 0 where there is nothing to do, 1 something soon, 2 now.
 */
export async function doctor(
  config: Config,
  log: Log,
  say: (line: string) => void,
  { json = false, objects }: Options,
): Promise<number> {
  const checked: string[] = []
  const tell = (line: string): void => {
    checked.push(line)
    if (!json) say(line)
  }
  const faults: Fault[] = []
  await check(config, log, tell, { objects, onFault: (fault) => faults.push(fault) })
  const failing = faults.map(({ part, message }) => found(codes[part], null, { reason: message }))
  const isDatabaseThere = !faults.some(({ part }) => part === 'Database')
  const findings = [...failing, ...(await examine(config, log, tell, isDatabaseThere))]
  const told = inOrder(withoutTwins(findings))
  const code = exitCodeOf(told)
  if (json) say(JSON.stringify({ checked_at: new Date(), exit_code: code, checked, findings: told }, null, 2))
  else for (const line of inLines(told)) say(line)
  return code
}

/** What `check` has found is not told a second time by its consequence in the service. */
function withoutTwins(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  return findings.filter(({ code, subject }) => {
    const key = `${code} ${subject}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

async function examine(
  config: Config,
  log: Log,
  tell: (line: string) => void,
  isDatabaseThere: boolean,
): Promise<Finding[]> {
  const defaults = settingDefaults(config)
  if (!isDatabaseThere || (!config.database_url && !hasCluster(config.data_dir)))
    return examineMachine(config, defaults, tell)
  await using resources = new AsyncDisposableStack()
  const { session, mode } = await connectDatabase(config, log, resources)
  const db = createDb(createPool({ connection: session, pool_size: 2, onError: () => {} }))
  resources.defer(() => db.destroy())
  const due = await findDueMigrations(db)
  if (due.length > 0) {
    const machine = await examineMachine(config, defaults, tell)
    return [found('migrations_due', null, { migrations: due.join(', ') }), ...machine]
  }
  const { items: workers } = await listWorkers(db)
  const database = await examineDatabase(
    {
      db,
      config,
      connection: session,
      mode,
      workers,
      migrations: await listMigrations(db),
      version: await readVersion(),
    },
    tell,
  )
  const settings = await createSettingsReader(db, defaults)()
  return [
    ...(await readService(config, log, db)),
    ...database,
    ...(await examineMachine(config, settings, tell)),
  ]
}

/** What the service itself tells on /admin/health: docs/operating/health.md. Nothing where nobody has used it yet. */
async function readService(config: Config, log: Log, db: Db): Promise<Finding[]> {
  const ring = await findRing(secretsKeysPlace(config), await sampleSealed(db)).catch(() => undefined)
  await using resources = new AsyncDisposableStack()
  // A folder that is not there yet is made by the first start, and not by us.
  const isThere = config.s3_bucket !== null || existsSync(join(config.data_dir, 'objects'))
  const storage = isThere
    ? (await openStorage(config, Buffer.alloc(32), resources)).storage
    : { check: async () => {} }
  using inventory = await openInventory(config, { log, store: ring && { db, ring }, onLoad: async () => {} })
  const { items } = await createHealth({ db, config, storage, inventory, clock: () => new Date() })()
  return items.map(({ code, severity, subject, message, remedy }) => ({
    code,
    severity,
    subject,
    message,
    remedy,
  }))
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function inLines(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return ['', 'Nothing to do.']
  const width = Math.max(...findings.map(({ code }) => code.length))
  return [
    '',
    `To do: ${findings.length}`,
    ...findings.flatMap(({ code, severity, message, remedy }) => [
      '',
      `${severity.padEnd(4)}  ${code.padEnd(width)}  ${message}`,
      `${' '.repeat(8 + width)}${remedy}`,
    ]),
  ]
}
