import type { ClientConfig } from 'pg'
import type { Config } from '../config/config.ts'
import type { Db } from '../platform/db/database.ts'
import * as rules from './database-rules.ts'
import { type Finding } from './findings.ts'
import { lookAtClock, lookAtFfmpeg, lookAtMachine, lookAtMigrations } from './look.ts'
import { ffmpegFindings, fleetFindings, machineFindings, settingFindings } from './machine-rules.ts'
import * as queries from './queries.ts'

export { exitCodeOf, type Finding, type FindingCode, findingCodes, found, inOrder } from './findings.ts'

export interface DatabaseDeps {
  db: Db
  config: Config
  connection: ClientConfig
  /** Behind a pooler in transaction mode our own limits of a session do not hold. */
  mode: 'session' | 'transaction'
  migrations: readonly string[]
  workers: readonly { worker_id: string; version: string; is_alive: boolean }[]
  version: string
}

const openTooLong_minutes = 60

/** What is not as it should be in and around the database. `tell` gets what is as it is. */
export async function examineDatabase(deps: DatabaseDeps, tell: (line: string) => void): Promise<Finding[]> {
  const { db, config, connection, migrations, mode, version } = deps
  const asked_ms = Date.now()
  const server = await queries.readServer(db)
  const away_s = (server.now_ms - (asked_ms + Date.now()) / 2) / 1000
  const alive = deps.workers.filter(({ is_alive }) => is_alive)
  const pools = { pool_size: config.database_pool_size, processes: alive.length + 1 }
  tell(
    `PostgreSQL: version ${server.version}, ${server.used_connections} of ${server.max_connections} connections, ${rules.inBytes(server.size_bytes)}.`,
  )
  const schema = await lookAtMigrations(connection, migrations)
  tell(
    schema
      ? `Schema: compared with what ${migrations.length} migrations make.`
      : 'Schema: not compared, since the user may make none.',
  )
  const storage_s =
    config.s3_bucket === null ? undefined : await lookAtClock(config.s3_endpoint ?? awsOf(config.s3_region))
  tell(
    `Clocks: the database's is ${away_s.toFixed(1)} s away${storage_s === undefined ? '' : `, the bucket's ${storage_s.toFixed(0)} s`}.`,
  )
  return [
    ...rules.serverFindings(server, await queries.sizeOf(db, 'shared_buffers'), pools),
    ...(mode === 'transaction' ? rules.limitFindings(await queries.readSessionLimits(db)) : []),
    ...(await queries.listInvalidIndexes(db)).map((index) => rules.invalidIndex(index)),
    ...(schema ? rules.schemaFindings(schema.made, schema.there) : []),
    ...rules.tableFindings(await queries.readTables(db)),
    ...rules.transactionFindings(await queries.listOpenTransactions(db, openTooLong_minutes)),
    ...rules.standbyFindings(await queries.listStandbys(db), await queries.listIdleSlots(db)),
    ...rules.clockFindings(away_s, storage_s),
    ...fleetFindings(version, alive),
  ]
}

const awsOf = (region: string): string => `https://s3.${region}.amazonaws.com`

/** What is not as it should be in the settings and on this machine. */
export async function examineMachine(
  config: Config,
  { topup_enabled }: { topup_enabled: boolean },
  tell: (line: string) => void,
): Promise<Finding[]> {
  const [ffmpeg, machine] = await Promise.all([
    lookAtFfmpeg(config.ffmpeg_path),
    lookAtMachine(config.data_dir),
  ])
  tell(`Programs: Node ${process.versions.node}${'version' in ffmpeg ? `, ffmpeg ${ffmpeg.version}` : ''}.`)
  tell(
    `Machine: ${rules.inBytes(machine.memory_bytes)} of memory${machine.open_files === undefined ? '' : `, ${machine.open_files} open files`}.`,
  )
  return [
    ...settingFindings(config, topup_enabled),
    ...ffmpegFindings(ffmpeg),
    ...machineFindings(machine, config),
  ]
}
