import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient, downloadResult } from '@clipwright/client'
import { blocksOf } from '../guide/src/blocks.ts'
import { commandsOf } from './lib/docs.ts'
import { createMaker, installProduct, makeVideo, type Product, program, until } from './lib/product.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { dataFolder } from './lib/start.ts'

// The commands of docs/backup.md, as they stand there.

/** Runs a block as it stands there; what it printed. */
async function run(commands: string | undefined, env: Record<string, string>): Promise<string> {
  assert.ok(commands)
  // `clipwright-server` is on the path of whoever reads the page.
  const command = `clipwright-server() { "${process.execPath}" "${program}" "$@"; }\n${commands}`
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], {
    env: { ...process.env, ...env },
  })
  return stdout
}

/** Somebody with a video, and with a secret that only the keys open. Returns how to see that all of it is still there. */
async function useIt(product: Product): Promise<() => Promise<void>> {
  const maker = await createMaker(product.url)
  const task_id = await makeVideo(maker, 1)
  await maker.POST('/api/v1/me/webhooks', { body: { url: 'https://hooks.example.org/x' } })
  // Sessions end with a restore, keys of programs don't.
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'a program' } })
  return async () => {
    const caller = createClient({ base_url: product.url, credential: { api_key } })
    const { body } = await downloadResult(caller, task_id)
    assert.ok((await new Response(body).arrayBuffer()).byteLength > 10_000)
    const said = await product.command('check')
    assert.match(said, /^Keys: the ones that this database is used with\.$/m)
    assert.match(await product.command('reconcile'), /"R1":0/)
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
}

test('a backup of the PostgreSQL that the product brings is put back by the documented commands', async (t) => {
  const BACKUP = await dataFolder(t)
  const product = await installProduct(t)
  const env = { BACKUP, DATA_DIR: product.data_dir }
  const [backup, restore] = commandsOf('docs/backup.md', 'The PostgreSQL that the product brings').all('sh')
  await product.start()
  const isThere = await useIt(product)
  await product.stop()
  await run(backup, env)
  await empty(product.data_dir)
  await run(restore, env)
  await product.start()
  await isThere()
})

test('a backup of an operator’s own PostgreSQL, taken while the service runs, is put back by the documented commands', async (t) => {
  const BACKUP = await dataFolder(t)
  const { url, query, programs } = await startOwnPostgres(t)
  await query('create database clipwright')
  const DATABASE_URL = url('postgres', 'clipwright')
  const product = await installProduct(t, { DATABASE_URL })
  const env = { BACKUP, DATA_DIR: product.data_dir, DATABASE_URL, PATH: `${programs}:${process.env['PATH']}` }
  const [backup, restore] = commandsOf('docs/backup.md', 'A PostgreSQL of your own').all('sh')
  await product.start()
  const isThere = await useIt(product)
  await run(backup, env)
  await product.stop()
  await empty(product.data_dir)
  await query('drop database clipwright')
  await query('create database clipwright')
  await run(restore, env)
  await product.start()
  await isThere()
})

test('what the page leads with makes a backup under way, tries it and puts it back', async (t) => {
  const BACKUP = await dataFolder(t)
  const product = await installProduct(t)
  const env = { BACKUP, DATA_DIR: product.data_dir }
  const [backup] = commandsOf('docs/backup.md', 'Backup and restore').all('sh')
  const [verify] = commandsOf('docs/backup.md', 'Try it').all('sh')
  const [restore] = commandsOf('docs/backup.md', 'Restore').all('sh')
  await product.start()
  const isThere = await useIt(product)
  await run(backup, env)
  assert.match(await run(verify, env), /^Verdict: this backup can be put back\.$/m)
  await product.stop()
  const safe = await dataFolder(t)
  const keys = ['signing-key', 'provenance-key', 'secrets-keys']
  for (const key of keys) await cp(join(product.data_dir, key), join(safe, key))
  await empty(product.data_dir)
  for (const key of keys) await cp(join(safe, key), join(product.data_dir, key))
  await run(restore, env)
  await product.start()
  await isThere()
})

