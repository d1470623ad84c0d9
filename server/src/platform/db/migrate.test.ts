import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { createWorld } from '../../testing/world.ts'
import { findDueMigrations, migrate } from './migrate.ts'

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

  test('a database that has had all of ours and more is newer, and is left alone', async (t) => {
    const { db } = await createWorld(t)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)`.execute(db)
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
})
