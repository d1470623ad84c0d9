import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createClient, type Client, downloadResult, type Schema } from '@clipwright/client'
import { FakeSglang } from './fakes/sglang.ts'
import { openBucket } from './lib/bucket.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { installProduct, type Product, until } from './lib/product.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

// A backup that is made while tasks run, and put back elsewhere after everything died: what was charged is there, and what ran
// is made, once.

const password = 'correct horse battery'
const credits = 1_000_000

interface Manifest {
  objects: { total: number; copied: number; removed: number; missing: string[] }
}

interface Place {
  /** Settings of the installation that dies. */
  first: Record<string, string>
  /** Those of the one that takes its place. */
  second: Record<string, string>
  /** How the backup is made, and opened. */
  sealing: { made: string[]; opened: string[] }
}

async function engine(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-restore-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const fake = new FakeSglang()
  await fake.open(0)
  cleanUp(t, () => fake[Symbol.asyncDispose]())
  fake.job_ms = 1_500
  const ENGINES_FILE = join(folder, 'engines.yaml')
  await writeFile(
    ENGINES_FILE,
    `models:
  wan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    size_multiple_px: 32
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - { name: gpu, kind: sglang, url: '${fake.url}', models: { wan: {} } }
`,
  )
  return {
    folder,
    settings: { ENGINES_FILE, PREVIEW_SLOTS: '0', MAX_ACTIVE_TASKS: '1000', GENERATE_PER_MINUTE: '1000' },
  }
}

async function signIn(url: string, email: string, isNew: boolean): Promise<Client> {
  const guest = createClient({ base_url: url })
  const body = { email, password }
  const answer = isNew
    ? await guest.POST('/api/v1/auth/register', { body })
    : await guest.POST('/api/v1/auth/login', { body })
  return createClient({
    base_url: url,
    credential: { access_token: (answer as { access_token: string }).access_token },
  })
}

async function allTasks(maker: Client): Promise<Schema<'TaskOut'>[]> {
  const { items } = await maker.GET('/api/v1/tasks', { params: { query: { page_size: 100 } } })
  return items
}

const hashOf = async (maker: Client, task_id: string): Promise<string> => {
  const { body } = await downloadResult(maker, task_id)
  return createHash('sha256')
    .update(Buffer.from(await new Response(body).arrayBuffer()))
    .digest('hex')
}

async function manifestOf(folder: string, set: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'sets', set, 'manifest.json'), 'utf8')) as Manifest
}

