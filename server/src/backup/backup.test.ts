import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createDb, createPool } from '../platform/db/database.ts'
import { openOneClient } from '../platform/db/one-client.ts'
import { findDueMigrations, migrate } from '../platform/db/migrate.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { cleanUp } from '../testing/clean-up.ts'
import { createMakingWorld } from '../testing/making-world.ts'
import { createWorld } from '../testing/world.ts'
import { reconcile } from '../wallet/wallet.ts'
import {
  createOpener,
  createSealer,
  findMissingObjects,
  makeBackup,
  makeKeyPair,
  restoreBackup,
  verifyBackup,
} from './backup.ts'
import * as schema from './schema-queries.ts'

/** A world with two videos, a task that waits, and a folder for its backups. */
async function setUp(t: TestContext) {
  const { world, ann, start, made } = await createMakingWorld(t)
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-backup-test-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const make = async (): Promise<string> => {
    const loop = start()
    const task_id = await made()
    await loop.stop(0)
    return task_id
  }
  const videos = [await make(), await make()]
  const waiting = await world.task(ann)
  const said: string[] = []
  const to = join(folder, 'backups')
  const keys = { 'signing-key': 'c2lnbg==', 'secrets-keys': 'own:c2VhbA==' }
  const backup = async (options: Partial<Parameters<typeof makeBackup>[0]> = {}) => {
    said.length = 0
    const isWhole = await makeBackup({
      connection: world.connection,
      storage: world.deps.storage,
      log: world.deps.log,
      folder: to,
      sealer: await createSealer([]),
      keys,
      with_keys: false,
      version: '0.0.1',
      at_once: 4,
      say: (line) => said.push(line),
      ...options,
    })
    const set = (await readdir(join(to, 'sets'))).toSorted().at(-1)!
    const manifest = JSON.parse(await readFile(join(to, 'sets', set, 'manifest.json'), 'utf8'))
    return { isWhole, set, manifest, path: join(to, 'sets', set) }
  }
  const emptyDatabase = async () => {
    const database = `test_${randomBytes(6).toString('hex')}`
    await admin(world.connection, `create database ${database}`)
    world.resources.defer(() => admin(world.connection, `drop database ${database} with (force)`))
    const connection = { ...world.connection, database }
    const db = createDb(createPool({ connection, pool_size: 2, onError: () => {} }))
    world.resources.defer(() => db.destroy())
    return { connection, db }
  }
  const emptyStorage = async () =>
    createDiskStorage({
      root_dir: await mkdtemp(join(folder, 'objects-')),
      signing_key: Buffer.alloc(32),
      base_url: 'http://unused.example',
    })
  const restore = async (options: Partial<Parameters<typeof restoreBackup>[0]> = {}) => {
    said.length = 0
    const [{ connection, db }, storage] = [await emptyDatabase(), await emptyStorage()]
    const restored = () =>
      restoreBackup({
        connection,
        storage,
        folder: to,
        open: undefined,
        at_once: 4,
        with_objects: true,
        keys,
        key_files: {
          'signing-key': join(folder, 'signing-key'),
          'secrets-keys': join(folder, 'secrets-keys'),
        },
        check_keys: async () => {},
        now: new Date(),
        say: (line) => said.push(line),
        ...options,
      })
    return { restored, connection, db, storage }
  }
  const verify = async (options: Partial<Parameters<typeof verifyBackup>[0]> = {}) => {
    said.length = 0
    const { connection } = await emptyDatabase()
    return verifyBackup({
      connection,
      folder: to,
      open: undefined,
      quick: false,
      now: new Date(),
      say: (line) => said.push(line),
      ...options,
    })
  }
  const files = async () => {
    const all = await readdir(join(to, 'objects'), { recursive: true })
    return all.filter((name) => name.includes('/')).map((name) => join(to, 'objects', name))
  }
  return {
    world,
    ann,
    folder,
    to,
    make,
    videos,
    waiting,
    said,
    keys,
    backup,
    restore,
    verify,
    files,
    emptyStorage,
  }
}

