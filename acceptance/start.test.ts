import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { createMaker, installProduct } from './lib/product.ts'
import { dataFolder, tryToStart } from './lib/start.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

async function takenPort(t: TestContext): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  cleanUp(t, () => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return String(typeof address === 'object' ? address?.port : '')
}

suite('a start that can not succeed', () => {
  test('ends, names the setting in one sentence, and leaves no process', async (t) => {
    const DATA_DIR = await dataFolder(t)
    const file = join(DATA_DIR, 'a-file')
    await writeFile(file, '')
    const port = await takenPort(t)
    const network = join(DATA_DIR, 'network.onnx')
    await writeFile(network, 'no network')
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: '80a' }, /^PORT must be a whole number/],
      [{ PORT: port }, new RegExp(`^PORT: ${port} on 127\\.0\\.0\\.1 is in use\\.`)],
      [{ METRICS_PORT: port }, new RegExp(`^METRICS_PORT: ${port} on 127\\.0\\.0\\.1 is in use\\.`)],
      [{ HOST: '203.0.113.9' }, /^HOST: 203\.0\.113\.9 is no address of this machine\.$/],
      [{ HOST: 'no-such-host.invalid' }, /^HOST: the name no-such-host\.invalid is not known\.$/],
      [{ DATA_DIR: '/proc/clipwright/data' }, /^DATA_DIR: .*\/proc\/clipwright\/data can't be made/],
      [{ DATA_DIR: join(file, 'data') }, /^DATA_DIR: .*a-file\/data can't be made: ENOTDIR/],
      [
        { DATABASE_URL: 'postgresql://no-such-host.invalid/x' },
        /^DATABASE_URL: the host name .* is not known/,
      ],
      [
        { DATABASE_URL: `postgresql://127.0.0.1:${port}/x` },
        /^DATABASE_URL: PostgreSQL at .* does not answer within 5 s\.$/,
      ],
      [{ ENGINES_FILE: '/nowhere/engines.yaml' }, /^ENGINES_FILE: /],
      [{ SIGNING_KEY: 'c2hvcnQ=' }, /^SIGNING_KEY must be at least 32 bytes/],
    ]
    for (const [env, told] of cases) {
      const { code, problem, said, seconds } = await tryToStart(t, 'start', { DATA_DIR, ...env })
      assert.equal(code, 1, said)
      assert.match(problem, told)
      assert.ok(!said.includes('    at '), `a stack: ${said}`)
      t.diagnostic(`${Object.keys(env).join()}: ${seconds.toFixed(1)} s`)
    }
  })

  test('a signal in the middle of a start ends it, and PostgreSQL with it', async (t) => {
    let told = false
    const { code } = await tryToStart(
      t,
      'start',
      {},
      {
        onOutput: (said, pid) => {
          if (told || !said.includes('postgres started')) return
          told = true
          process.kill(pid, 'SIGTERM')
        },
      },
    )
    assert.ok(told)
    assert.equal(code, 0)
  })
})

suite('keys', () => {
  test('a database without the key files it was used with does not start, and says which is missing', async (t) => {
    const DATA_DIR = await dataFolder(t)
    const product = await installProduct(t, { DATA_DIR, NODE_ENV: 'test' })
    await product.start()
    const maker = await createMaker(product.url)
    const webhook = { url: 'https://hooks.example.org/x' }
    await maker.POST('/api/v1/me/webhooks', { body: webhook })
    await product.stop()
    for (const name of ['signing-key', 'provenance-key', 'secrets-keys']) {
      const file = join(DATA_DIR, name)
      const key = await readFile(file)
      const expect = async (told: RegExp) => {
        const { code, problem } = await tryToStart(t, 'start', { DATA_DIR })
        assert.equal(code, 1)
        assert.match(problem, told)
      }
      await rm(file)
      await expect(
        new RegExp(`${name} is missing, and this database is used with it\\. Put .* back from your backup`),
      )
      const checked = await tryToStart(t, 'check', { DATA_DIR })
      assert.equal(checked.code, 1)
      assert.match(checked.said, new RegExp(`^Keys: .*${name} is missing`, 'm'))
      assert.ok(!existsSync(file), 'no key is made in its place')
      await writeFile(file, '')
      await expect(new RegExp(`${name} is damaged: its 0 bytes are no key\\.`))
      const other = `${name === 'secrets-keys' ? 'own:' : ''}${randomBytes(32).toString('base64')}`
      await writeFile(file, other)
      await expect(new RegExp(`${name} (?:is not the key that this database is used with|lacks the key own)`))
      await writeFile(file, key)
    }
    await product.start()
    const { items } = await maker.GET('/api/v1/me/webhooks')
    assert.equal(items.length, 1)
  })
})

suite('check', () => {
  test('changes nothing: neither before the first start nor before an upgrade', async (t) => {
    const DATA_DIR = join(await dataFolder(t), 'data')
    const fresh = await tryToStart(t, 'check', { DATA_DIR })
    assert.match(fresh.said, /^Database: none yet/m)
    assert.equal(fresh.code, 0, fresh.said)
    assert.ok(!existsSync(DATA_DIR))

    await mkdir(DATA_DIR)
    const product = await installProduct(t, { DATA_DIR })
    await product.start()
    await product.stop()
    const files = (await readdir(DATA_DIR)).toSorted()
    const checked = await tryToStart(t, 'check', { DATA_DIR })
    assert.equal(checked.code, 0, checked.said)
    for (const line of [
      /^Database: reached, and up to date\.$/m,
      /^Keys: the ones that this database is used with\.$/m,
      /^Storage: written, read and removed/m,
      /^Mail: written to /m,
    ])
      assert.match(checked.said, line)
    assert.deepEqual((await readdir(DATA_DIR)).toSorted(), files)
    assert.deepEqual(await readdir(join(DATA_DIR, 'objects/staging')).catch(() => []), [])
  })

  test('a mail server that is not there is told', async (t) => {
    const SMTP_URL = 'smtp://127.0.0.1:9'
    const { code, said } = await tryToStart(t, 'check', { SMTP_URL, MAIL_FROM: 'no-reply@example.org' })
    assert.equal(code, 1)
    assert.match(said, /^Mail: .*ECONNREFUSED/m)
  })
})

test('a program that is older than its database says so, and leaves it as it is', async (t) => {
  const DATA_DIR = await dataFolder(t)
  const product = await installProduct(t, { DATA_DIR })
  await product.start()
  const postgres = (await readFile(join(DATA_DIR, 'pg18/postmaster.pid'), 'utf8')).split('\n')[4]!
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: postgres, user: 'postgres', database: 'clipwright' })
  await client.connect()
  await client.query("insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)")
  await client.end()
  await product.stop()
  // What came since does not disturb it, until a migration says that it does.
  await product.start()
  const again = new pg.Client({ host: postgres, user: 'postgres', database: 'clipwright' })
  await again.connect()
  await again.query("update oldest_program set migration = '9999_later'")
  await again.end()
  await product.stop()
  for (const command of ['start', 'check']) {
    const { code, said } = await tryToStart(t, command, { DATA_DIR })
    assert.equal(code, 1)
    assert.match(said, /The database is newer than this program: it has had the migration 9999_later/)
  }
})