/** SIGKILL for the server and for the PostgreSQL that it brought. */
async function killAll(product: Product): Promise<void> {
  await product.kill()
  const pid = await product.postgresPid().catch(() => undefined)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

async function surviveLoss(t: TestContext, { first, second, sealing }: Place): Promise<void> {
  const { folder, settings } = await engine(t)
  const to = join(folder, 'backups')
  const product = await installProduct(t, { ...first, ...settings })
  await product.start()
  const emails = ['ann@example.org', 'bob@example.org']
  const makers = await Promise.all(emails.map((email) => signIn(product.url, email, true)))
  for (const maker of makers) await maker.POST('/api/v1/me/topup', { body: { amount: credits } })
  const submit = async (maker: Client) => {
    const body = { prompt: 'a calm sea', model: 'wan', duration_seconds: 1 }
    return (await maker.POST('/api/v1/video/generate', { body })).task_id
  }
  const count = async (status: string) =>
    (await Promise.all(makers.map(allTasks))).flat().filter((task) => task.status === status).length

  // Load, and a backup in the middle of it.
  for (const maker of [...makers, ...makers, ...makers, ...makers]) await submit(maker)
  await until(
    () => count('completed'),
    (completed) => completed >= 3,
  )
  await until(
    () => count('running'),
    (running) => running >= 1,
  )
  const known = new Map<string, string>()
  for (const maker of makers)
    for (const task of await allTasks(maker))
      if (task.status === 'completed') known.set(task.task_id, await hashOf(maker, task.task_id))
  assert.match(await product.command('backup', '--to', to, ...sealing.made), /^Backup: /m)
  const [set] = await readdir(join(to, 'sets'))

  // What comes later is lost with the night, and costs the second backup only what is new.
  for (const maker of makers) await submit(maker)
  await until(
    () => count('completed'),
    (completed) => completed >= 8,
  )
  await product.command('backup', '--to', to, ...sealing.made)
  const [before, after] = [
    await manifestOf(to, set!),
    await manifestOf(to, (await readdir(join(to, 'sets'))).toSorted()[1]!),
  ]
  assert.equal(before.objects.copied, before.objects.total)
  assert.equal(after.objects.copied, after.objects.total - before.objects.total)
  assert.deepEqual([before.objects.missing, after.objects.missing], [[], []])
  assert.ok(after.objects.copied > 0)
  await killAll(product)

  const heir = await installProduct(t, { ...second, ...settings })
  const of = ['--from', to, '--set', set!, ...sealing.opened]
  assert.match(await heir.command('verify-backup', ...of), /^Verdict: this backup can be put back\.$/m)
  if (!sealing.made.includes('--with-keys'))
    for (const key of ['signing-key', 'provenance-key', 'secrets-keys'])
      await cp(join(product.data_dir, key), join(heir.data_dir, key))
  const said = await heir.command('restore', ...of)
  const [, waited, ran] = /^Tasks: (\d+) wait and (\d+) ran;/m.exec(said)!
  assert.ok(Number(waited) > 0 && Number(ran) > 0, said)
  await assert.rejects(heir.command('restore', ...of), /is not empty/)
  await heir.start()

  await assert.rejects(allTasks(createClient({ base_url: heir.url })), /401|sign/i)
  for (const email of emails) {
    const maker = await signIn(heir.url, email, false)
    const tasks = await until(
      () => allTasks(maker),
      (all) => all.every(({ status }) => status === 'completed' || status === 'failed'),
    )
    assert.equal(tasks.length, 4, 'those from before the backup')
    for (const task of tasks) {
      assert.equal(task.status, 'completed', JSON.stringify(task))
      const hash = await hashOf(maker, task.task_id)
      assert.equal(hash, task.media?.sha256)
      assert.equal(known.get(task.task_id) ?? hash, hash, 'the bytes that there were')
    }
    const { balance, balance_held } = await maker.GET('/api/v1/me')
    assert.deepEqual([balance, balance_held], [credits - tasks.reduce((sum, { cost }) => sum + cost, 0), 0])
  }
  assert.deepEqual(
    Object.values(JSON.parse(await heir.command('reconcile')) as object),
    [0, 0, 0, 0, 0, 0, 0, 0],
  )
  assert.match(
    await heir.command('check', '--objects'),
    /^Objects: all \d+ that the database names are there\.$/m,
  )
}

test('an installation that dies with its PostgreSQL and its folder goes on from a backup of the night', async (t) => {
  await surviveLoss(t, { first: {}, second: {}, sealing: { made: [], opened: [] } })
})

test('so does one with a PostgreSQL and a bucket of its own, from a backup that is encrypted', async (t) => {
  const { url, query } = await startOwnPostgres(t)
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-key-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const key = join(folder, 'backup-key')
  const place = async (database: string) => {
    await query(`create database ${database}`)
    const bucket = await openBucket()
    cleanUp(t, () => bucket[Symbol.asyncDispose]())
    return { DATABASE_URL: url('postgres', database), ...bucket.settings(`http://127.0.0.1:${bucket.port}`) }
  }
  const [first, second] = [await place('one'), await place('two')]
  const keeper = await installProduct(t)
  const recipient = (await keeper.command('backup-key', '--to', key)).trim()
  const made = ['--encrypt-for', recipient, '--with-keys']
  await surviveLoss(t, { first, second, sealing: { made, opened: ['--key-file', key] } })
})
