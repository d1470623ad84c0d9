import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../../testing/until.ts'
import { createWorld } from '../../testing/world.ts'
import { findDueMigrations, migrate, listMigrations, makeSchema } from './migrate.ts'

suite('migrations', () => {
  test('those that a database lacks are due, and nothing is once they have run', async (t) => {
    const { db } = await createWorld(t)
    assert.deepEqual(await findDueMigrations(db), [])
    assert.deepEqual(await migrate(db), [])
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    const due = await findDueMigrations(db)
    assert.equal(due[0], '0001_accounts')
    assert.deepEqual(await migrate(db), due)
    assert.deepEqual(await findDueMigrations(db), [])
  })

  test('a database that has had more serves this program too, until a migration says that it does not', async (t) => {
    const { db } = await createWorld(t)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)`.execute(db)
    assert.deepEqual([await findDueMigrations(db), await migrate(db)], [[], []])
    await sql`update oldest_program set migration = '9999_later'`.execute(db)
    const newer = /^The database is newer than this program: it has had the migration 9999_later/
    await assert.rejects(findDueMigrations(db), { name: 'ConfigError', message: newer })
    await assert.rejects(migrate(db), { name: 'ConfigError', message: newer })
  })

  test('a database that has had others instead was made by a version that was never released', async (t) => {
    const { db } = await createWorld(t)
    await sql`update kysely_migration set name = '0000_draft' where name = '0001_accounts'`.execute(db)
    const unreleased =
      /^The database was made by a version that was never released: .* 0000_draft, .* lacks 0001_accounts\./
    await assert.rejects(findDueMigrations(db), { name: 'ConfigError', message: unreleased })
    await assert.rejects(migrate(db), { name: 'ConfigError', message: unreleased })
  })

  test('a migration waits for its table in short turns, so that nobody waits behind it', async (t) => {
    const { db } = await createWorld(t)
    const names = await listMigrations(db)
    const due = names.filter((name) => name >= '0034_webhook_formats')
    await sql`drop schema public cascade`.execute(db)
    await db.transaction().execute(async (trx) => {
      await sql`create schema public`.execute(trx)
      assert.deepEqual(await makeSchema(trx, names.slice(0, -due.length)), due)
    })
    const reading = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const reader = db.transaction().execute(async (trx) => {
      await sql`select from webhooks`.execute(trx)
      reading.resolve()
      await mayEnd.promise
    })
    await reading.promise
    const migrated = migrate(db)
    try {
      // It waits for the reader; whoever reads meanwhile waits for it, and only until its turn is over.
      const waiting = sql`select from pg_locks where relation = 'webhooks'::regclass and not granted`
      await Promise.race([migrated, until(async () => (await waiting.execute(db)).rows.length > 0)])
      await sql`select from webhooks`.execute(db)
    } finally {
      mayEnd.resolve()
      await reader
    }
    assert.deepEqual(await migrated, due)
  })
})