async function admin(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const contentOf = async (storage: { get(key: string): Promise<Readable | undefined> }, key: string) =>
  buffer((await storage.get(key))!)

/** Every row of every table, but what a restore changes. */
async function rowsOf(db: ReturnType<typeof createDb>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relpersistence = 'p' and relname not like 'kysely%'`.execute(db)
  const changed = [
    'sessions',
    'refresh_tokens',
    'access_tokens',
    'task_counts',
    'mail_tokens',
    'mfa_challenges',
  ]
  const all = tables
    .filter(({ name }) => !changed.includes(name))
    .map(async ({ name }) => {
      const row = name === 'tasks' ? sql`to_jsonb(row) - 'deadline_at'` : sql`to_jsonb(row)`
      const { rows } = await sql<{ rows: string }>`
      select coalesce(string_agg(text, E'\n' order by text), '') as rows
        from (select (${row})::text as text from ${sql.id(name)} as row) as all_rows`.execute(db)
      return [name, rows[0]!.rows] as const
    })
  return Object.fromEntries(await Promise.all(all))
}

suite('a backup', () => {
  test('puts back every row and every object, with rules, indexes and triggers as migrations make them', async (t) => {
    const { world, videos, backup, restore } = await setUp(t)
    const before = await rowsOf(world.db)
    assert.equal((await backup()).isWhole, true)
    const { restored, db, storage } = await restore()
    await restored()
    assert.deepEqual(await rowsOf(db), before)
    assert.deepEqual(await schemaOf(db), await schemaOf(world.db))
    assert.deepEqual([await findDueMigrations(db), await migrate(db)], [[], []])
    assert.deepEqual(Object.values(await reconcile(db)), [0, 0, 0, 0, 0, 0, 0, 0])
    for (const task_id of videos)
      for (const key of [`videos/${task_id}.mp4`, `provenance/${task_id}.json`, `posters/${task_id}.webp`])
        assert.deepEqual(await contentOf(storage, key), await contentOf(world.deps.storage, key))
    assert.equal(await storage.head('restoring.json'), undefined)
  })

  test('copies an object once, for all backups', async (t) => {
    const { make, backup } = await setUp(t)
    const first = await backup()
    assert.ok(first.manifest.objects.copied >= 6)
    assert.equal(first.manifest.objects.copied, first.manifest.objects.total)
    assert.deepEqual((await backup()).manifest.objects.copied, 0)
    await make()
    const third = await backup()
    const grown = third.manifest.objects.total - first.manifest.objects.total
    assert.equal(third.manifest.objects.copied, grown)
    assert.ok(grown >= 3)
  })

  test('that is killed leaves no backup, and the next one copies what is left; two at once are one', async (t) => {
    const { world, to, backup } = await setUp(t)
    let [reads, at_once] = [0, '']
    const dying = {
      get: async (key: string) => {
        if (reads++ === 0)
          at_once = await backup().then(
            () => 'made',
            (error: Error) => error.message,
          )
        if (reads > 4) throw new Error('killed')
        return world.deps.storage.get(key)
      },
    }
    await assert.rejects(backup({ storage: dying, at_once: 1 }), /killed/)
    assert.equal(at_once, 'Another backup of this database is running.')
    assert.deepEqual(await readdir(join(to, 'sets')), [])
    const { manifest } = await backup()
    assert.equal(manifest.objects.copied, manifest.objects.total - 4)
    assert.deepEqual(await readdir(join(to, 'unfinished')), [])
  })

  test('ends sessions, gives tasks their time back, and gives no number of an event twice', async (t) => {
    const { world, waiting, backup, restore } = await setUp(t)
    await backup()
    const { restored, db } = await restore()
    await sql`select pg_sleep(1)`.execute(db)
    await restored()
    const sessions = await db.selectFrom('sessions').select('ended_at').execute()
    assert.ok(sessions.length > 0 && sessions.every(({ ended_at }) => ended_at !== null))
    assert.deepEqual(await db.selectFrom('access_tokens').selectAll().execute(), [])
    const deadline = async (of: typeof db) =>
      (
        await of
          .selectFrom('tasks')
          .select('deadline_at')
          .where('task_id', '=', waiting)
          .executeTakeFirstOrThrow()
      ).deadline_at
    assert.ok((await deadline(db)).getTime() - (await deadline(world.db)).getTime() >= 1_000)
    const newest = async (of: typeof db) =>
      (await of.selectFrom('task_counts').select('event_seq').executeTakeFirstOrThrow()).event_seq
    assert.equal((await newest(db)) - (await newest(world.db)), 1_000_000)
  })

  test('does not put back into a database or a storage that holds anything', async (t) => {
    const { world, backup, restore, emptyStorage } = await setUp(t)
    await backup()
    const used = await restore({ connection: world.connection })
    await assert.rejects(used.restored(), /is not empty: it has \d+ tables and sequences, such as/)
    const storage = await emptyStorage()
    await storage.put('videos/a.mp4', Readable.from([Buffer.from('a')]), { content_type: 'video/mp4' })
    const { restored, db } = await restore({ storage })
    await assert.rejects(restored(), /The storage is not empty. Nothing is overwritten/)
    const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
    assert.equal(rows.length, 0)
    await (await restore({ storage, with_objects: false })).restored()
    assert.equal((await contentOf(storage, 'videos/a.mp4')).toString(), 'a')
  })

  test('that is put back and interrupted goes on with what is missing', async (t) => {
    const { backup, restore, emptyStorage } = await setUp(t)
    const { manifest } = await backup()
    const storage = await emptyStorage()
    let puts = 0
    const dying = {
      ...storage,
      put: (...call: Parameters<typeof storage.put>) =>
        puts++ === 4 ? Promise.reject(new Error('killed')) : storage.put(...call),
    }
    await assert.rejects((await restore({ storage: dying, at_once: 1 })).restored(), /killed/)
    puts = -100
    const { restored } = await restore({ storage: dying, at_once: 1 })
    await restored()
    assert.equal(puts, -100 + 1 + manifest.objects.total - 3, 'the mark, and what was not there')
  })

  test('of a key that is kept elsewhere is encrypted, is opened by its key alone, and may hold keys', async (t) => {
    const { folder, to, keys, files, backup, restore, verify } = await setUp(t)
    const [own, other] = [await makeKeyPair(), await makeKeyPair()]
    const keyFile = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return createOpener(join(folder, name))
    }
    const [open, wrong] = [await keyFile('own', own.text), await keyFile('other', other.text)]
    const sealer = await createSealer([own.recipient])
    await assert.rejects(backup({ with_keys: true }), /--with-keys needs --encrypt-for/)
    const { path, manifest } = await backup({ sealer, with_keys: true })
    assert.equal(manifest.objects.copied, manifest.objects.total)
    assert.equal((await backup({ sealer })).manifest.objects.copied, 0, 'incremental too')
    const all = await readdir(to, { recursive: true, withFileTypes: true })
    for (const entry of all.filter((each) => each.isFile() && each.name.endsWith('.age')))
      assert.match(
        (await readFile(join(entry.parentPath, entry.name))).subarray(0, 21).toString(),
        /^age-encryption.org\/v1/,
      )
    assert.ok((await files()).every((file) => file.endsWith('.age')))
    assert.ok((await readdir(join(path, 'tables'))).every((file) => file.endsWith('.age')))
    await assert.rejects(verify(), /This backup is encrypted for age1\S+: name the key with --key-file/)
    await assert.rejects(verify({ open: wrong }), /does not open this backup: it was sealed for another key/)
    assert.equal(await verify({ open }), true)
    await assert.rejects((await restore({ open, keys: {} })).restored(), /The backup holds no keys/)
    const { restored, storage } = await restore({ open, keys: {}, set: path.split('/').at(-1)! })
    await restored()
    assert.equal(await storage.isEmpty(), false)
    for (const [name, text] of Object.entries(keys))
      assert.equal((await readFile(join(folder, name), 'utf8')).trim(), text)
  })

  test('keeps as many as are wanted, and no object that none of them has', async (t) => {
    const { world, videos, files, backup, verify, said } = await setUp(t)
    const first = await backup()
    await world.db
      .updateTable('tasks')
      .set({ result_key: null, result_purged_at: new Date() })
      .where('task_id', '=', videos[0]!)
      .execute()
    await backup()
    const before = (await files()).length
    const { path } = await backup({ keep: 2 })
    await assert.rejects(stat(join(path, '../', first.set)), { code: 'ENOENT' })
    assert.match(said.at(-1)!, /^Old: 1 backups and [5-9] objects removed\.$/)
    const after = (await files()).length
    assert.ok(after < before && after > 0)
    assert.equal(await verify(), true)
  })

  test('tells an object that a user removed meanwhile from one that is lost', async (t) => {
    const { world, videos, backup, verify, said } = await setUp(t)
    const [removed, lost] = videos.map((task_id) => `videos/${task_id}.mp4`) as [string, string]
    const storage = {
      get: async (key: string) => {
        if (key === removed) {
          await world.deps.storage.remove(removed)
          await world.db
            .updateTable('tasks')
            .set({ result_key: null, result_purged_at: new Date() })
            .where('result_key', '=', removed)
            .execute()
        }
        return world.deps.storage.get(key)
      },
    }
    const fine = await backup({ storage })
    assert.deepEqual([fine.isWhole, fine.manifest.objects.removed], [true, 1])
    assert.equal(await verify(), true)
    await rm(join(world.deps.disk!.root_dir, lost))
    const { isWhole: stillThere } = await backup()
    assert.equal(stillThere, true, 'the backup has it')
    await rm(join(fine.path, '../../objects'), { recursive: true })
    const bad = await backup({ keep: 1 })
    assert.deepEqual([bad.isWhole, bad.manifest.objects.missing], [false, [lost]])
    assert.ok(said.includes('Nothing old was removed, since this backup is not whole.'))
    assert.equal(await verify(), false)
    assert.ok(
      said.includes(`Missing: ${lost} was not in storage, or damaged there, when the backup was made.`),
    )
    const found = await findMissingObjects(world.connection, world.deps.storage, 4)
    assert.deepEqual(found.missing, [lost])
  })

  test('does not take a video for whole that is not what was stored', async (t) => {
    const { world, videos, backup } = await setUp(t)
    const path = join(world.deps.disk!.root_dir, `videos/${videos[0]}.mp4`)
    const content = await readFile(path)
    content[1000]! ^= 1
    await writeFile(path, content)
    const { isWhole, manifest } = await backup()
    assert.deepEqual([isWhole, manifest.objects.damaged], [false, [`videos/${videos[0]}.mp4`]])
  })
})

test('every column that names an object is one that a backup asks', async (t) => {
  const { world, ann, backup, restore } = await setUp(t)
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '(object|object_key|result_key)$' order by name`.execute(
    world.db,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['archives.object_key', 'orphaned_objects.object_key', 'tasks.result_key', 'users.avatar_object'],
    'orphaned ones are to go; uploads have theirs from their ids',
  )
  const [archive, avatar] = ['archive/task_attempts/2026-01-01-0a.ndjson.gz', `avatars/${ann.user_id}.1.png`]
  const [gzip, png] = [{ content_type: 'application/gzip' }, { content_type: 'image/png' }]
  await world.deps.storage.put(archive, Readable.from([Buffer.from('old rows')]), gzip)
  await world.deps.storage.put(avatar, Readable.from([Buffer.from('a face')]), png)
  const upload_id = randomUUID()
  const upload = `inputs/${ann.user_id}/${upload_id}.png`
  await world.deps.storage.put(upload, Readable.from([Buffer.from('a picture')]), png)
  const at = new Date()
  await world.db
    .insertInto('archives')
    .values({ object_key: archive, what: 'task_attempts', rows: 1, first_at: at, last_at: at })
    .execute()
  await world.db
    .updateTable('users')
    .set({ avatar_object: avatar })
    .where('user_id', '=', ann.user_id)
    .execute()
  const row = { upload_id, user_id: ann.user_id, width_px: 64, height_px: 64, used_at: at, created_at: at }
  await world.db.insertInto('uploads').values(row).execute()
  assert.equal((await backup()).isWhole, true)
  const { restored, storage } = await restore()
  await restored()
  for (const [key, content] of [
    [archive, 'old rows'],
    [avatar, 'a face'],
    [upload, 'a picture'],
  ] as const)
    assert.equal((await contentOf(storage, key)).toString(), content)
})

