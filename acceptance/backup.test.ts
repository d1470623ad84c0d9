import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { downloadResult } from '@clipwright/client'
import { createMaker, installProduct, makeVideo, type Product } from './lib/product.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { dataFolder } from './lib/start.ts'

// The commands of docs/backup.md, as they stand there.

/** The blocks of commands below a heading, in their order: how to make a backup, and how to put it back. */
function commandsBelow(heading: string): [backup: string, restore: string] {
  const page = readFileSync(join(import.meta.dirname, '../docs/backup.md'), 'utf8')
  const [, section = ''] = page.split(`## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const blocks = [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!)
  assert.equal(blocks.length, 2, heading)
  return [blocks[0]!, blocks[1]!]
}

async function run(commands: string, env: Record<string, string>): Promise<void> {
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { env: { ...process.env, ...env } })
}

/** Somebody with a video, and with a secret that only the keys open. Returns how to see that all of it is still there. */
async function useIt(product: Product): Promise<() => Promise<void>> {
  const maker = await createMaker(product.url)
  const task_id = await makeVideo(maker, 1)
  await maker.POST('/api/v1/me/webhooks', { body: { url: 'https://hooks.example.org/x' } })
  return async () => {
    const { body } = await downloadResult(maker, task_id)
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
  const [backup, restore] = commandsBelow('With the PostgreSQL that the product brings')
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
  const [backup, restore] = commandsBelow('With a PostgreSQL of your own')
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
