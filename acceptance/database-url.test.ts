import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
// A test tool, no part of the product.
import { startInstalledPostgres } from '../server/src/testing/installed-postgres.ts'
import { createMaker, installProduct, waitForEnd } from './lib/product.ts'

/** The oldest PostgreSQL of the system; `npm test` installs one. */
function installedPrograms(): string {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(a) - Number(b))
  return `/usr/lib/postgresql/${versions[0]!}/bin`
}

test('with DATABASE_URL an operator’s own PostgreSQL serves, and none is brought', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-postgres-'))
  const postgres = await startInstalledPostgres(installedPrograms(), folder)
  t.after(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`
  const product = await installProduct(t, { DATABASE_URL: url })
  await product.start()
  const maker = await createMaker(product.url)
  const { task_id } = await maker.POST('/api/v1/video/generate', {
    body: { prompt: '宁静的湖', duration_seconds: 1 },
  })
  assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  await assert.rejects(product.postgresPid())
})
