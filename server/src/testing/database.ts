import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestConnection {
  host: string
  port: number
  user: string
  database: string
}

/** A migrated database of the test's own, dropped with `resources`. Only inside a run with `global-setup.ts`. */
export async function createTestDatabase(resources: AsyncDisposableStack): Promise<TestConnection> {
  const given = process.env['TEST_DATABASE']
  if (!given)
    throw new Error('Run with --test-global-setup=server/src/testing/global-setup.ts, as npm test does.')
  const { connection, template } = JSON.parse(given) as { connection: TestConnection; template: string }
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  // The template is small, and copying its files is far quicker than writing them to the log once more.
  await admin(`create database ${database} template ${template} strategy file_copy`)
  resources.defer(() => admin(`drop database ${database} with (force)`))
  return { ...connection, database }
}
