import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import pg from 'pg'
// Test tools, no part of the product.
import { startInstalledPostgres } from '../../server/src/testing/neighbours/installed-postgres.ts'
import { leash } from '../../server/src/testing/leash.ts'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** The oldest PostgreSQL of the system; `npm test` installs one. */
export function installedPrograms(): string {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(a) - Number(b))
  return `/usr/lib/postgresql/${versions[0]!}/bin`
}

/** An operator's own PostgreSQL, in a folder that its socket is in; ended with the test. */
export async function startOwnPostgres(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-postgres-'))
  leash(folder)
  const programs = installedPrograms()
  const postgres = await startInstalledPostgres(programs, folder)
  cleanUp(t, async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder,
    /** Where its programs are, `pg_dump` among them. */
    programs,
    url: (user = 'postgres', database = 'postgres') =>
      `postgresql://${user}@/${database}?host=${encodeURIComponent(folder)}`,
    query: async (text: string) => {
      const client = new pg.Client(postgres.connection('postgres'))
      await client.connect()
      await client.query(text)
      await client.end()
    },
  }
}