test('and an encrypted one, for a key that is made by the page', async (t) => {
  const [BACKUP, keys] = [await dataFolder(t), await dataFolder(t)]
  const product = await installProduct(t)
  const KEY_FILE = join(keys, 'backup-key')
  const env = { BACKUP, KEY_FILE, DATA_DIR: product.data_dir }
  const [makeKey, backup] = commandsOf('docs/backup.md', 'Encrypted').all('sh')
  await run('clipwright-server migrate', env)
  const RECIPIENT = (await run(makeKey, env)).trim()
  await run(backup, { ...env, RECIPIENT })
  const verify = `${commandsOf('docs/backup.md', 'Try it').all('sh')[0]!.trim()} --key-file "$KEY_FILE"`
  assert.match(await run(verify, env), /^Verdict: this backup can be put back\.$/m)
  await assert.rejects(
    run(commandsOf('docs/backup.md', 'Try it').all('sh')[0], env),
    /name the key with --key-file/,
  )
})

test('an operator’s own PostgreSQL goes back to a moment between two backups, and the objects of that moment are brought', async (t) => {
  const [BACKUP, wal] = [await dataFolder(t), await dataFolder(t)]
  await chmod(wal, 0o777) // PostgreSQL's own user archives there
  const inPage = blocksOf('docs/backup.md')
    .find(({ language }) => language === 'ini')!
    .code.replaceAll('/var/backups/wal', wal)
  const settings = Object.fromEntries(
    [...inPage.matchAll(/^(\w+) = (?:'(.*)'|(\w+))$/gm)].map(([, name, quoted, bare]) => [
      name!,
      quoted ?? bare!,
    ]),
  )
  assert.equal(Object.keys(settings).length, 4)
  const { folder, url, query, programs, stop, startOn } = await startOwnPostgres(t, () => settings)
  await query('create database clipwright')
  const DATABASE_URL = url('postgres', 'clipwright')
  const product = await installProduct(t, { DATABASE_URL })
  const env = {
    BACKUP,
    WAL: wal,
    DATABASE_URL,
    DATA_DIR: product.data_dir,
    SERVER_URL: url(),
    BASE: join(folder, 'base'),
    NEW_DATA: join(folder, 'new-data'),
    PATH: `${programs}:${process.env['PATH']}`,
  }
  const [copyFiles, goBack, bring] = commandsOf('docs/backup.md', 'To any moment').all('sh')
  await product.start()
  const isThere = await useIt(product)
  await run(copyFiles, env)
  const maker = await createMaker(product.url)
  const wanted = await makeVideo(maker, 1)
  await run(commandsOf('docs/backup.md', 'Backup and restore').all('sh')[0], env)
  const [{ moment }] = (await query('select now()::text as moment')) as [{ moment: string }]
  await makeVideo(maker, 1)
  await rm(join(product.data_dir, `objects/videos/${wanted}.mp4`)) // as retention would
  await product.stop()
  await query('select pg_switch_wal()')
  await until(
    async () => (await query('select archived_count from pg_stat_archiver'))[0]!['archived_count'],
    (archived) => Number(archived) > 0,
  )
  await stop()

  await run(goBack, { ...env, MOMENT: moment })
  if (process.getuid?.() === 0) await run(`chown -R 65534:65534 "$NEW_DATA"`, env)
  await startOn(env.NEW_DATA)
  const [check] = commandsOf('docs/backup.md', 'Restore')
    .all('sh')
    .at(-1)!
    .split('\n')
    .filter((line) => line.includes('check'))
  await until(
    async () => (await query('select pg_is_in_recovery()::text as recovers'))[0]!['recovers'],
    (recovers) => recovers === 'false',
  )
  const failed = await run(check, env).catch((error: { stdout: string }) => error.stdout)
  assert.match(failed, new RegExp(`^Objects: videos/${wanted}.mp4 is missing.$`, 'm'))
  const said = await run(bring, env)
  assert.match(said, /^Objects: \d+ named, 1 put back, 0 still missing\.$/m)
  assert.match(said, /"R1":0/)
  await product.start()
  await isThere()
  const { items } = await maker.GET('/api/v1/tasks')
  assert.deepEqual(
    items.map(({ task_id }) => task_id),
    [wanted],
  )
  assert.ok(
    (await new Response((await downloadResult(maker, wanted)).body).arrayBuffer()).byteLength > 10_000,
  )
})
