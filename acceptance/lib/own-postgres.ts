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
export async function startOwnPostgres(
  t: TestContext,
  settingsIn: (folder: string) => Record<string, string> = () => ({}),
) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-postgres-'))
  leash(folder)
  const programs = installedPrograms()
  let postgres = await startInstalledPostgres(programs, folder, { more: settingsIn(folder) })
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
    stop: () => postgres.stop(),
    /** Starts on other data, once it was stopped. */
    startOn: async (data: string) => {
      postgres = await startInstalledPostgres(programs, folder, { data })
    },
    query: async (text: string) => {
      const client = new pg.Client(postgres.connection('postgres'))
      await client.connect()
      const { rows } = await client.query<Record<string, string>>(text)
      await client.end()
      return rows
    },
  }
}