test('a table in partitions is stripped, filled and made whole like any other, with the partitions that have come', async (t) => {
  const { connection } = await createWorld(t)
  await using on = await openOneClient(connection)
  const make = `
    create table logs (at timestamptz not null, id int, note text, primary key (at, id)) partition by range (at);
    create index logs_of_note on logs (note);
    create table logs_other partition of logs default`
  await on.client.query(make)
  await on.client.query(
    `create table logs_2026 partition of logs for values from ('2026-01-01') to ('2027-01-01')`,
  )
  await on.client.query(`insert into logs values ('2026-05-01', 1, 'a'), ('2020-05-01', 2, 'b')`)
  const partitions = await schema.listPartitions(on.db)
  assert.deepEqual(
    partitions.map(({ name, parent }) => [name, parent]),
    [
      ['logs_2026', 'logs'],
      ['logs_other', 'logs'],
    ],
  )
  const tables = await schema.listTables(on.db)
  assert.deepEqual(
    tables.filter(({ name }) => name.startsWith('logs')),
    [{ name: 'logs', columns: ['at', 'id', 'note'] }],
  )
  const before = await schemaOf(on.db)

  await on.client.query('drop table logs')
  await on.client.query(make)
  await schema.makePartitions(on.db, partitions)
  const stripped = await schema.strip(on.db)
  assert.notDeepEqual(await schemaOf(on.db), before)
  await on.client.query(`insert into logs values ('2026-05-01', 1, 'a'), ('2020-05-01', 2, 'b')`)
  await schema.restoreAll(on.db, stripped)
  assert.deepEqual(await schemaOf(on.db), before)
  assert.equal((await on.client.query('select from logs_2026')).rowCount, 1)
})

