import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { readConfig } from '../config/config.ts'
import { listMigrations } from '../platform/db/migrate.ts'
import { cleanUp } from '../testing/clean-up.ts'
import { until } from '../testing/until.ts'
import { createWorld } from '../testing/world.ts'
import * as rules from './database-rules.ts'
import { examineDatabase, exitCodeOf, type Finding, findingCodes, inOrder } from './doctor.ts'
import { lookAtClock, lookAtFfmpeg, lookAtMachine } from './look.ts'
import { ffmpegFindings, fleetFindings, machineFindings, settingFindings } from './machine-rules.ts'
import { listOpenTransactions, type Part, type ServerFacts } from './queries.ts'

/** A database, and what the doctor says of it. The server of the tests is fast and forgets: that is always told. */
async function setUp(t: TestContext, env: Record<string, string> = {}) {
  const world = await createWorld(t)
  const { db, connection } = world
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.folder, ...env })
  const told: string[] = []
  const examine = async (more: Partial<Parameters<typeof examineDatabase>[0]> = {}) => {
    const migrations = await listMigrations(db)
    const deps = {
      db,
      config,
      connection,
      mode: 'session',
      migrations,
      workers: [],
      version: '1',
      ...more,
    } as const
    const findings = await examineDatabase(deps, (line) => told.push(line))
    return findings.filter(({ code }) => code !== 'not_durable' && code !== 'connections_used')
  }
  return { world, db, config, examine, told }
}

const inShort = (findings: readonly Finding[]) => findings.map(({ code, subject }) => `${code} ${subject}`)

