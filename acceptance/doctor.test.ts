import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { freePort, installProduct, program, until } from './lib/product.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

interface Report {
  exit_code: number
  checked: string[]
  findings: { code: string; severity: string; subject: string | null; message: string; remedy: string }[]
}

/** Of the machine that the tests run on, and of a PostgreSQL that is quick and forgets. */
const ofTests = ['disk_nearly_full', 'inodes_few', 'memory_small', 'files_few', 'not_durable']

test('the doctor has nothing to say of a service that is well, and a sentence for each thing that was broken', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-doctor-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const { url, query } = await startOwnPostgres(t)
  await query('create database clipwright')
  const DATABASE_URL = url('postgres', 'clipwright')
  const product = await installProduct(t, { DATABASE_URL })
  await product.start()
  const ask = async (env: Record<string, string> = {}): Promise<Report & { left: number }> => {
    const settings = { ...process.env, DATABASE_URL, DATA_DIR: product.data_dir, ...env }
    const run = promisify(execFile)(process.execPath, [program, 'doctor', '--json'], { env: settings })
    const { stdout, code } = await run.then(
      (done) => ({ ...done, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    )
    const report = JSON.parse(stdout) as Report
    assert.equal(report.exit_code, code)
    const findings = report.findings.filter((finding) => !ofTests.includes(finding.code))
    for (const { message, remedy } of findings) assert.ok(message !== '' && remedy !== '')
    const [{ left }] = (await query(
      `select count(*) as left from pg_namespace where nspname like 'clipwright%'`,
    )) as [{ left: string }]
    return { ...report, findings, left: Number(left) }
  }

  const well = await until(
    () => ask(),
    ({ findings }) => findings.length === 0,
  )
  assert.equal(well.left, 0)
  assert.ok(well.checked.includes('Database: reached, and up to date.'))

  // One thing of each kind: an index, a rule, mail, ffmpeg, settings, connections.
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query('drop index tasks_to_sweep')
  await client.query('alter table ledger_entries disable trigger user')
  await client.query("insert into rate_limits (key, points) values ('a', 77), ('b', 77)")
  await client.query('create unique index concurrently half_made on rate_limits (points)').catch(() => {})
  await client.end()
  const ffmpeg = join(folder, 'bin/ffmpeg')
  await mkdir(join(folder, 'bin'))
  await writeFile(ffmpeg, '#!/bin/sh\necho "ffmpeg version 4.3.1 Copyright"\n')
  await chmod(ffmpeg, 0o755)
  const broken = await ask({
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'clipwright@example.org',
    FFMPEG_PATH: ffmpeg,
    DATABASE_POOL_SIZE: '200',
    HOST: '0.0.0.0',
  })
  assert.equal(broken.exit_code, 2)
  const codes = new Set(broken.findings.map(({ code }) => code))
  for (const code of [
    'mail_failing',
    'ffmpeg_old',
    'ffmpeg_lacks',
    'connections_few',
    'index_missing',
    'index_invalid',
    'schema_changed',
    'base_url_is_local',
  ])
    assert.ok(codes.has(code), `${code} is not among ${[...codes].join(', ')}`)
  assert.equal(broken.left, 0)

  // A database that is away is one sentence, and no trace of a program.
  const away = await ask({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/clipwright' })
  assert.deepEqual(
    away.findings
      .filter(({ code }) => code === 'database_failing')
      .map(({ message }) => /no PostgreSQL answers/.test(message)),
    [true],
  )
})