suite('a backup that somebody has broken is found', () => {
  const flip = async (path: string) => {
    const content = await readFile(path)
    content[content.length >> 1]! ^= 1
    await writeFile(path, content)
  }

  test('by a flipped byte of an object, by a cut one and by a missing one', async (t) => {
    const { files, backup, verify, restore, said } = await setUp(t)
    await backup()
    const [first, second, third] = (await files()).toSorted()
    await flip(first!)
    assert.equal(await verify(), false)
    assert.ok(said.some((line) => line.startsWith(`Damaged: ${first} is not what was written. It is `)))
    await assert.rejects((await restore()).restored(), /is not what was written/)
    await truncate(second!, 3)
    await rm(third!)
    assert.equal(await verify(), false)
    assert.equal(said.filter((line) => line.startsWith('Damaged')).length, 3)
    assert.equal(await verify({ quick: true }), false)
    assert.equal(said.filter((line) => line.startsWith('Damaged')).length, 2)
    assert.equal((await backup()).manifest.objects.copied, 2, 'what is cut or missing is copied anew')
  })

  test('by a flipped byte of any file of the set, and then nothing of it is put back', async (t) => {
    const { backup, verify, restore } = await setUp(t)
    const { path } = await backup()
    for (const file of ['tables/tasks.copy.gz', 'objects.gz', 'manifest.json', 'SHA256SUMS']) {
      await flip(join(path, file))
      await assert.rejects(verify(), { name: 'Damaged' }, file)
      const { restored, db } = await restore()
      await assert.rejects(restored(), { name: 'Damaged' }, file)
      const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
      assert.equal(rows.length, 0, file)
      await flip(join(path, file))
    }
    await truncate(join(path, 'tables/tasks.copy.gz'), 40)
    await assert.rejects(verify(), { name: 'Damaged' })
  })
})

/** Rules, indexes, triggers and columns as PostgreSQL tells them. */
async function schemaOf(db: ReturnType<typeof createDb>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_indexdef(indexrelid) || indisvalid as text from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated from pg_constraint
     where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all select table_name || column_name || data_type || coalesce(column_default, '') || is_nullable
      from information_schema.columns where table_schema = 'public'
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(db)
  return rows.map(({ text }) => text)
}
