import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { createMaker, freePort, installProduct, until, waitForEnd } from './lib/product.ts'
import { tryToStart } from './lib/start.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

test('with DATABASE_URL an operator’s own PostgreSQL serves, and none is brought', async (t) => {
  const { url } = await startOwnPostgres(t)
  const product = await installProduct(t, { DATABASE_URL: url() })
  await product.start()
  const maker = await createMaker(product.url)
  const { task_id } = await maker.POST('/api/v1/video/generate', {
    body: { prompt: '宁静的湖', duration_seconds: 1 },
  })
  assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  await assert.rejects(product.postgresPid())
})

test('a database that will not do is told in one sentence that names the setting', async (t) => {
  const { url, query } = await startOwnPostgres(t)
  await query("create role locked login password 'right'")
  await query('create role guest login')
  const cases: [string, RegExp][] = [
    [url('locked:wrong'), /^DATABASE_URL: PostgreSQL at .* refuses the password of locked\.$/],
    [url('locked'), /^DATABASE_URL: PostgreSQL at .* wants a password for locked\.$/],
    [url('nobody'), /^DATABASE_URL: .*role "nobody" does not exist/],
    [url('postgres', 'none'), /^DATABASE_URL: there is no database none at .* Make it: createdb none$/],
    [url('guest'), /may not make tables: permission denied/],
    [
      'postgresql://u:p@127.0.0.1:9/x',
      /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:9 \(ECONNREFUSED\)/,
    ],
  ]
  for (const [DATABASE_URL, told] of cases) {
    const { code, problem } = await tryToStart(t, 'serve', { DATABASE_URL })
    assert.equal(code, 1)
    assert.match(problem, told)
  }
})

test('behind PgBouncer in transaction mode the product wants a second address for sessions, and then works', async (t) => {
  const { folder, url } = await startOwnPostgres(t)
  const port = await freePort()
  const ini = join(folder, 'pgbouncer.ini')
  await writeFile(join(folder, 'users'), '"postgres" ""\n')
  await writeFile(
    ini,
    `[databases]
postgres = host=${folder} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
`,
  )
  // As root it refuses to run as itself.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer = spawn('pgbouncer', ['-q', ...as, ini], {
    stdio: 'ignore',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  })
  const ended = once(bouncer, 'exit')
  cleanUp(t, async () => {
    bouncer.kill('SIGINT')
    await ended
  })
  const pooled = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const answers = async () => {
    const client = new pg.Client(pooled)
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  await until(answers, Boolean)

  const alone = await tryToStart(t, 'serve', { DATABASE_URL: pooled })
  assert.equal(alone.code, 1)
  assert.match(alone.problem, /^DATABASE_URL leads to a pooler in transaction mode.*DATABASE_SESSION_URL/)
  const twice = await tryToStart(t, 'serve', { DATABASE_URL: pooled, DATABASE_SESSION_URL: pooled })
  assert.match(twice.problem, /^DATABASE_SESSION_URL leads to a pooler in transaction mode/)

  const product = await installProduct(t, { DATABASE_URL: pooled, DATABASE_SESSION_URL: url() })
  await product.start()
  const maker = await createMaker(product.url)
  const task = async () =>
    (await maker.POST('/api/v1/video/generate', { body: { prompt: 'a lake', duration_seconds: 1 } })).task_id
  // Many at once, so that statements of one connection reach many sessions.
  const tasks = await Promise.all(Array.from({ length: 12 }, task))
  for (const task_id of tasks) assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  assert.match(await product.command('reconcile'), /"R1":0/)
})
