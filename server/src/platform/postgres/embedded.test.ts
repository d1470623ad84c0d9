import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { after, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { type EmbeddedPostgres, type Log, startEmbeddedPostgres } from './embedded.ts'
import { leash } from '../../testing/leash.ts'
import { serverUser } from './location.ts'
import { waitFor } from './wait-for.ts'
import { isAlive } from './processes.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const isRoot = process.getuid?.() === 0
const ignore = () => undefined
const quiet: Log = { info: ignore, warn: ignore, error: ignore }

/** A new folder that PostgreSQL's user may pass through. */
async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'clipwright-test-'))
  leash(path)
  cleanUp(t, () => rm(path, { recursive: true, force: true }))
  await chmod(path, 0o755)
  return path
}

const start = (dataDir: string, log = quiet) => startEmbeddedPostgres({ data_dir: dataDir, log })

/** A folder with databases that are empty but made: making them takes the longest. */
async function folderWithData(t: TestContext): Promise<string> {
  const path = await folder(t)
  const template = (made ??= (async () => {
    const first = await mkdtemp(join(tmpdir(), 'clipwright-test-'))
    leash(first)
    await chmod(first, 0o755)
    await (await start(first)).stop()
    return first
  })())
  await promisify(execFile)('cp', ['-a', join(await template, 'pg18'), path])
  return path
}
let made: Promise<string> | undefined
after(async () => {
  if (made) await rm(await made, { recursive: true })
})

/** Answers of one connection of its own. Connections that break are no surprise here. */
async function query(postgres: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new Client(postgres.connection('clipwright'))
  client.on('error', ignore)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>({ text })).rows
  } finally {
    await client.end()
  }
}

const eventually = async (claim: () => Promise<boolean> | boolean) =>
  assert.ok(await waitFor(async () => ((await claim()) ? true : undefined), { timeout_ms: 20_000 }))

test('rows are there after a stop and a start, and nothing runs in between', async (t) => {
  const dataDir = await folder(t)
  await using first = await start(dataDir)
  await query(first, 'create table clips as select 7 as clip')
  await first.stop()
  assert.equal(await isAlive(first.pid), false)
  await first.stop()

  await using second = await start(dataDir)
  assert.equal(second.adopted, false)
  assert.deepEqual(await query(second, 'select clip from clips'), [{ clip: 7 }])
})

test('a server that is killed comes back with its rows, though one of its processes is too busy to notice', async (t) => {
  const events: string[] = []
  const note = (_: object, event: string) => void events.push(event)
  await using postgres = await start(await folderWithData(t), { info: note, warn: note, error: note })
  await query(postgres, 'create table clips as select 7 as clip')
  const busy = query(postgres, 'select count(*) from generate_series(1, 1e12::bigint)').catch(() => 'broken')
  const isBusy = `select from pg_stat_activity where query like '%1e12%' and pid <> pg_backend_pid() and state = 'active'`
  await eventually(async () => (await query(postgres, isBusy)).length === 1)

  const killed = postgres.pid
  process.kill(killed, 'SIGKILL')
  await eventually(() => postgres.pid !== killed)
  assert.deepEqual(await query(postgres, 'select clip from clips'), [{ clip: 7 }])
  assert.equal(await busy, 'broken')
  assert.ok(events.includes('postgres lost') && events.includes('postgres is back'))
})

test('a second kill is survived as the first', async (t) => {
  await using postgres = await start(await folderWithData(t))
  for (const _ of [1, 2]) {
    const { pid } = postgres
    process.kill(pid, 'SIGKILL')
    await eventually(() => postgres.pid !== pid)
  }
  assert.deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
})

test('a server whose program was killed goes on, and the next program takes it over', async (t) => {
  const dataDir = await folderWithData(t)
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))}
    const log = { info() {}, warn() {}, error() {} }
    const { pid } = await startEmbeddedPostgres({ data_dir: ${JSON.stringify(dataDir)}, log })
    console.log(pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(await isAlive(pid), true)

  await using postgres = await start(dataDir)
  assert.deepEqual([postgres.adopted, postgres.pid], [true, pid])
  await query(postgres, 'select 1')
  await postgres.stop()
  assert.equal(await isAlive(pid), false)
})