suite('the database', () => {
  test('has nothing to do when it is as the migrations make it, and nothing of the look stays', async (t) => {
    const { db, examine, told } = await setUp(t)
    assert.deepEqual(await examine(), [])
    assert.ok(told.some((line) => /^Schema: compared with what \d+ migrations make\.$/.test(line)))
    const { rows } = await sql`select from pg_namespace where nspname like 'clipwright%'`.execute(db)
    assert.deepEqual(rows, [])
  })

  test('that forgets what it has answered is told of', async (t) => {
    const { world, db, config } = await setUp(t)
    const deps = {
      db,
      config,
      connection: world.connection,
      mode: 'session',
      migrations: [],
      workers: [],
      version: '1',
    } as const
    const findings = await examineDatabase({ ...deps, migrations: await listMigrations(db) }, () => {})
    const found = findings.filter(({ code }) => code === 'not_durable')
    assert.deepEqual(inShort(found), [
      'not_durable fsync',
      'not_durable full_page_writes',
      'not_durable synchronous_commit',
    ])
    assert.equal(exitCodeOf(found), 2)
  })

  test('that lacks an index is given the statement that makes it', async (t) => {
    const { db, examine } = await setUp(t)
    await sql`drop index tasks_of_user`.execute(db)
    const [finding, ...more] = await examine()
    assert.deepEqual(inShort([finding!, ...more]), ['index_missing tasks_of_user'])
    await sql.raw(finding!.remedy.replace('Make it: ', '')).execute(db)
    assert.deepEqual(await examine(), [])
  })

  test('with an index that was interrupted is told how to mend it', async (t) => {
    const { db, examine } = await setUp(t)
    await sql`insert into rate_limits (key, points) values ('a', 1), ('b', 1)`.execute(db)
    await assert.rejects(sql`create unique index concurrently half_made on rate_limits (points)`.execute(db))
    const [finding, ...more] = await examine()
    assert.deepEqual([inShort([finding!]), more], [['index_invalid half_made'], []])
    await sql`delete from rate_limits`.execute(db)
    await sql.raw(/reindex .*"/.exec(finding!.remedy)![0]).execute(db)
    assert.deepEqual(await examine(), [])
  })

  test('that somebody changed by hand is told of, part by part', async (t) => {
    const { db, examine } = await setUp(t)
    const changes: [statement: string, subject: string][] = [
      ['alter table tasks disable trigger user', 'tasks.'],
      ['alter table sessions drop constraint sessions_user_id_fkey', 'sessions.sessions_user_id_fkey'],
      ['alter table users alter column nickname drop not null', 'users.nickname'],
      ['alter table users add constraint mine check (true)', 'users.mine'],
      ['drop function if exists api_instant cascade', 'api_instant'],
    ]
    for (const [statement, subject] of changes) {
      await sql.raw(statement).execute(db)
      const findings = await examine()
      assert.ok(
        findings.some((finding) => finding.code === 'schema_changed' && finding.subject!.startsWith(subject)),
        `${subject}: ${inShort(findings).join()}`,
      )
    }
  })

  test('with rows that were never looked at', async (t) => {
    const { db, examine } = await setUp(t)
    await sql`alter table rate_limits set (autovacuum_enabled = off)`.execute(db)
    await sql`insert into rate_limits (key) select 'key' || n from generate_series(1, 20000) as n`.execute(db)
    const finding = await until(async () => (await examine()).find(({ code }) => code === 'never_analyzed'))
    assert.equal(finding.subject, 'rate_limits')
    await sql.raw(/analyze rate_limits/.exec(finding.remedy)![0]).execute(db)
    assert.deepEqual(await examine(), [])
  })

  test('with too few connections for all processes', async (t) => {
    const { examine } = await setUp(t, { DATABASE_POOL_SIZE: '150' })
    const workers = [1, 2].map((n) => ({ worker_id: `w${n}`, version: '1', is_alive: true }))
    const [finding] = await examine({ workers })
    assert.equal(finding!.code, 'connections_few')
    assert.match(finding!.message, /3 processes may want 456/)
  })

  test('behind a pooler in transaction mode without limits', async (t) => {
    const { examine } = await setUp(t)
    assert.deepEqual(inShort(await examine({ mode: 'transaction' })), ['limits_missing null'])
  })

  test('with a transaction that nobody ends', async (t) => {
    const { db, world } = await setUp(t)
    const somebody = new pg.Client(world.connection)
    await somebody.connect()
    world.resources.defer(() => somebody.end())
    await somebody.query('begin')
    const [open, ...others] = await listOpenTransactions(db, 0)
    assert.deepEqual(others, [])
    assert.match(rules.transactionFindings([open!])[0]!.remedy, /pg_terminate_backend\(\d+\)/)
    assert.deepEqual(await listOpenTransactions(db, 1), [])
    await somebody.query('rollback')
    assert.deepEqual(await listOpenTransactions(db, 0), [])
  })
})

suite('the rules', () => {
  const server = (changed: Partial<ServerFacts> = {}): ServerFacts => ({
    version: '18.4',
    settings: { fsync: 'on', autovacuum: 'on', wal_level: 'replica' },
    max_connections: 97,
    used_connections: 5,
    database: 'clipwright',
    encoding: 'UTF8',
    size_bytes: 2 ** 30,
    collation_was: '2.36',
    collation_is: '2.36',
    transactions_age: 1_000,
    archived_failed: 0,
    archive_failed_at: null,
    archive_is_failing: false,
    now_ms: 0,
    ...changed,
  })
  const told = (changed: Partial<ServerFacts>, buffers = 2 ** 27) =>
    rules
      .serverFindings(server(changed), buffers, { pool_size: 10, processes: 2 })
      .map(({ code, severity }) => `${code} ${severity}`)

  test('judge a server by what it tells', () => {
    assert.deepEqual(told({}), [])
    assert.deepEqual(told({ settings: { track_counts: 'off' } }), ['autovacuum_off now'])
    assert.deepEqual(told({ used_connections: 90 }), ['connections_used soon'])
    assert.deepEqual(told({ max_connections: 20 }), ['connections_few now'])
    assert.deepEqual(told({ size_bytes: 2 ** 34 }), ['buffers_small soon'])
    assert.deepEqual(told({ size_bytes: 2 ** 34 }, 2 ** 32), [])
    assert.deepEqual(told({ settings: { wal_level: 'minimal' } }), ['no_log_to_go_back_by soon'])
    assert.deepEqual(told({ archive_is_failing: true, archived_failed: 3 }), ['archive_failing now'])
    assert.deepEqual(told({ encoding: 'SQL_ASCII' }), ['encoding_wrong now'])
    assert.deepEqual(told({ collation_is: '2.40' }), ['collation_changed now'])
    assert.deepEqual(told({ collation_was: null }), [])
    assert.deepEqual(told({ transactions_age: 600_000_000 }), ['transaction_ids_old soon'])
    assert.deepEqual(told({ transactions_age: 1_600_000_000 }), ['transaction_ids_old now'])
  })

  test('judge tables, standbys and clocks', () => {
    const table = { table: 'tasks', live: 1_000_000, dead: 0, is_analyzed: true }
    assert.deepEqual(inShort(rules.tableFindings([table, { ...table, dead: 90_000, live: 1 }])), [])
    assert.deepEqual(inShort(rules.tableFindings([{ ...table, dead: 900_000 }])), ['rows_dead tasks'])
    assert.deepEqual(inShort(rules.standbyFindings([{ standby: 'b', behind_s: 61 }], [])), [
      'standby_behind b',
    ])
    assert.deepEqual(inShort(rules.standbyFindings([{ standby: 'b', behind_s: null }], [])), [])
    assert.deepEqual(inShort(rules.standbyFindings([], [{ slot: 's', kept_bytes: 2 ** 31 }])), [
      'slot_forgotten s',
    ])
    const clocks = (...away: [number | undefined, number | undefined]) =>
      rules.clockFindings(...away).map(({ code, severity }) => `${code} ${severity}`)
    assert.deepEqual(clocks(1, undefined), [])
    assert.deepEqual(clocks(-3, 30), ['clock_of_database soon'])
    assert.deepEqual(clocks(40, -700), ['clock_of_database now', 'clock_of_storage now'])
  })

  test('leave added indexes to whoever added them', () => {
    const part = (kind: Part['kind'], name: string, text = 'x'): Part => ({ kind, name, text })
    const made = [part('index', 'a'), part('index', 'a_pkey'), part('rule', 't.a_pkey')]
    assert.deepEqual(inShort(rules.schemaFindings(made, [...made, part('index', 'mine')])), [])
    assert.deepEqual(inShort(rules.schemaFindings(made, [])), ['index_missing a', 'schema_changed t.a_pkey'])
  })

  test('judge settings for others, and leave a laptop alone', () => {
    const codes = (env: Record<string, string>, topup = true) =>
      settingFindings(readConfig({ DATA_DIR: '/tmp', ...env }), topup).map(({ code }) => code)
    assert.deepEqual(codes({}), [])
    assert.deepEqual(codes({ HOST: '0.0.0.0' }), ['base_url_is_local'])
    const own = { HOST: '0.0.0.0', PUBLIC_BASE_URL: 'https://video.example.org' }
    assert.deepEqual(codes(own), [
      'not_production',
      'proxy_not_trusted',
      'mail_to_a_folder',
      'money_for_nothing',
      'admins_without_second_factor',
    ])
    const well = {
      ...own,
      NODE_ENV: 'production',
      TRUSTED_PROXIES: '10.0.0.0/8',
      SMTP_URL: 'smtp://mail.example.org',
      MAIL_FROM: 'a@example.org',
    }
    assert.deepEqual(codes(well, false), [])
    assert.deepEqual(codes({ ...well, METRICS_PORT: '9000', METRICS_HOST: '0.0.0.0' }, false), [
      'metrics_are_open',
    ])
    const open = { ...well, PUBLIC_BASE_URL: 'http://video.example.org', ALLOW_INSECURE_HTTP: 'true' }
    assert.deepEqual(codes(open, false), ['insecure_http'])
  })

  test('judge the machine and the fleet', () => {
    const config = readConfig({ DATA_DIR: '/tmp' })
    const machine = {
      data_dir: '/d',
      inodes: { free: 50, total: 100 },
      open_files: 20_000,
      memory_bytes: 2 ** 34,
    }
    assert.deepEqual(machineFindings(machine, config), [])
    const small = { ...machine, inodes: { free: 4, total: 100 }, open_files: 1024, memory_bytes: 2 ** 29 }
    assert.deepEqual(inShort(machineFindings(small, config)), [
      'inodes_few /d',
      'files_few null',
      'memory_small null',
    ])
    const workers = [
      { worker_id: 'a', version: '1' },
      { worker_id: 'b', version: '2' },
    ]
    assert.match(fleetFindings('1', workers)[0]!.message, /b \(2\)/)
    assert.deepEqual(fleetFindings('1', workers.slice(0, 1)), [])
  })

  test('tell the worst first, and a code for programs', () => {
    const soon = rules.clockFindings(3, undefined)
    const now = rules.clockFindings(99, undefined)
    assert.deepEqual(inOrder([...soon, ...now]), [...now, ...soon])
    assert.deepEqual([exitCodeOf([]), exitCodeOf(soon), exitCodeOf([...soon, ...now])], [0, 1, 2])
  })
})

suite('what lies around', () => {
  test('an ffmpeg that is missing, old or without encoders', async (t) => {
    const { world } = await setUp(t)
    assert.deepEqual(ffmpegFindings(await lookAtFfmpeg(null)), [])
    assert.deepEqual(inShort(ffmpegFindings(await lookAtFfmpeg('/nowhere/ffmpeg'))), [
      'ffmpeg_missing FFMPEG_PATH',
    ])
    const old = join(world.folder, 'ffmpeg')
    const encoders = ' V....D mpeg4 x\n A....D aac x\n A....D flac x\n V....D libwebp x'
    await writeFile(
      old,
      `#!/bin/sh\ncase "$1" in -version) echo "ffmpeg version 4.4.2 Copyright";; *) echo "${encoders}";; esac\n`,
    )
    await chmod(old, 0o755)
    const findings = ffmpegFindings(await lookAtFfmpeg(old))
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['ffmpeg_old', 'ffmpeg_lacks'],
    )
    assert.match(findings[1]!.message, /no libx264\.$/)
  })

  test('a server whose clock is wrong, and one that does not tell', async (t) => {
    const server = createServer((_, response) => {
      response.setHeader('date', new Date(Date.now() + 2_000_000).toUTCString())
      response.end()
    }).listen(0, '127.0.0.1')
    cleanUp(t, () => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const away_s = await lookAtClock(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    assert.ok(Math.abs(away_s! - 2_000) < 60, `${away_s}`)
    assert.equal(rules.clockFindings(0, away_s)[0]!.severity, 'now')
    assert.equal(await lookAtClock('http://127.0.0.1:9'), undefined)
  })

  test('this machine tells what it has', async () => {
    const { open_files, memory_bytes, inodes } = await lookAtMachine('/tmp')
    assert.ok(open_files! > 0 && memory_bytes > 2 ** 28 && inodes.free <= inodes.total)
  })
})

test('docs/operating/doctor.md explains every finding, and no other', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/operating/doctor.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code!)
  assert.deepEqual(listed, findingCodes)
})