test('two that start at once share one server, and the first to stop leaves it to the other', async (t) => {
  const dataDir = await folder(t)
  const [first, second] = [start(dataDir), start(dataDir)]
  await using one = await first
  await using other = await second
  assert.equal(one.pid, other.pid)
  assert.notEqual(one.adopted, other.adopted)

  const client = new Client(other.connection('clipwright'))
  await client.connect()
  await one.stop()
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
  await client.end()
  await other.stop()
  assert.equal(await isAlive(other.pid), false)
})

test('two that stop at once leave nothing running', async (t) => {
  const dataDir = await folderWithData(t)
  await using one = await start(dataDir)
  await using other = await start(dataDir)
  await Promise.all([one.stop(), other.stop()])
  assert.equal(await isAlive(one.pid), false)
})

test('stopping while the server is being brought back, early or late, leaves nothing running', async (t) => {
  const dataDir = await folderWithData(t)
  for (let wait_ms = 0; wait_ms < 150; wait_ms += 15) {
    await using postgres = await start(dataDir)
    assert.equal(postgres.adopted, false)
    process.kill(postgres.pid, 'SIGKILL')
    await delay(wait_ms)
    await postgres.stop()
  }
})

test('locks that a crash left, naming another program of the same user, do not keep the server from starting', async (t) => {
  const dataDir = await folderWithData(t)
  await using first = await start(dataDir)
  const { host, port } = first.connection('postgres')
  await first.stop()
  const stranger = spawn('sleep', ['60'], { ...serverUser(), stdio: 'ignore' })
  cleanUp(t, () => stranger.kill())
  await once(stranger, 'spawn')
  const lock = `${stranger.pid}\n${join(dataDir, 'pg18')}\n1\n${port}\n${host}\n\n\nready   \n`
  await writeFile(join(dataDir, 'pg18', 'postmaster.pid'), lock)
  await writeFile(join(host, `.s.PGSQL.${port}.lock`), lock)

  await using second = await start(dataDir)
  assert.deepEqual(await query(second, 'select 1 as one'), [{ one: 1 }])
  assert.equal(await isAlive(stranger.pid!), true)
})

test('nobody reaches the server over the network, and other users do not reach its socket', async (t) => {
  await using postgres = await start(await folderWithData(t))
  assert.deepEqual(await query(postgres, `select current_setting('listen_addresses') as addresses`), [
    { addresses: '' },
  ])
  const { host } = postgres.connection('clipwright')
  assert.ok(Buffer.byteLength(`${host}/.s.PGSQL.5432`) <= 107)
})

test('a folder name that is too long for a socket works', async (t) => {
  const dataDir = join(await folder(t), 'a long name with spaces, and commas '.repeat(3))
  await using postgres = await start(dataDir)
  cleanUp(t, () => rm(postgres.connection('clipwright').host, { recursive: true }))
  assert.deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
})

test('a server that refuses to start says why', async (t) => {
  const broken = startEmbeddedPostgres({
    data_dir: await folderWithData(t),
    log: quiet,
    settings: { shared_buffers: 'plenty' },
  })
  await assert.rejects(broken, /invalid value for parameter "shared_buffers": "plenty"/)
})

test('as root, a data folder that the server may not reach is refused by name before anything is made', async (t) => {
  const closed = join(await folder(t), 'closed')
  await mkdir(closed, { mode: 0o700 })
  const asked = startEmbeddedPostgres({ data_dir: join(closed, 'data'), log: quiet })
  if (isRoot) {
    await assert.rejects(asked, (error: Error) => error.message.includes(`may not enter ${closed}.`))
    await assert.rejects(readFile(join(closed, 'data', 'pg18', 'PG_VERSION')), { code: 'ENOENT' })
  } else {
    // Anyone else runs the server as themselves, and owns the folder.
    await (await asked).stop()
  }
})
